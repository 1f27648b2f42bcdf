import type { Paper } from './paper.ts';
import type { Site } from './site.ts';

/** Where the parts of a work are on one site. */
export interface ArticleUrls {
  readonly landing: string;
  readonly pdf: string;
  readonly xml: string;
  readonly fullText: string;
  readonly login: string;
  /** Stations of redirect chains and loops. */
  readonly hop: (number: number) => string;
}

/** DOIs keep their slash in paths, everything else that needs it is percent-encoded. */
const encodedPath = (text: string): string => text.split('/').map(encodeURIComponent).join('/');

function pathsOf(site: Site, paper: Paper): { landing: string; pdf: string } {
  const name = paper.doi ?? paper.openalex.toLowerCase();
  const number = 10_000 + paper.index;
  switch (site.urlStyle) {
    case 'doi-path':
      return { landing: `/doi/${encodedPath(name)}`, pdf: `/doi/pdf/${encodedPath(name)}` };
    case 'article-number':
      return { landing: `/articles/${number}`, pdf: `/articles/${number}.pdf` };
    case 'query':
      return {
        landing: `/article?id=${encodeURIComponent(name)}`,
        pdf: `/article/file?id=${encodeURIComponent(name)}&type=printable`,
      };
    case 'journal-system':
      return {
        landing: `/index.php/letters/article/view/${number}`,
        pdf: `/index.php/letters/article/download/${number}/${number + 7}`,
      };
    case 'handle':
      return {
        landing: `/handle/2048/${number}`,
        pdf: `/bitstream/handle/2048/${number}/manuscript.pdf?sequence=1&isAllowed=y`,
      };
  }
}

export function articleUrls(site: Site, paper: Paper): ArticleUrls {
  const origin = `https://${site.host}`;
  const { landing, pdf } = pathsOf(site, paper);
  const number = 10_000 + paper.index;
  return {
    landing: origin + landing,
    pdf: origin + pdf,
    xml: `${origin}/articles/${number}/jats.xml`,
    fullText: `${origin}/articles/${number}/full`,
    login: `${origin}/login?TARGET=${encodeURIComponent(origin + pdf)}`,
    hop: (hop) => `${origin}/resolve/${number}/${hop}`,
  };
}

/** The key a page is found by: host, decoded path and query, so that any spelling of percent-encoding meets it. */
export function pageKey(host: string, pathAndQuery: string): string {
  if (!pathAndQuery.includes('%')) return `${host.toLowerCase()} ${pathAndQuery}`;
  try {
    return `${host.toLowerCase()} ${decodeURIComponent(pathAndQuery)}`;
  } catch {
    return `${host.toLowerCase()} ${pathAndQuery}`;
  }
}

export function pageKeyOf(url: string): string {
  const { host, pathname, search } = new URL(url);
  return pageKey(host, pathname + search);
}
