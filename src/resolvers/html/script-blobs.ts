import { type FoundLink, NO_DATA, type ScriptData } from './found-link.ts';
import { readLinkedData } from './linked-data.ts';

const MAX_STRING_LENGTH = 2000;
const MAX_OBJECT_LENGTH = 3000;

/** Keys under which pages keep the address of their PDF, and where each was seen; the most trusted first. */
const KEYS: readonly (readonly [key: string, seen: string])[] = [
  ['pdfPath', 'ieeexplore.ieee.org/document'],
  ['exportPdfDownloadUrl', 'chemrxiv.org and other portals of figshare'],
  ['pdfDownloadUrl', 'assets of journals built with React'],
  ['fullTextPdfUrl', 'assets of journals built with React'],
  ['downloadPdfUrl', 'assets of journals built with React'],
  ['pdfLink', 'www.scienceopen.com'],
  ['pdf_url', 'openreview.net, www.authorea.com'],
  ['pdfUrl', 'ieeexplore.ieee.org (a frame around the file), www.researchgate.net'],
  ['pdfURL', 'www.jove.com'],
];

/** Addresses that stand in scripts under any key: what they contain, how they end, and where they were seen. */
const BARE: readonly (readonly [part: string, whole: RegExp, seen: string])[] = [
  [
    '/aop-cambridge-core/content/view/',
    /^(?:https:\/\/www\.cambridge\.org)?\/core\/services\/aop-cambridge-core\/content\/view\/.+\.pdf$/,
    'chapters on www.cambridge.org/core/books',
  ],
  ['downloadpdf.aspx?', /downloadpdf\.aspx\?(?:.*&)?an=/i, 'journals.lww.com'],
  ['assets.researchsquare.com/files/', /\/v\d+\/Manuscript\.pdf$/i, 'www.researchsquare.com/article'],
  ['assets.pubpub.org/', /\.pdf$/i, 'www.pubpub.org, exports of a pub'],
  ['/ndownloader/files/', /\/ndownloader\/files\/\d+$/, 'figshare.com/articles'],
];

/** Addresses of PDFs that publishers' pages carry in the data of their scripts. */
export function readScript(script: string, type = ''): ScriptData {
  if (/ld\+json/i.test(type)) return readLinkedData(script);
  const links: FoundLink[] = [];
  const scienceDirect = scienceDirectUrl(script);
  if (scienceDirect) links.push({ href: scienceDirect, evidence: 'pdfDownload in script' });
  if (isClosed(script)) return { ...NO_DATA, links };
  for (const [key] of KEYS) {
    const href = stringOf(script, key);
    if (href && ADDRESS.test(href)) links.push({ href, evidence: `${key} in script` });
  }
  for (const [part, whole] of BARE) {
    const href = quotedAround(script, part);
    if (href && whole.test(href)) links.push({ href, evidence: 'address in script' });
  }
  links.push(...bitstreamsIn(script));
  return { ...NO_DATA, links };
}

const ADDRESS = /^(?:https?:\/\/|\/)\S+$/;

/** IEEE Xplore names the file of every paper, and says beside it whether it may be had. */
const isClosed = (script: string): boolean =>
  script.includes('"isOpenAccess":false') && !/"(?:isFreeDocument|isFree|isPromo)":true/.test(script);

/** The value of the first `"key":"…"`; looked for at its place only, so that a long script costs one pass. */
function stringOf(text: string, key: string): string | undefined {
  const at = text.indexOf(`"${key}"`);
  if (at < 0) return undefined;
  const after = text.slice(at + key.length + 2, at + key.length + 2 + MAX_STRING_LENGTH);
  const raw = /^\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(after)?.[1];
  return raw && unescaped(raw);
}

const unescaped = (raw: string): string =>
  raw
    .replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\(.)/g, '$1')
    .replaceAll('&amp;', '&');

/** The string within quotation marks around the first occurrence of a part. */
function quotedAround(text: string, part: string): string | undefined {
  const escaped = part.replaceAll('/', '\\/');
  const at = [text.indexOf(part), text.indexOf(escaped)].filter((place) => place >= 0)[0];
  if (at === undefined) return undefined;
  const before = text.slice(Math.max(0, at - MAX_STRING_LENGTH), at);
  const start = Math.max(before.lastIndexOf('"'), before.lastIndexOf("'")) + 1;
  const after = /^[^"']*/.exec(text.slice(at, at + MAX_STRING_LENGTH))?.[0] ?? '';
  return unescaped(before.slice(start) + after).trim();
}

const MAX_BITSTREAMS = 20;

/**
 * The state that DSpace 7 sends along with a page for its program, its quotation marks perhaps written `&q;`: bitstreams
 * with their names, and behind each name the address of its content.
 */
function bitstreamsIn(script: string): readonly FoundLink[] {
  if (!script.includes('bitstreams/')) return [];
  const found: FoundLink[] = [];
  const name = /(?:"|&q;)name(?:"|&q;):(?:"|&q;)([^"&<>]{1,300}\.pdf)(?:"|&q;)/gi;
  for (let match = name.exec(script); match && found.length < MAX_BITSTREAMS; match = name.exec(script)) {
    const data = script.slice(match.index, match.index + MAX_OBJECT_LENGTH);
    const isOriginal = !/(?:"|&q;)bundleName(?:"|&q;):(?:"|&q;)(?!ORIGINAL)/.test(data.slice(0, 1500));
    const href = /(?<!\w)https?:\/\/[^"&<>\s]{1,300}\/bitstreams\/[0-9a-f-]{36}\/content/.exec(data)?.[0];
    if (href && isOriginal) found.push({ href, evidence: `bitstream ${match[1]}` });
  }
  return found;
}

/** `"pdfDownload":{"urlMetadata":{"path","pii","pdfExtension","queryParams":{"md5","pid"}}}` */
function scienceDirectUrl(script: string): string | undefined {
  const at = script.indexOf('"pdfDownload"');
  if (at < 0) return undefined;
  const data = script.slice(at, at + MAX_OBJECT_LENGTH);
  const [path, pii, extension] = ['path', 'pii', 'pdfExtension'].map((key) => stringOf(data, key));
  if (!path || !pii || !extension) return undefined;
  const query = new URLSearchParams();
  for (const key of ['md5', 'pid']) {
    const value = stringOf(data, key);
    if (value) query.set(key, value);
  }
  const address = `/${path.replace(/^\/+/, '')}/${pii}${extension}`;
  return query.size > 0 ? `${address}?${query.toString()}` : address;
}
