import { Parser } from 'htmlparser2';
import { parseDoi } from '../../core/identifiers.ts';
import type { DocumentFacts } from './document-facts.ts';

/** Kinds of JATS articles that are about another one. */
const ABOUT =
  /^(?:correction|retraction|expression-of-concern|reply|article-commentary|book-review|addendum|peer-review|decision-letter|author-comment|reviewer-report)$/;
/** `related-article-type` of what an article is about; others are companions, versions, preprints. */
const CONCERNS =
  /^(?:corrected-article|retracted-article|partial-retraction|object-of-concern|addended-article|commentary-article|commentary|letter|peer-reviewed-article|peer-reviewed-material|republished-article)$/;
const TITLES = new Set(['article-title', 'trans-title', 'alt-title', 'title']);
const NAMES = new Set(['surname', 'collab', 'string-name', 'persname']);
const MAX_CHARS = 1000;

interface Open {
  readonly name: string;
  readonly isDoi: boolean;
}

/** Where titles and names are those of the article itself: not of the journal, of a related article, of a reference. */
const FRONT = new Set([
  'article-meta',
  'front-stub',
  'titlestmt',
  'sourcedesc',
  'publicationstmt',
  'analytic',
]);
const ELSEWHERE = new Set([
  'related-article',
  'related-object',
  'product',
  'ref-list',
  'abstract',
  'body',
  'back',
  'sub-article',
]);

type Attributes = Readonly<Record<string, string>>;

function isDoi(name: string, attributes: Attributes): boolean {
  const kind = attributes['pub-id-type'] ?? attributes['type'] ?? '';
  return (name === 'article-id' || name === 'idno') && kind.toLowerCase() === 'doi';
}

/** The DOI of an article that this one is about. */
function concernedBy(attributes: Attributes): readonly string[] {
  if (!CONCERNS.test(attributes['related-article-type'] ?? '')) return [];
  const doi = parseDoi(attributes['xlink:href'] ?? attributes['href'] ?? '');
  return doi === undefined ? [] : [doi];
}

/** What the front matter of an article in JATS, or the header of one in TEI, says about it. */
export function factsOfJats(xml: string): DocumentFacts {
  const facts = {
    titles: [] as string[],
    authors: [] as string[],
    identifiers: [] as string[],
    years: [] as number[],
    concerns: [] as string[],
  };
  const open: Open[] = [];
  let about: string | undefined;
  let said = '';

  const isFront = (): boolean =>
    open.some(({ name }) => FRONT.has(name)) && !open.some(({ name }) => ELSEWHERE.has(name));

  function take({ name, isDoi }: Open, text: string): void {
    if (isDoi) facts.identifiers.push(text);
    else if (TITLES.has(name)) facts.titles.push(text);
    else if (NAMES.has(name)) facts.authors.push(text);
    else if (name === 'year' && /^\d{4}$/.test(text)) facts.years.push(Number(text));
  }

  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const name = tag.slice(tag.indexOf(':') + 1).toLowerCase();
        if (open.length === 0) about = ABOUT.exec(attributes['article-type'] ?? '')?.[0];
        if (name === 'related-article') facts.concerns.push(...concernedBy(attributes));
        const element = { name, isDoi: isDoi(name, attributes) };
        open.push(element);
        if (element.isDoi || TITLES.has(name) || NAMES.has(name) || name === 'year') said = '';
      },
      ontext(text) {
        if (said.length < MAX_CHARS) said += text;
      },
      onclosetag() {
        const element = open.at(-1);
        const text = said.replace(/\s+/g, ' ').trim();
        if (element && text && isFront()) take(element, text);
        open.pop();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  return {
    ...facts,
    hints: [],
    authors: facts.authors.join('; '),
    pages: [],
    isDeclared: true,
    ...(about !== undefined && { about }),
  };
}
