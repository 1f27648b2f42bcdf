import type { FoundLink } from './found-link.ts';
import type { Attributes } from './walk-html.ts';

const MAX_CODE_LENGTH = 2000;
/** The first quoted string of a call that looks like an address: `popup('/files/1.pdf')`. */
const QUOTED_ADDRESS = /["'`]((?:https?:\/\/|\.{0,2}\/|[\w-]+\/)[^"'`\s<>]+|[^"'`\s<>]+\.pdf)["'`]/i;

/** The address that an anchor or button leads to, also where a script opens it. */
export function addressInCode(attributes: Attributes): string | undefined {
  const href = attributes.get('href')?.trim();
  if (href && !/^(?:javascript:|#|$)/i.test(href)) return href;
  const code = [href, attributes.get('onclick')].join(' ').slice(0, MAX_CODE_LENGTH);
  return QUOTED_ADDRESS.exec(code)?.[1];
}

const ADDRESS = /^(?:https?:\/\/|\/|\.{1,2}\/|[\w%.~-]+(?:\/[\w%.~-]+)*\.pdf\b)/i;
/** Attributes that hold addresses of any kind: the element must say that this one is a PDF's. */
const PLAIN_NAMES = /^data-(?:[\w-]*-)?(?:url|href|src|file|link|popup|doc|document|path|source|download)$/;

/**
 * Addresses that scripts of a page find in the attributes of its elements: `data-pdf-url` of journals.lww.com,
 * `data-popup` of Ingenta, `<div class="pdf-container" data-url>` of De Gruyter.
 */
export function dataLinks(tag: string, attributes: Attributes): readonly FoundLink[] {
  if (tag === 'iframe' || tag === 'embed' || tag === 'object') return [];
  const found: FoundLink[] = [];
  for (const [name, value] of attributes) {
    if (!name.startsWith('data-') || !ADDRESS.test(value) || /\s/.test(value)) continue;
    const isPdf = /pdf/.test(name) || (PLAIN_NAMES.test(name) && saysPdf(attributes));
    if (isPdf) found.push({ href: value, evidence: `${name} pdf` });
  }
  return found;
}

const saysPdf = (attributes: Attributes): boolean =>
  ['class', 'id', 'title', 'aria-label', 'data-type'].some((name) =>
    /(?:^|[^a-z])pdf/i.test(attributes.get(name) ?? ''),
  );

const MAX_WORDS_LENGTH = 300;

/** What is said of a picture, and its file's name: `pdf_icon.gif`. */
export function wordsOfPicture(attributes: Attributes): string {
  const file = (attributes.get('src') ?? '').split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '';
  const isPdf = [file, attributes.get('class') ?? ''].some((name) => /(?:^|[^a-z])pdf/i.test(name));
  return [attributes.get('alt'), attributes.get('title'), isPdf ? 'PDF' : '']
    .join(' ')
    .slice(0, MAX_WORDS_LENGTH);
}
