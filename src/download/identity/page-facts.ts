import { Parser } from 'htmlparser2';
import type { DocumentFacts } from './document-facts.ts';

/** Names under which pages give the facts of the article they hold, by what the facts are. */
const TITLES =
  /^(?:citation_title|dc\.title|dcterms\.title|prism\.title|eprints\.title|bepress_citation_title)$/i;
const AUTHORS =
  /^(?:citation_authors?|dc\.creator|dcterms\.creator|eprints\.creators_name|bepress_citation_author)$/i;
const IDENTIFIERS =
  /^(?:citation_doi|dc\.identifier(?:\.doi)?|dcterms\.identifier|prism\.doi|bepress_citation_doi|eprints\.doi)$/i;
const DATES = /^(?:citation_(?:publication_|online_)?date|citation_year|dc\.date|prism\.publicationdate)$/i;
const MAX_CHARS = 1000;
/** The parser's time grows with the square of the depth; real pages stay below 100. */
const MAX_DEPTH = 1000;
const SLICE = 8 * 1024;

const yearsOf = (text: string): readonly number[] => (text.match(/\b(?:1[89]|20)\d\d\b/g) ?? []).map(Number);

/** What the tags of a page say, one after the other. */
function gather() {
  const facts = {
    titles: [] as string[],
    hints: [] as string[],
    authors: [] as string[],
    identifiers: [] as string[],
    years: [] as number[],
  };
  return {
    facts,
    take(label: string, said: string) {
      if (TITLES.test(label)) facts.titles.push(said);
      else if (label === 'og:title') facts.hints.push(said);
      else if (AUTHORS.test(label)) facts.authors.push(said);
      else if (IDENTIFIERS.test(label)) facts.identifiers.push(said);
      else if (label === 'citation_arxiv_id') facts.identifiers.push(`arXiv:${said}`);
      else if (DATES.test(label)) facts.years.push(...yearsOf(said));
    },
  };
}

/** What the head of a page and its first heading say about the article; what comes after them is not read. */
export function factsOfPage(html: string): DocumentFacts {
  const { facts, take } = gather();
  let heading: string | undefined;
  let isRead = false;
  let depth = 0;

  const parser = new Parser({
    onopentag(tag, { name, property, content }) {
      depth++;
      if (tag === 'h1') heading ??= '';
      if (tag === 'meta' && content) take(name ?? property ?? '', content.slice(0, MAX_CHARS));
    },
    ontext(text) {
      if (heading !== undefined && !isRead) heading = (heading + text).slice(0, MAX_CHARS);
    },
    onclosetag(tag) {
      depth--;
      if (tag === 'h1') isRead = true;
    },
  });
  for (let at = 0; at < html.length && !isRead && depth <= MAX_DEPTH; at += SLICE)
    parser.write(html.slice(at, at + SLICE));
  parser.reset();
  return {
    ...facts,
    hints: heading?.trim() ? [...facts.hints, heading.trim()] : facts.hints,
    authors: facts.authors.join('; '),
    pages: [],
    isDeclared: true,
  };
}
