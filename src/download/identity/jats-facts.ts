import { parseDoi } from '../../core/identifiers.ts';
import { xmlParser } from '../xml-parser.ts';
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
/** Of one kind; collaborations have some thousand authors, whose names are compared one by one. */
const MAX_FACTS = 5000;

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

const isTold = ({ name, isDoi }: Open): boolean =>
  isDoi || TITLES.has(name) || NAMES.has(name) || name === 'year';

/** Follows the open elements, and counts those that decide whose titles and names are read. */
function followFront() {
  const open: Open[] = [];
  let fronts = 0;
  let elsewheres = 0;
  const count = ({ name }: Open, by: 1 | -1): void => {
    if (FRONT.has(name)) fronts += by;
    if (ELSEWHERE.has(name)) elsewheres += by;
  };
  return {
    depth: () => open.length,
    open(element: Open): void {
      open.push(element);
      count(element, 1);
    },
    /** The element that closes, where what it says is the article's own. */
    close(): Open | undefined {
      const element = open.at(-1);
      const isFront = fronts > 0 && elsewheres === 0;
      open.pop();
      if (element) count(element, -1);
      return isFront ? element : undefined;
    },
  };
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
  const front = followFront();
  let about: string | undefined;
  let said = '';
  const keep = <T>(list: T[], ...more: readonly T[]): void =>
    void list.push(...more.slice(0, MAX_FACTS - list.length));

  function take({ name, isDoi }: Open, text: string): void {
    if (isDoi) keep(facts.identifiers, text);
    else if (TITLES.has(name)) keep(facts.titles, text);
    else if (NAMES.has(name)) keep(facts.authors, text);
    else if (name === 'year' && /^\d{4}$/.test(text)) keep(facts.years, Number(text));
  }

  // Declarations are skipped whole: what an entity would stand for is no part of the article.
  const parser = xmlParser({
    onOpen(tag, attributes) {
      const name = tag.slice(tag.indexOf(':') + 1).toLowerCase();
      if (front.depth() === 0) about = ABOUT.exec(attributes['article-type'] ?? '')?.[0];
      if (name === 'related-article') keep(facts.concerns, ...concernedBy(attributes));
      const element = { name, isDoi: isDoi(name, attributes) };
      front.open(element);
      if (isTold(element)) said = '';
    },
    onText(text) {
      if (said.length < MAX_CHARS) said += text.slice(0, MAX_CHARS);
    },
    onClose() {
      const element = front.close();
      const text = element && isTold(element) ? said.replace(/\s+/g, ' ').trim() : '';
      if (element && text) take(element, text);
    },
  });
  parser.write(xml);
  return {
    ...facts,
    hints: [],
    authors: facts.authors.join('; '),
    pages: [],
    isDeclared: true,
    ...(about !== undefined && { about }),
  };
}
