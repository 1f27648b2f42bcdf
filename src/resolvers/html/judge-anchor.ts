import { isPlainFile, saysOfFile } from './address-shapes.ts';
import { isAddressBeside, isLabelledBeside, isNamedBeside } from './beside-paper.ts';
import { kinshipOf, type Owner } from './own-address.ts';
import type { Section } from './page-sections.ts';
import type { Attributes } from './walk-html.ts';

/** A link on a page with the words in it and around it. */
export interface Anchor {
  readonly href: string;
  readonly attributes: Attributes;
  readonly text: string;
  /** Words right behind it: `(PDF, 1 MB)`. */
  readonly after: string;
  readonly section: Section;
  /** The paragraph, list item or cell that it stands in. */
  readonly block: { readonly text: string; readonly length: number };
}

/** What the page is about, as far as a link is judged by it. */
export interface Setting {
  readonly owner: Owner;
  /** Words of the work's title, in lower case. */
  readonly title: ReadonlySet<string>;
  readonly isSameSite: (url: string) => boolean;
}

/**
 * How far a link is trusted to be the paper; lower is better, `undefined` is not at all. `MENTION` counts only where it is
 * the one link of the page: it stands in running text, or its words tell nothing.
 */
export type Trust = 0 | 1 | 2 | 3 | typeof MENTION;
export const MENTION = 4;

const PDF_WORDS = /(?:^|[^a-z])e?pdf(?![a-z])/i;
const PDF_TYPE = /^application\/(?:x-)?pdf\b/i;
const FILE_WORDS =
  /\bdownload\b|\bfull[- ]?(?:text|paper|article)|\b(?:view|read|open|get) (?:the )?(?:article|paper|full|document|file|publication|thesis)|télécharger|texte intégral|herunterladen|volltext|descargar|texto (?:completo|integral)|scarica|testo completo|baixar|pobierz|pełny tekst|скачать|полный текст|текст статьи|下载|全文|ダウンロード|本文|다운로드|원문|\bindir\b|tam metin|unduh|\d\s*(?:[kmg]i?b|bytes)\b/i;
/** Names of what a file may be; a link of this kind is less sure. */
const PAPER_WORDS =
  /^(?:view|read|open|here|manuscript|preprint|postprint|document|text|thesis|dissertation|report|file)\b|\b(?:accepted|submitted|published|final|revised|open access) (?:version|manuscript|paper|article|copy)|version of record|\b(?:article|artikel|artigo|artículo|articolo|articulo|paper|aufsatz|makale)\b/i;
/** Another format than PDF, as galleys are labelled. */
const OTHER_FORMAT =
  /\b(?:x?html?|xml|jats|epub|mobi|docx?|odt|rtf|tex|latex|postscript|mp[34]|audio|video|zip|csv|xlsx?|pptx?|txt)\b/i;

/** A longer text is a sentence that mentions a PDF, not a button that gives one. */
const MAX_LABEL_LENGTH = 60;
/** With more text than this around it in the same paragraph, a link is a mention. */
const MAX_TEXT_AROUND = 120;
/** Files of other sites, and of works with titles of their own, are cited in shorter lines. */
const MAX_TEXT_AROUND_FOREIGN = 30;
/** Words that make a label a title. */
const MIN_WORDS_OF_TITLE = 5;
const TITLE_SHARE = 0.6;

const BARE_ADDRESS = /(?:https?:\/\/|www\.)\S+|\b[\w.-]{1,60}\.(?:org|com|net|edu|gov|int)\/\S*/gi;

interface Words {
  /** Without addresses: that of a cited file says `.pdf` too. */
  readonly label: string;
  readonly isAddress: boolean;
  readonly saysPdf: boolean;
  readonly saysFile: boolean;
  readonly saysPaper: boolean;
}

function wordsOf({ attributes, text, after }: Anchor): Words {
  const shown = text.replace(BARE_ADDRESS, ' ').trim();
  const said = [shown, ...['title', 'aria-label', 'data-tooltip'].map((name) => attributes.get(name) ?? '')]
    .join(' ')
    .trim();
  const isAddress = shown === '' && text.trim() !== '';
  const size = /^[\s(,;:[–-]*(?:pdf|\d[\d.,]*\s*[kmg]i?b)\b/i.test(after) ? after : '';
  const label = `${said} ${PDF_WORDS.test(size) ? 'PDF' : ''}`.trim();
  return {
    label,
    isAddress,
    saysPdf: !isAddress && (PDF_WORDS.test(label) || PDF_TYPE.test(attributes.get('type') ?? '')),
    saysFile: !isAddress && (FILE_WORDS.test(label) || size !== ''),
    saysPaper: !isAddress && PAPER_WORDS.test(label),
  };
}

const wordsIn = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 3);

/** Whether a text names the page's work, another one, or is no title at all. */
function titleIn(text: string, title: ReadonlySet<string>): 'own' | 'other' | 'none' {
  const words = wordsIn(text.replace(BARE_ADDRESS, ' '));
  if (words.length < MIN_WORDS_OF_TITLE || title.size === 0) return 'none';
  const shared = words.filter((word) => title.has(word)).length;
  if (shared >= TITLE_SHARE * Math.min(words.length, title.size)) return 'own';
  return 'other';
}

/** Marks by which platforms set apart the button for the paper; as seen on eLife, OJS 3, Islandora, SAGE, De Gruyter. */
const ARTICLE_CLASS =
  /\bislandora-pdf-link\b|\bintent_pdf_link\b|\bshow-pdf\b|\bpdf-download-btn-link\b|\bdownload-files-pdf\b|\bc-pdf-download__link\b|\bctrl--pdf\b|\bdownloadpdf\b|\barticle-pdfLink\b|\bal-link pdf\b/i;

/** Open Journal Systems. */
const GALLEY = /\b(?:obj_galley_link|galley-link)\b/i;
const isGalleyOfPdf = (names: string): boolean => {
  const at = names.search(GALLEY);
  return at >= 0 && /\bpdf\b/i.test(names.slice(at));
};

const isMarkedAsArticle = (attributes: Attributes): boolean =>
  attributes.get('data-download-type') === 'pdf-article' ||
  ARTICLE_CLASS.test(attributes.get('class') ?? '') ||
  isGalleyOfPdf(attributes.get('class') ?? '') ||
  /^(?:pdfDownloadLink|pdfDown)$/i.test(attributes.get('id') ?? '');

/** Judges a link by its absolute address, its words, its place on the page and the page's own work. */
export function judgeAnchor(anchor: Anchor, url: URL, setting: Setting): Trust | undefined {
  const { owner, title } = setting;
  const kinship = kinshipOf(url, owner);
  if (kinship === 'other' || isAddressBeside(url, title)) return undefined;
  const words = wordsOf(anchor);
  const named = titleIn(anchor.text, title);
  if (named !== 'own' && isLabelledBeside(words.label, title)) return undefined;
  if (!words.saysPdf && OTHER_FORMAT.test(words.label.replace(/\.\w+\b/g, ' '))) return undefined;
  if (named !== 'own' && FILE_NAME.test(words.label) && isNamedBeside(words.label, title)) return undefined;
  const trust = trustOf(anchor, { url, words, setting, isOwn: kinship === 'own', named });
  return trust === undefined
    ? undefined
    : atItsPlace(trust, anchor, {
        isOwn: kinship === 'own',
        url,
        around: titleIn(anchor.block.text, title),
      });
}

const FILE_NAME = /^\S+(?: \S+){0,5}\.pdf\b/i;

interface Judged {
  readonly url: URL;
  readonly words: Words;
  readonly setting: Setting;
  readonly isOwn: boolean;
  readonly named: ReturnType<typeof titleIn>;
}

function trustOf(anchor: Anchor, { url, words, setting, isOwn, named }: Judged): Trust | undefined {
  const says = saysOfFile(url);
  if (!setting.isSameSite(url.href)) return says === 'pdf' && words.saysPdf ? 3 : undefined;
  if (isMarkedAsArticle(anchor.attributes)) return 0;
  if (named === 'other' && !isOwn && !saysAnything(words)) return undefined;
  if (says === 'pdf') return trustOfPdf({ words, isOwn, isPlain: isPlainFile(url), named });
  if (says === 'file') return trustOfFile(words, isOwn);
  return words.saysPdf && anchor.text.length <= MAX_LABEL_LENGTH ? 1 : undefined;
}

const saysAnything = ({ saysPdf, saysFile }: Words): boolean => saysPdf || saysFile;

function trustOfFile({ saysPdf, saysFile }: Words, isOwn: boolean): Trust | undefined {
  if (saysPdf) return 0;
  if (!saysFile) return undefined;
  return isOwn ? 2 : MENTION;
}

interface Told {
  readonly words: Words;
  readonly isOwn: boolean;
  readonly isPlain: boolean;
  readonly named: ReturnType<typeof titleIn>;
}

function trustOfPdf({ words, isOwn, isPlain, named }: Told): Trust | undefined {
  if (words.saysPdf || named === 'own') return 0;
  if (words.saysFile) return isOwn ? 0 : 1;
  if (isOwn || words.saysPaper) return 2;
  if (!isPlain) return 2;
  return words.isAddress ? undefined : MENTION;
}

interface Standing {
  readonly isOwn: boolean;
  readonly url: URL;
  /** Which work the text around it names. */
  readonly around: ReturnType<typeof titleIn>;
}

/** Within lists of other works and what all pages of a site share, only a file that is the work's own counts. */
function atItsPlace(trust: Trust, anchor: Anchor, { isOwn, url, around }: Standing): Trust | undefined {
  const { section, block, text } = anchor;
  if (section === 'extras') return undefined;
  if (isOwn) return trust;
  if (section === 'others') return undefined;
  if (section === 'site') return trust === MENTION || isPlainFile(url) ? undefined : trust;
  return around === 'own' ? trust : inText(trust, block.length - text.length, around);
}

/** With other text around it in its paragraph, a link speaks of what that text does. */
function inText(trust: Trust, length: number, around: Standing['around']): Trust | undefined {
  if (trust === 3) return length > MAX_TEXT_AROUND_FOREIGN ? undefined : trust;
  const isOfOther = around === 'other' && length > MAX_TEXT_AROUND_FOREIGN;
  return isOfOther || length > MAX_TEXT_AROUND ? MENTION : trust;
}
