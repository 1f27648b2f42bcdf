import type { FoundLink } from './found-link.ts';

const MAX_STRING_LENGTH = 2000;
const MAX_OBJECT_LENGTH = 3000;

/** Addresses of PDFs that publishers' pages carry in the data of their scripts. */
export function pdfUrlsInScript(script: string): readonly FoundLink[] {
  const found: FoundLink[] = [];
  const scienceDirect = scienceDirectUrl(script);
  if (scienceDirect) found.push({ href: scienceDirect, evidence: 'pdfDownload in script' });
  for (const key of ['pdfPath', 'pdfUrl']) {
    const href = stringOf(script, key);
    if (href) found.push({ href, evidence: `${key} in script` });
  }
  return found;
}

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
    .replace(/\\(.)/g, '$1');

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
