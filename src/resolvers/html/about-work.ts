import { isDeposit } from '../../core/deposits.ts';
import { markOf } from '../../core/document-marks.ts';
import { aliasesOf, parseArxiv, parseDoi, parsePmcid, parsePmid } from '../../core/identifiers.ts';
import { shareScript } from '../../core/scripts.ts';
import { bareTitle, squashed } from '../../core/squash.ts';
import type { Work } from '../../core/work.ts';
import { fitsTitle, isTitleAlone, MIN_TITLE, SHORT_TITLE } from './fits-title.ts';
import type { PageParts } from './page-parts.ts';

/** What a work is known by when its landing pages are read. */
export type WorkNames = Pick<Work, 'doi' | 'arxiv' | 'pmcid' | 'pmid' | 'title' | 'authors'>;

/**
 * Whose a page is by what it says of itself. `same`: it names the work, or the work has no name to compare. `other`: it names
 * another one. `unknown`: it does not say.
 */
export type About = 'same' | 'other' | 'unknown';

/** Tags that name the work of the page; repositories put addresses and handles into some of them, too. */
const OWN_IDENTIFIERS =
  /^(?:citation_(?:doi|pmid|pmcid|arxiv_id)|bepress_citation_doi|prism\.doi|wkhealth_doi|dc\.identifier(?:\.\w+)?|dcterms\.identifier|eprints\.(?:doi|id_number)|doi|publication_doi)$/;
const OWN_ADDRESSES =
  /^(?:og:url|(?:bepress_)?citation_(?:abstract|fulltext|public)(?:_html)?_url|dc\.source\.uri)$/;
/** By them a deposit names the published version; what is cited is named elsewhere. */
const VERSIONS =
  /^(?:dc\.relation(?:\.\w+)?|dcterms\.(?:relation|isversionof|hasversion)|eprints\.(?:official_url|related_url_url)|dc\.source)$/;
const TITLES =
  /^(?:citation_title|bepress_citation_title|dc\.title(?:\.\w+)?|dcterms\.title|eprints\.title|prism\.title|wkhealth_title)$/;
const SHOWN_TITLES = /^(?:og:title|twitter:title|title)$/;
const AUTHORS =
  /^(?:(?:bepress_)?citation_authors?|dc\.creator(?:\.\w+)?|dcterms\.creator|eprints\.creators_name)$/;

/** Visible text in which a page gives the DOI of its work: from its first heading on. */
const MAX_FRONT = 3000;
const DOI_IN_TEXT = /10\.\d{4,9}(?:\/|%2f)[^\s"<>]{1,200}/gi;
/** What addresses and pages put behind a DOI. */
const BEHIND_DOI =
  /(?:[/.](?:full|abs|abstract|summary|e?pdf|html?|fulltext|meta|text|short|long)\b.*|[?#&].*|[/.]+)$/i;
const VERSION = /[/._]?v\d{1,3}$/;

const doisIn = (text: string): readonly string[] =>
  (text.match(DOI_IN_TEXT) ?? []).flatMap((found) => parseDoi(found.replace(BEHIND_DOI, '')) ?? []);

interface Said {
  /** As the page's own. */
  readonly identifiers: readonly string[];
  /** Of other versions of the same work, or where the page shows it. */
  readonly mentions: readonly string[];
  /** For machines. */
  readonly declared: readonly string[];
  /** In its title and headings. */
  readonly shown: readonly string[];
  readonly authors: string;
}

function saidBy(parts: PageParts, more: readonly string[]): Said {
  const tagged = (names: RegExp) =>
    parts.metas.filter(({ name }) => names.test(name)).map(({ content }) => content);
  const relations = parts.links.filter(({ rel }) => /\b(?:canonical|cite-as)\b/i.test(rel));
  return {
    identifiers: [
      ...more,
      ...tagged(OWN_IDENTIFIERS),
      ...tagged(OWN_ADDRESSES),
      ...parts.named.identifiers,
      ...relations.map(({ href }) => href),
    ],
    mentions: [...tagged(VERSIONS), ...frontOf(parts)],
    declared: [...tagged(TITLES), ...parts.named.titles],
    shown: [parts.title, ...tagged(SHOWN_TITLES), ...headingsOf(parts)],
    authors: tagged(AUTHORS).join('; '),
  };
}

/** Of lists of works, each heading leads to one. */
function headingsOf({ headings }: PageParts): readonly string[] {
  const isAlone = headings.filter(({ level }) => level === 1).length === 1;
  return headings
    .filter(({ level, hasAnchor }) => !hasAnchor || (level === 1 && isAlone))
    .map(({ text }) => text);
}

/** Texts and links that stand near the title. */
function frontOf({ blocks, headings, anchors }: PageParts): readonly string[] {
  const first = headings.find(({ level }) => level === 1)?.text;
  const from = Math.max(0, first === undefined ? 0 : blocks.findIndex(({ text }) => text === first));
  let left = MAX_FRONT;
  const front = blocks.slice(from).filter(({ section, text }) => {
    if (section !== 'work' || left <= 0) return false;
    left -= text.length;
    return true;
  });
  const near = new Set<unknown>(front);
  const links = anchors.filter(({ block }) => near.has(block)).map(({ href }) => href);
  return [...front.map(({ text }) => text), ...links];
}

/** All names of the work as they are met in tags. */
function isNamedIn(texts: readonly string[], work: WorkNames): boolean {
  const wanted = new Set(aliasesOf(work));
  const dois = [...wanted].filter((name) => name.startsWith('doi:')).map((name) => name.slice(4));
  return texts.some((said) => {
    const text = said.trim().replace(/^info:[a-z]+\//i, '');
    // Tags for numbers of PubMed give them bare.
    if (text === work.pmid) return true;
    if (doisIn(text).some((doi) => dois.some((own) => isSameDoi(doi, own)))) return true;
    const [arxiv, pmcid, pmid] = [parseArxiv(text), parsePmcid(text), parsePmid(text)];
    const names = aliasesOf({ ...(arxiv && { arxiv }), ...(pmcid && { pmcid }), ...(pmid && { pmid }) });
    return names.some((name) => wanted.has(name));
  });
}

/** But for versions and for what pages put behind it. */
function isSameDoi(found: string, own: string): boolean {
  if (found.replace(VERSION, '') === own.replace(VERSION, '')) return true;
  return found.startsWith(own) && /^[^a-z0-9]/.test(found.slice(own.length));
}

/** A DOI that the page has for its own and that is neither the work's nor one of a deposit. */
const namesAnother = ({ identifiers }: Said, { doi }: WorkNames): boolean =>
  doi !== undefined &&
  identifiers.flatMap(doisIn).some((found) => !isDeposit(found) && !doi.startsWith(found));

/** Known authors, of whom the page names others only. */
function hasOtherAuthors({ authors: said }: Said, { authors = [] }: WorkNames): boolean {
  const letters = squashed(said);
  const families = authors.map((name) =>
    squashed((name.includes(',') ? name.split(',')[0] : name.trim().split(/\s+/).at(-1)) ?? ''),
  );
  const known = families.filter((name) => name.length >= 2);
  if (letters === '' || known.length === 0 || !shareScript(said, authors.join(' '))) return false;
  return !known.some((name) => letters.includes(name));
}

/** A correction of the work, or a comment on it, has a title of its own. */
function isNoticeOf(said: Said, { title }: WorkNames, hasOtherDoi: boolean): boolean {
  if (title === undefined) return hasOtherDoi && said.declared.some((text) => markOf(text) !== undefined);
  const wanted = bareTitle(title);
  if (markOf(wanted)) return false;
  const isMarked = (text: string) => markOf(bareTitle(text)) !== undefined;
  const [marked, plain] = [said.declared.filter(isMarked), said.declared.filter((text) => !isMarked(text))];
  if (plain.some((text) => fitsTitle(text, wanted))) return false;
  return marked.length > 0 || said.shown.some((text) => isMarked(text) && fitsTitle(text, wanted));
}

/** Compares a work with what a page says of itself; `more` are identifiers that its headers give. */
export function aboutWork(
  parts: PageParts,
  { work, more = [] }: { readonly work: WorkNames; readonly more?: readonly string[] },
): About {
  const said = saidBy(parts, more);
  if (isNamedIn(said.identifiers, work)) return 'same';
  const hasOtherDoi = namesAnother(said, work);
  if (isNoticeOf(said, work, hasOtherDoi)) return 'other';
  const title = bareTitle(work.title ?? '');
  // Without a title there is nothing but the DOI to go by, and many pages do not give theirs.
  if (squashed(title).length < MIN_TITLE) return hasOtherDoi ? 'unknown' : 'same';
  return byTitle(said, parts, { title, work, hasOtherDoi });
}

interface Wanted {
  readonly title: string;
  readonly work: WorkNames;
  readonly hasOtherDoi: boolean;
}

function byTitle(said: Said, parts: PageParts, wanted: Wanted): About {
  const { title, work, hasOtherDoi } = wanted;
  // "Editorial" is the title of many works.
  if ([...said.declared, ...said.shown].some((text) => fitsTitle(text, title)))
    return hasOtherDoi && squashed(title).length < SHORT_TITLE ? 'unknown' : 'same';
  const isOtherwise = isTitledOtherwise(said, title);
  if (!(isOtherwise && said.declared.length > 0) && isShownBelow(said, parts, wanted)) return 'same';
  return isOtherwise && (hasOtherDoi || hasOtherAuthors(said, work) || isKnownByTitle(said, work))
    ? 'other'
    : 'unknown';
}

/** A title for machines that differs, where neither DOI nor authors could still tell that it is a translation. */
const isKnownByTitle = ({ declared }: Said, { doi, authors = [] }: WorkNames): boolean =>
  declared.length > 0 && doi === undefined && authors.length === 0;

/** In letters that the work's own title has too: a translation in others tells nothing. */
function isTitledOtherwise({ declared, shown }: Said, title: string): boolean {
  const stated = (declared.length > 0 ? declared : shown).filter(
    (text) => squashed(text).length >= MIN_TITLE,
  );
  return stated.length > 0 && stated.every((text) => shareScript(text, title));
}

/** As a line of its own, or by an identifier near the title. */
function isShownBelow(
  { mentions }: Said,
  { blocks }: PageParts,
  { title, work, hasOtherDoi }: Wanted,
): boolean {
  const isThere = blocks.some(
    ({ text, section, hasAnchor }) => section === 'work' && !hasAnchor && isTitleAlone(text, title),
  );
  return isThere || (!hasOtherDoi && isNamedIn(mentions, work));
}
