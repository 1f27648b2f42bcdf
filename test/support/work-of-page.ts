import { parseDoi } from '../../src/core/identifiers.ts';
import type { Work } from '../../src/core/work.ts';
import { workBy } from './work-by.ts';

const tagOf = (html: string, names: string): string | undefined => {
  const name = `(?:name|property)=["']?(?:${names})["']?`;
  const [, before, after] =
    new RegExp(
      `<meta[^>]*?${name}[^>]*?content="([^"]*)"|<meta[^>]*?content="([^"]*)"[^>]*?${name}`,
      'i',
    ).exec(html) ?? [];
  return before ?? after;
};

const decoded = (text: string): string =>
  text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');

const doiIn = (text: string): string | undefined =>
  /10\.\d{4,9}\/[^\s"'<>?&]+/.exec(text)?.[0].replace(/\/(?:abstract|full|fulltext\.html|meta)$/, '');

/** The title and DOI of a recorded page's work, as sources of metadata give them. */
function factsOf(html: string, url: string): { readonly title?: string; readonly doi?: string } {
  const title =
    tagOf(html, 'citation_title|dc\\.title|dcterms\\.title|eprints\\.title|og:title') ??
    /<title[^>]*>([^<]*)/i.exec(html)?.[1]?.split(/ [|-] /)[0];
  const said = ['citation_doi', 'prism\\.doi', 'dc\\.identifier\\.doi', 'dc\\.identifier', 'doi']
    .map((name) => tagOf(html, name) ?? '')
    .find((text) => doiIn(text) !== undefined);
  const doi = doiIn(said ?? decodeURIComponent(url));
  return {
    ...(title !== undefined && { title: decoded(title).replace(/\s+/g, ' ').trim() }),
    ...(doi !== undefined && { doi: decoded(doi) }),
  };
}

/** The work of a recorded page: by all that is known of it, by its DOI alone, and by its title in the spelling of another source. */
export function worksOf(html: string, url: string): Readonly<Record<'all' | 'doi' | 'title', Work>> {
  const { title, doi } = factsOf(html, url);
  const own = parseDoi(doi ?? '') ?? '10.1000/x';
  const bare = title?.replace(/<[^>]*>/g, '').toUpperCase();
  return {
    all: workBy(own, title === undefined ? {} : { title }),
    doi: workBy(own),
    title: { ...workBy('pmid:1'), ...(bare !== undefined && { title: bare }) },
  };
}
