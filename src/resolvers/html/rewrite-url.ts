import { parseUrl } from '../../core/url.ts';

type Rewrite = readonly [host: RegExp, pattern: RegExp, replacement: string];

/**
 * Addresses of readers and viewers whose file stands beside them; as parseland and oaDOI have found them to hold.
 * The pattern is applied to path and query.
 */
const VIEWERS: readonly Rewrite[] = [
  [/(?:^|\.)onlinelibrary\.wiley\.com$/, /^\/doi\/e?pdf\//, '/doi/pdfdirect/'],
  [/(?:^|\.)ascopubs\.org$/, /^\/doi\/(?:e?pdf|full)\//, '/doi/pdfdirect/'],
  [/./, /^\/doi\/(?:epdf|reader)\//, '/doi/pdf/'],
  [
    /(?:^|\.)(?:direct\.mit\.edu|mitpressjournals\.org|journals\.uchicago\.edu)$/,
    /^\/doi\/full\//,
    '/doi/pdf/',
  ],
  [/./, /^(.*\/article)\/view\/(\d+)\/(\d+)\/?$/, '$1/download/$2/$3'],
  [/(?:^|\.)arxiv\.org$/, /^\/abs\//, '/pdf/'],
];

/** Pages whose address alone tells the address of their PDF. */
const PAGES: readonly Rewrite[] = [
  [/^www\.nature\.com$/, /^\/articles\/([\w.-]+)\/?(?:\?.*)?$/, '/articles/$1.pdf'],
  [
    /(?:^|\.)(?:biorxiv|medrxiv)\.org$/,
    /^(\/content\/10\.[^?]+v\d+)(?:\.full|\.abstract)?(?:\?.*)?$/,
    '$1.full.pdf',
  ],
  [/(?:^|\.)mdpi\.com$/, /^(\/[\dX-]+\/\d+\/\d+\/\d+)(?:\/htm)?\/?(?:\?.*)?$/, '$1/pdf'],
  [/(?:^|\.)frontiersin\.org$/, /^(\/(?:journals\/[\w-]+\/)?articles\/10\.[^?]+)\/full(?:\?.*)?$/, '$1/pdf'],
  [/(?:^|\.)arxiv\.org$/, /^\/abs\//, '/pdf/'],
  [/^osf\.io$/, /^(\/(?:preprints\/\w+\/)?\w{5,8}(?:_v\d+)?)\/?$/, '$1/download'],
  [/^direct\.mit\.edu$/, /^\/doi\/full\//, '/doi/pdf/'],
  [/^journals\.uchicago\.edu$|^www\.journals\.uchicago\.edu$/, /^\/doi\/full\//, '/doi/pdf/'],
];

function rewritten(url: URL, rules: readonly Rewrite[]): string | undefined {
  const address = url.pathname + url.search;
  for (const [host, pattern, replacement] of rules) {
    if (host.test(url.hostname) && pattern.test(address))
      return url.origin + address.replace(pattern, replacement);
  }
  return undefined;
}

/** `viewer.html?file=…` of pdf.js and the viewers of Google carry the file's address with them. */
function fileOfViewer(url: URL): string | undefined {
  const parameter = /\/viewer(?:\.html)?$/.test(url.pathname) || url.hostname === 'docs.google.com';
  const file = parameter ? (url.searchParams.get('file') ?? url.searchParams.get('url')) : null;
  return file ? parseUrl(file, url.href)?.href : undefined;
}

/** The file behind the address of a viewer; any other address as it is. */
export function fileUrlOf(address: string): string {
  const url = parseUrl(address);
  return (url && (fileOfViewer(url) ?? rewritten(url, VIEWERS))) ?? address;
}

/** Where the PDF of this page is by the known pattern of its host. */
export function pdfUrlOfPage(address: string): string | undefined {
  const url = parseUrl(address);
  return url && rewritten(url, PAGES);
}
