import { Parser } from 'htmlparser2';
import type { DocumentFacts } from './document-facts.ts';

/** Names under which pages give the facts of the article they hold, by what the facts are. */
const TITLES =
  /^(?:citation_title|dc\.title|dcterms\.title|prism\.title|eprints\.title|og:title|bepress_citation_title)$/i;
const AUTHORS =
  /^(?:citation_authors?|dc\.creator|dcterms\.creator|eprints\.creators_name|bepress_citation_author)$/i;
const IDENTIFIERS =
  /^(?:citation_doi|dc\.identifier(?:\.doi)?|dcterms\.identifier|prism\.doi|bepress_citation_doi|eprints\.doi|citation_arxiv_id)$/i;
const DATES = /^(?:citation_(?:publication_|online_)?date|citation_year|dc\.date|prism\.publicationdate)$/i;
const MAX_CHARS = 1000;

const yearsOf = (text: string): readonly number[] => (text.match(/\b(?:1[89]|20)\d\d\b/g) ?? []).map(Number);

/** What the head of a page and its first heading say about the article. */
export function factsOfPage(html: string): DocumentFacts {
  const titles: string[] = [];
  const authors: string[] = [];
  const identifiers: string[] = [];
  const years: number[] = [];
  let heading: string | undefined;
  let isInHeading = false;

  const parser = new Parser({
    onopentag(tag, { name, property, content }) {
      if (tag === 'h1' && heading === undefined) {
        heading = '';
        isInHeading = true;
      }
      if (tag !== 'meta' || !content) return;
      const said = content.slice(0, MAX_CHARS);
      const label = name ?? property ?? '';
      if (TITLES.test(label)) titles.push(said);
      else if (AUTHORS.test(label)) authors.push(said);
      else if (IDENTIFIERS.test(label)) identifiers.push(label.endsWith('arxiv_id') ? `arXiv:${said}` : said);
      else if (DATES.test(label)) years.push(...yearsOf(said));
    },
    ontext(text) {
      if (isInHeading && heading !== undefined && heading.length < MAX_CHARS) heading += text;
    },
    onclosetag(tag) {
      if (tag === 'h1') isInHeading = false;
    },
  });
  parser.end(html);
  return {
    titles: heading?.trim() ? [...titles, heading.trim()] : titles,
    authors: authors.join('; '),
    identifiers,
    years,
    pages: [],
    isDeclared: true,
  };
}
