import type { Attributes } from './walk-html.ts';

/** What a part of a page is about: the work itself, other works, things beside it, or the whole site. */
export type Section = 'work' | 'others' | 'extras' | 'site';

const OTHERS_NAME =
  /^(?:[\w-]*[-_])?(?:references?|ref-?list|reflist|refs|refbody|ref-content|ref-item|bibliograph(?:y|ies)|listbibl|bibentry|related|recommend(?:ed|ations)?|suggested|similar|cited-?by|citing|citations?|footnotes?|foot_notes|endnotes?|articlereference[\w-]*|eletters[\w-]*|comments?|most-?read|most-?cited|most-?viewed|trending|latest|toc|issue-?toc|table-?of-?contents?|booktoc|further-?reading|more-?from|also-?read|other-?articles|related-?(?:do|content|items?)\w*|nlm_(?:back|citation))(?:[-_]+(?:list|section|articles?|papers?|works?|content|contents|container|wrapper|items?|body|block|tab|panel|widget|group))*$/i;
const EXTRAS_NAME =
  /^(?:[\w-]*[-_])?(?:suppl(?:ement(?:s|ary|al)?)?|supporting|supplementary-?(?:materials?|information|files?)|supplementarymaterial|additional-?files?|appendix|table-?wrap|peer-?review|review-?history|widget--buy|buy|purchase|access-?options|get-?access|advert\w*|ads?|banner|author-?(?:info|guidelines|resources)\w*|cta-guide-authors|cookies?|consent)(?:[-_]+(?:list|section|files?|materials?|content|container|wrapper|items?|body|block|tab|panel|widget|info|information))*$/i;
/** As a whole: repositories call their lists of files tables, and frameworks any table. */
const EXHIBIT_NAME = /^(?:figures?|fig|table-?container|(?:c-)?article-(?:figures?|tables?))$/i;
const SITE_NAME =
  /^(?:site|global|page|main|top|bottom)[-_]?(?:footer|header|nav(?:bar|igation)?|menu)$|^(?:footer|navbar|breadcrumbs?|footer-publication)$/i;

const OTHERS_HEADING =
  /^(?:\d+\.?\s*)?(?:references?|bibliograph(?:y|ie|ía)|literatur(?:e(?: cited)?|verzeichnis|hinweise)?|works cited|literature|referencias(?: bibliográficas)?|referências(?: bibliográficas)?|références|riferimenti|notes?|foot ?notes|end ?notes|fußnoten|anmerkungen|further reading|related(?: .{0,30})?|recommended(?: .{0,30})?|similar (?:articles|papers|items|works).{0,20}|suggested .{0,30}|cited by.{0,20}|citing articles|citations|other (?:articles|papers|works|publications).{0,40}|more (?:from|by|articles|papers).{0,40}|most (?:read|cited|viewed|popular|downloaded).{0,40}|you (?:may|might) also.{0,40}|also (?:in|by|of interest).{0,40}|latest .{0,30}|recent .{0,30}|trending.{0,30}|(?:in )?this issue.{0,20}|table of contents|contents|comments.{0,20}|e-?letters.{0,20}|publications by.{0,40}|artículos (?:relacionados|similares|más leídos).{0,40}|artigos (?:relacionados|semelhantes|mais lidos).{0,40}|articles (?:similaires|connexes|les plus lus).{0,40}|ähnliche .{0,30}|verwandte .{0,30}|weitere .{0,40}|参考文献|引用文献|список литературы|литература)\s*(?:\(\d+\))?:?$/i;
const EXTRAS_HEADING =
  /^(?:\d+\.?\s*)?(?:(?:electronic )?supplement.{0,40}|supporting .{0,40}|additional (?:files?|information|material).{0,20}|appendi(?:x|ces).{0,20}|multimedia appendix.{0,20}|figures?(?: (?:and|&) tables?)?|tables?|peer[- ]review.{0,30}|reviewer.{0,30}|review history|decision letter.{0,20}|purchase.{0,30}|buy .{0,30}|get access.{0,30}|access options|rent .{0,30}|information for .{0,30}|for authors.{0,20}|author (?:guidelines|information|resources|biograph.{0,10}).{0,20}|about the (?:authors?|journal|publisher).{0,20}|policies.{0,30}|editorial (?:policies|board).{0,20}|presentation slides|poster|data availability.{0,20}|acknowledge?ments?|funding|conflicts? of interest|ethics.{0,40}|material suplementario|matériel supplémentaire|zusatzmaterial.{0,20}|anexos?|anhang)\s*:?$/i;

const CONTAINERS = new Set([
  'div',
  'section',
  'aside',
  'article',
  'ol',
  'ul',
  'dl',
  'table',
  'nav',
  'footer',
  'header',
  'figure',
  'li',
  'p',
  'td',
]);
/** An element left open swallows the rest of the page: only those that authors of pages close are followed. */
const TRACKED = new Set([
  'div',
  'section',
  'aside',
  'article',
  'ol',
  'ul',
  'dl',
  'table',
  'nav',
  'footer',
  'header',
  'figure',
  'cite',
]);
/** No class is longer, and the patterns of names take their time. */
const MAX_NAME_LENGTH = 60;
const BACK_ROLES = /^doc-(?:bibliography|endnotes?|footnotes?|biblioentry|appendix)$/;

/** Elements that may hold a list of other works, or matter beside the work. */
export const isContainer = (tag: string): boolean => CONTAINERS.has(tag) || TRACKED.has(tag);

/** Elements that say by themselves what they hold. */
const SECTION_OF: Readonly<Record<string, Section>> = {
  footer: 'site',
  nav: 'site',
  figure: 'extras',
  cite: 'others',
};

function sectionOfTag(tag: string, attributes: Attributes): Section {
  if (!TRACKED.has(tag)) return 'work';
  if (BACK_ROLES.test(attributes.get('role') ?? '')) return 'others';
  const names = `${attributes.get('id') ?? ''} ${attributes.get('class') ?? ''}`
    .split(/\s+/)
    .filter((name) => name !== '' && name.length <= MAX_NAME_LENGTH);
  const isNamed = (...patterns: readonly RegExp[]) =>
    names.some((name) => patterns.some((pattern) => pattern.test(name)));
  if (isNamed(OTHERS_NAME)) return 'others';
  if (isNamed(EXTRAS_NAME, EXHIBIT_NAME)) return 'extras';
  return isNamed(SITE_NAME) ? 'site' : (SECTION_OF[tag] ?? 'work');
}

/** What a heading opens. */
function sectionOfHeading(text: string): Section {
  if (OTHERS_HEADING.test(text)) return 'others';
  return EXTRAS_HEADING.test(text) ? 'extras' : 'work';
}

const MAX_HEADING_LENGTH = 80;
/** Below `h6`: a paragraph that holds nothing but the words of a heading. */
const NO_HEADING_LEVEL = 7;

interface Headed {
  readonly section: Section;
  readonly level: number;
  /** Of containers, where the heading stands. */
  readonly depth: number;
}

/**
 * Follows through the tags of a page what each part of it is about: by the names of the element around it, left when as
 * many of its tags have closed as opened, or by the heading above it, up to the next one of the same rank.
 */
export class SectionTracker {
  private element: { readonly tag: string; readonly section: Section; depth: number } | undefined;
  private headed: Headed | undefined;
  private depth = 0;

  get section(): Section {
    return this.element?.section ?? this.headed?.section ?? 'work';
  }

  open(tag: string, attributes: Attributes): void {
    if (TRACKED.has(tag)) this.depth++;
    if (this.element) {
      if (tag === this.element.tag) this.element.depth++;
      return;
    }
    const section = sectionOfTag(tag, attributes);
    if (section !== 'work') this.element = { tag, section, depth: 1 };
  }

  close(tag: string): void {
    if (TRACKED.has(tag)) this.depth--;
    // A heading often has a box of its own: what it opens lasts one container longer.
    if (this.headed && this.depth < this.headed.depth - 1) this.headed = undefined;
    if (this.element?.tag === tag && --this.element.depth === 0) this.element = undefined;
  }

  /** A heading, or with no level a block of text that may serve as one. */
  heading(text: string, level = NO_HEADING_LEVEL): void {
    const words = text.replace(/\s+/g, ' ').trim();
    const section = words.length > MAX_HEADING_LENGTH ? 'work' : sectionOfHeading(words);
    const isNested = this.headed !== undefined && level > this.headed.level;
    if (section === 'work' && (isNested || level === NO_HEADING_LEVEL)) return;
    this.headed = section === 'work' ? undefined : { section, level, depth: this.depth };
  }
}
