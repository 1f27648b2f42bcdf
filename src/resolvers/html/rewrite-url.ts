import { parseUrl } from '../../core/url.ts';

/** A pattern over path and query of the hosts, what becomes of it, and where that was seen to hold. */
type Rewrite = readonly [host: RegExp, pattern: RegExp, replacement: string, seen: string];

/** Addresses of readers and viewers whose file stands beside them. */
const VIEWERS: readonly Rewrite[] = [
  [/(?:^|\.)onlinelibrary\.wiley\.com$/, /^\/doi\/e?pdf\//, '/doi/pdfdirect/', 'parseland, sandcrawler'],
  [/(?:^|\.)ascopubs\.org$/, /^\/doi\/(?:e?pdf|full)\//, '/doi/pdfdirect/', 'parseland'],
  [/./, /^\/doi\/(?:epdf|reader)\//, '/doi/pdf/', 'parseland: SAGE, Taylor & Francis, ACS, RSNA, AHA'],
  [
    /(?:^|\.)(?:direct\.mit\.edu|mitpressjournals\.org|journals\.uchicago\.edu)$/,
    /^\/doi\/full\//,
    '/doi/pdf/',
    'parseland',
  ],
  [
    /./,
    /^(.*\/article)\/view\/([\w.-]+)\/([\w.-]+)\/?$/,
    '$1/download/$2/$3',
    'galleys of OJS: view shows what download gives',
  ],
  [/./, /^(.*\/preprint)\/view\/([\w.-]+)\/([\w.-]+)\/?$/, '$1/download/$2/$3', 'galleys of OPS'],
  [
    /./,
    /^(?=.*\.full\.pdf\+html$)(\/(?:.*\/)?content\/.+\.full\.pdf)\+html$/,
    '$1',
    'HighWire: the PDF within a page, and without it',
  ],
  [/(?:^|\.)arxiv\.org$/, /^\/abs\//, '/pdf/', 'info.arxiv.org'],
  [
    /(?:^|\.)degruyter(?:brill)?\.com$/,
    /^(\/document\/doi\/10\.[^?#]+\/pdf)(?:\/firstPage)?(?:\?.*)?$/,
    '$1',
    'parseland: the first page alone, and the file',
  ],
  [/^github\.com$/, /^(\/[^/]+\/[^/]+)\/blob\//, '$1/raw/', 'docs.github.com'],
  [/(?:^|\.)dropbox\.com$/, /^(\/(?:s|scl)\/[^?]+\.pdf)(?:\?.*)?$/, '$1?dl=1', 'help.dropbox.com'],
];

/** Pages whose address alone tells the address of their PDF. */
const PAGES: readonly Rewrite[] = [
  [/^www\.nature\.com$/, /^\/articles\/([\w.-]+)\/?(?:\?.*)?$/, '/articles/$1.pdf', 'www.nature.com'],
  [
    /(?:^|\.)(?:biorxiv|medrxiv)\.org$/,
    /^(\/content\/10\.[^?]+v\d+)(?:\.full|\.abstract)?(?:\?.*)?$/,
    '$1.full.pdf',
    'www.biorxiv.org',
  ],
  [/(?:^|\.)mdpi\.com$/, /^(\/[\dX-]+\/\d+\/\d+\/\d+)(?:\/htm)?\/?(?:\?.*)?$/, '$1/pdf', 'www.mdpi.com'],
  [
    /(?:^|\.)frontiersin\.org$/,
    /^(\/(?:journals\/[\w-]+\/)?articles\/10\.[^?]+)\/full(?:\?.*)?$/,
    '$1/pdf',
    'www.frontiersin.org',
  ],
  [/(?:^|\.)arxiv\.org$/, /^\/abs\//, '/pdf/', 'info.arxiv.org'],
  [/^osf\.io$/, /^(\/(?:preprints\/\w+\/)?\w{5,8}(?:_v\d+)?)\/?$/, '$1/download', 'sandcrawler, parseland'],
  [/^direct\.mit\.edu$/, /^\/doi\/full\//, '/doi/pdf/', 'parseland'],
  [/^(?:www\.)?journals\.uchicago\.edu$/, /^\/doi\/full\//, '/doi/pdf/', 'parseland'],
  [/^(?:www\.)?tandfonline\.com$/, /^\/doi\/(?:full|abs)\/(10\.[^?]+)(?:\?.*)?$/, '/doi/pdf/$1', 'parseland'],
  [
    /^(?:www\.)?degruyter(?:brill)?\.com$/,
    /^(\/document\/doi\/10\.[^?#]+)\/html(?:\?.*)?$/,
    '$1/pdf',
    'parseland: the document with pdf in place of html',
  ],
  [
    /^journals\.plos\.org$/,
    /^(\/\w+\/article)\?id=([^&]+).*$/,
    '$1/file?id=$2&type=printable',
    'journals.plos.org',
  ],
  [/^peerj\.com$/, /^(\/(?:articles|preprints)\/[\w-]+)\/?$/, '$1.pdf', 'peerj.com'],
  [/^aclanthology\.org$/, /^(\/[\w.-]+)\/?$/, '$1.pdf', 'aclanthology.org'],
  [/^proceedings\.mlr\.press$/, /^(\/v\d+)\/([\w-]+)\.html$/, '$1/$2/$2.pdf', 'proceedings.mlr.press'],
  [/^openreview\.net$/, /^\/forum\?id=([\w-]+).*$/, '/pdf?id=$1', 'openreview.net'],
  [
    /^openaccess\.thecvf\.com$/,
    /^(?=.*\.html$)(\/.*)\/html\/(.+)\.html$/,
    '$1/papers/$2.pdf',
    'openaccess.thecvf.com',
  ],
  [
    /^(?:[\w-]+\.)?hal\.science$/,
    /^(\/[a-z]+-\d{6,9}(?:v\d+)?)\/?$/,
    '$1/document',
    'api.archives-ouvertes.fr/docs',
  ],
  [
    /(?:^|\.)jstage\.jst\.go\.jp$/,
    /^(\/article\/.+)\/_article(?:\/-char\/\w+)?\/?$/,
    '$1/_pdf',
    'www.jstage.jst.go.jp',
  ],
  [/(?:^|\.)jmir\.org$/, /^(\/\d{4}\/\d+\/e\d+)\/?$/, '$1/pdf', 'sandcrawler'],
  [/(?:^|\.)protocols\.io$/, /^(\/view\/[\w-]+)\/?$/, '$1.pdf', 'sandcrawler'],
  [/(?:^|\.)researchsquare\.com$/, /^(\/article\/rs-\d+\/v\d+)\/?$/, '$1.pdf', 'www.researchsquare.com'],
  [/(?:^|\.)preprints\.org$/, /^(\/manuscript\/[\d.]+\/v\d+)\/?$/, '$1/download', 'www.preprints.org'],
  [
    /^(?:www\.)?nber\.org$/,
    /^\/papers\/(w\d+)\/?$/,
    '/system/files/working_papers/$1/$1.pdf',
    'www.nber.org',
  ],
];

function rewritten(url: URL, rules: readonly Rewrite[]): string | undefined {
  const address = url.pathname + url.search;
  for (const [host, pattern, replacement] of rules) {
    if (host.test(url.hostname) && pattern.test(address))
      return url.origin + address.replace(pattern, replacement);
  }
  return undefined;
}

const VIEWER = /viewer|\/gview$|pdf\.?js|flipbook|\/reader(?:\/|$)|\/pdf\/?$/i;
const FILE_PARAMETERS = ['file', 'url', 'pdf', 'src', 'pdfurl', 'document', 'doc'];

/** `viewer.html?file=…` of pdf.js, the viewers of Google and `ViewerJS/#../1.pdf` carry the file's address with them. */
function fileOfViewer(url: URL): string | undefined {
  if (!VIEWER.test(url.pathname)) return undefined;
  const given = FILE_PARAMETERS.map((name) => url.searchParams.get(name)).find((value) => isAddress(value));
  const file = given ?? (/^#\S+\.pdf$/i.test(url.hash) ? url.hash.slice(1) : undefined);
  return file ? parseUrl(file, url.href)?.href : undefined;
}

const isAddress = (value: string | null): boolean =>
  value !== null && /[/.]/.test(value) && !/\s/.test(value);

/** The file behind the address of a viewer; any other address as it is. */
export function fileUrlOf(address: string): string {
  const url = parseUrl(address);
  const file = url && fileOfViewer(url);
  const found = (file && parseUrl(file)) || url;
  return (found && rewritten(found, VIEWERS)) ?? file ?? address;
}

/** Where the PDF of this page is by the known pattern of its host. */
export function pdfUrlOfPage(address: string): string | undefined {
  const url = parseUrl(address);
  return url && rewritten(url, PAGES);
}
