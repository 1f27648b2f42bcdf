import { parseUrl } from '../../core/url.ts';

/** By its address: a file of this page's work, of another work, or neither told. */
type Kinship = 'own' | 'other' | 'untold';

/** What the addresses and tags of a page say of which work it shows. */
export interface Owner {
  readonly dois: readonly string[];
  /** Numbers, codes and slugs that stand for the work wherever they are met. */
  readonly marks: readonly string[];
  /** Names of parts of the path, with the numbers behind each. */
  readonly places: ReadonlyMap<string, readonly string[]>;
}

/** Tags in the head of a page. */
interface Tags {
  readonly metas: readonly { readonly name: string; readonly content: string }[];
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}

const DOI = /10\.\d{4,9}\/[^?#&"\s]+/;
const DOI_TAGS = /^(?:citation_doi|bepress_citation_doi|prism\.doi|dc\.identifier(?:\.doi)?|doi)$/;
const ADDRESS_TAGS =
  /^(?:og:url|citation_abstract_html_url|citation_fulltext_html_url|bepress_citation_abstract_html_url)$/;
const MAX_MARKS = 40;
const MIN_SLUG_LENGTH = 15;

/** Parts of the path that say how a work is shown, not which one. */
const VERB =
  /^(?:view|viewfile|download|downloads|abs|abstract|full|fulltext|full-text|html|htm|pdf|epdf|pdfdirect|pdfft|pdfplus|reader|meta|summary|article-abstract|article-pdf|articlelanding|articlepdf|article-landing|document|file|files|bitstreams|inline|core|content-pdf|_article|_pdf|en|fr|de|es|pt)$/;
const ENDING = /^(?:full|short|long|abstract|full-text|fulltext|pdf|html?|xml|php|aspx?|jsp|cgi)$/;
const WAY_OF_SHOWING = /^(?:full|abs|abstract|html|meta|pdf|epdf|summary|fulltext|)$/;

/** Without the words at its end, in linear time: a pattern of repeated words is tried again at each of them. */
function withoutLast(text: string, separator: '.' | '/', words: RegExp): string {
  let end = text.length;
  for (;;) {
    const at = text.lastIndexOf(separator, end - 1);
    if (at < 0 || end === 0 || !words.test(text.slice(at + 1, end))) return text.slice(0, end);
    end = at;
  }
}
/** What may stand behind a DOI in the address of its file. */
const BEHIND_DOI = /^(?:$|[^a-z0-9]|v\d)/;
/** Places that number files, pages or years, not works. */
const NO_PLACE =
  /^(?:files?|sites|media|uploads?|assets|static|system|user|users|wp-content|page|pages|year|v|version|api|node)$/;

const lower = (text: string): string => {
  try {
    return decodeURIComponent(text).toLowerCase();
  } catch {
    return text.toLowerCase();
  }
};

/** Parts of the path outside of a DOI, which is compared as a whole. */
const partsOf = (url: URL): readonly string[] =>
  lower(url.pathname)
    .replace(DOI, '')
    .split('/')
    .map((part) => withoutLast(part, '.', ENDING))
    .filter((part) => part !== '' && !VERB.test(part));

/** Names with the run of numbers that follows each. */
function placesOf(url: URL): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>();
  let name = '';
  for (const part of partsOf(url)) {
    // DSpace keeps the files of `/handle/1/2` below `/bitstream/1/2` or `/bitstream/handle/1/2`.
    if (!/\d/.test(part)) name = part === 'bitstream' ? 'handle' : part;
    else if (!NO_PLACE.test(name)) {
      const numbers = places.get(name) ?? [];
      if (numbers.length === 0) places.set(name, numbers);
      numbers.push(part);
    }
  }
  return places;
}

function doiIn(text: string): string | undefined {
  const found = DOI.exec(lower(text))?.[0];
  if (found === undefined) return undefined;
  return withoutLast(withoutLast(withoutLast(found, '/', WAY_OF_SHOWING), '.', ENDING), '/', /^$/);
}

/** Years, ISSNs, volumes and issues, which many works share. */
const SHARED =
  /^(?:(?:19|20)\d\d|\d{4}-\d{3}[\dx]|(?:vol|volume|iss|issue|no|num|number|part|series?)[-_.]?\d.*)$/;
const isMark = (part: string): boolean =>
  (/\d/.test(part) && part.length >= 4 && !SHARED.test(part)) ||
  (part.length >= MIN_SLUG_LENGTH && part.split('-').length >= 3);

/** A path ends in its work, or in a version of it; before that stand journals, volumes and repositories. */
function lastParts(url: URL): readonly string[] {
  const parts = partsOf(url);
  const isSlug = (part: string) => part.length >= MIN_SLUG_LENGTH && part.split('-').length >= 3;
  return parts.filter(
    (part, at) => at === parts.length - 1 || isSlug(part) || (at === parts.length - 2 && /\D/.test(part)),
  );
}

/** Reads from a page and its address which work it shows. */
export function ownerOf(pageUrl: string, { metas, links }: Tags): Owner {
  const canonical = links.filter(({ rel }) => /\bcanonical\b/i.test(rel)).map(({ href }) => href);
  const told = metas.filter(({ name }) => ADDRESS_TAGS.test(name)).map(({ content }) => content);
  const urls = [pageUrl, ...canonical, ...told].flatMap((text) => parseUrl(text, pageUrl) ?? []);
  const tagged = metas
    .filter(({ name }) => DOI_TAGS.test(name))
    .flatMap(({ content }) => doiIn(content) ?? []);
  const dois = [...new Set([...urls.flatMap((url) => doiIn(url.pathname + url.search) ?? []), ...tagged])];
  const suffixes = dois.map((doi) => doi.slice(doi.indexOf('/') + 1));
  const parts = urls.flatMap((url) => [...lastParts(url), ...[...url.searchParams.values()].map(lower)]);
  const places = placesOf(urls[0] ?? new URL('about:blank'));
  return { dois, places, marks: [...new Set([...parts, ...suffixes].filter(isMark))].slice(0, MAX_MARKS) };
}

/** Tells by the address alone whether a file belongs to the page's work. */
export function kinshipOf(url: URL, { dois, marks, places }: Owner): Kinship {
  const address = lower(url.pathname + url.search);
  const doi = DOI.exec(address)?.[0];
  if (doi !== undefined && dois.length > 0) {
    const isOwn = dois.some((own) => doi.startsWith(own) && BEHIND_DOI.test(doi.slice(own.length)));
    return isOwn ? 'own' : 'other';
  }
  if (marks.some((mark) => hasWord(address, mark))) return 'own';
  return kinshipOfPlaces(placesOf(url), places);
}

function hasWord(text: string, word: string): boolean {
  const at = text.indexOf(word);
  if (at < 0) return false;
  const isBorder = (character: string | undefined) => character === undefined || !/[a-z0-9]/.test(character);
  return (
    isBorder(text[at - 1]) &&
    (isBorder(text[at + word.length]) || /^(?:[a-z]|v\d+)\b/.test(text.slice(at + word.length)))
  );
}

/** But for the version behind it: `hal-01` and `hal-01v2`. */
const isSameNumber = (one: string, other: string): boolean =>
  one.replace(/v\d+$/, '') === other.replace(/v\d+$/, '');

/** A number, a code that begins with a letter, or a title in words. */
const formOf = (part = ''): string =>
  part.split('-').length > 3
    ? 'words'
    : /^\d[\d.-]*$/.test(part)
      ? 'number'
      : /^\d/.test(part)
        ? 'digits'
        : 'code';

/** The same place with other numbers is another work: `/article/12` and `/article/99/pdf`. */
function kinshipOfPlaces(
  there: ReadonlyMap<string, readonly string[]>,
  here: ReadonlyMap<string, readonly string[]>,
): Kinship {
  let kinship: Kinship = 'untold';
  for (const [name, own] of here) {
    const numbers = there.get(name);
    const shared = Math.min(own.length, numbers?.length ?? 0);
    const differing = own.slice(0, shared).findIndex((part, at) => !isSameNumber(part, numbers?.[at] ?? ''));
    // Numbers without a name before them, or of another form, may count anything.
    if (differing >= 0 && name !== '' && formOf(own[differing]) === formOf(numbers?.[differing]))
      return 'other';
    if (differing >= 0) continue;
    // Only the last place tells the work; those before it tell its journal.
    kinship = shared === own.length ? 'own' : 'untold';
  }
  return kinship;
}
