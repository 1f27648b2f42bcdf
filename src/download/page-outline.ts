import { type Block, blockSorter } from './page-blocks.ts';
import {
  isAboutWork,
  isIntroduction,
  isNumberedByLetter,
  isOfAbstract,
  isOfChapter,
  isOfPicture,
  isOfSupplement,
  isPlainSection,
  kindOfHeading,
  type SectionKind,
  startsText,
} from './page-headings.ts';

/** How a page is built: what tells an article from a page about one. */
export interface Outline {
  /** Words in paragraphs, without menus, abstract, references, captions and what is said of other works. */
  readonly proseWords: number;
  /** Headings with prose of their own under them, abstract and references left out. */
  readonly sections: number;
  /** Those among them that bear a name only papers use: "Methods", "Results and discussion". */
  readonly namedSections: number;
  readonly abstractWords: number;
  readonly hasReferences: boolean;
  /** Paragraphs among that prose. */
  readonly paragraphs: number;
  /** References and figures that the prose points to. Abstracts do not. */
  readonly citations: number;
  /** Paragraphs of it that begin as those of a structured abstract do: "Methods: ". */
  readonly labels: number;
  /** All of it introduces a text that is not there. */
  readonly isIntroductionOnly: boolean;
  /** Texts of several works stand in it, each under its title. */
  readonly isCollection: boolean;
  /** A paragraph of it ends in the middle. */
  readonly isCut: boolean;
  /** Everything said outside of menus, links left out. */
  readonly words: number;
  /** The same without what is said of other works. */
  readonly ownWords: number;
  /** Everything. */
  readonly allWords: number;
}

const MIN_SECTION_WORDS = 50;
const MIN_NAMED_WORDS = 25;
const MIN_REFERENCES = 5;

/** `[12]`, `[3, 4]`, `(Smith et al., 2010)`. */
const CITATION =
  /\[\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,9}\]|\(\p{Lu}[\p{L}’'-]{1,30}(?: et al\.?| (?:and|&) \p{Lu}[\p{L}’'-]{1,30})?,? (?:1[89]|20)\d\d[a-z]?\)/gu;
const ABSTRACT_LABEL =
  /^\s*(?:background|context|introduction|objectives?|aims?|purpose|methods?|materials? and methods|design|setting|results?|findings|conclusions?|interpretation|significance|hintergrund|methoden?|ergebnisse|objetivos?|m[ée]todos?|resultados?|conclusion(?:es)?)\s*[:.–—]/i;
const CUT = /(?:…|\.{3}|\[…\]|\[\.{3}\])\s*$/;

interface Section {
  readonly kind: SectionKind | 'front';
  readonly level: number;
  /** How many elements stood open around the heading. */
  depth: number;
  words: number;
  blocks: number;
  /** It is about other works. */
  readonly isOfOthers: boolean;
  /** It is what others say of this one: reviews, comments, summaries. */
  readonly isAboutWork: boolean;
  readonly isChapter: boolean;
  readonly isSupplement: boolean;
  readonly isIntroduction: boolean;
}

/** Headings over lists of other works. */
const OF_OTHERS =
  /related|similar|recommend|suggest|cit(?:ed|ing)|also|\bmore\b|\bmost\b|latest|popular|featured|trending|recent|browse|meistgelesen|beliebt|neueste|plus (?:lus|consult|cit)|récent|más (?:leíd|vist|citad)|recientes|mais (?:lid|vist|citad)|più (?:lett|cit|vist)|recenti|популярн|читаем|последн|热门|最新|人气|最も|人気|新着|인기|최신|相关|推荐|関連|관련|verwandt|ähnlich|similaire|relacionad|correlat|похож/i;

export interface Heading {
  readonly text: string;
  readonly level: number;
  readonly depth: number;
  /** It leads elsewhere: the title of another page. */
  readonly isLink: boolean;
}

const FRONT: Section = {
  kind: 'front',
  level: 0,
  depth: 0,
  words: 0,
  blocks: 0,
  isOfOthers: false,
  isAboutWork: false,
  isChapter: false,
  isSupplement: false,
  isIntroduction: false,
};
const isText = (kind: Section['kind']): boolean => kind === 'front' || kind === 'body' || kind === 'named';

/** Whether a heading below another belongs to its section: subsections of what is not the text are not the text either. */
function staysInside(above: Section, { text, level }: Heading, kind: SectionKind): boolean {
  if (above.isAboutWork) return kind !== 'references' && !isPlainSection(text);
  if (above.isSupplement && isNumberedByLetter(text)) return true;
  if (isText(above.kind) || level <= above.level || kind === 'references' || startsText(text)) return false;
  if (above.kind === 'abstract') return isOfAbstract(text) || kind === 'body';
  return kind !== 'named';
}

function counters() {
  return {
    proseWords: 0,
    sections: 0,
    namedSections: 0,
    abstractWords: 0,
    paragraphs: 0,
    citations: 0,
    labels: 0,
    isCut: false,
    ownWords: 0,
    references: 0,
    hasReferenceHeading: false,
    introductionWords: 0,
    introducedWorks: 0,
    chapters: 0,
    chapterWords: 0,
    chapterSections: 0,
    words: 0,
    allWords: 0,
  };
}

/** What tells a paragraph of a text from one of an abstract. */
function countSigns(sum: Sum, { text, marks }: Block): void {
  sum.paragraphs++;
  sum.citations += marks > 0 ? marks : (text.match(CITATION)?.length ?? 0);
  if (ABSTRACT_LABEL.test(text)) sum.labels++;
  sum.isCut ||= CUT.test(text);
}

/** What is said, in words that lead nowhere: in all but the menus, and of this work alone. */
function countSaid(sum: Sum, words: number, isOfOthers: boolean): void {
  sum.words += words;
  if (!isOfOthers) sum.ownWords += words;
}

type Sum = ReturnType<typeof counters>;

function addProse({ sum, section }: { sum: Sum; section: Section }, words: number, block: Block): void {
  section.blocks++;
  if (block.zone === 'abstract' || section.kind === 'abstract') sum.abstractWords += words;
  else if (block.zone === 'text' && isText(section.kind)) {
    sum.proseWords += words;
    section.words += words;
    countSigns(sum, block);
  }
}

/** Of the prose; some of it stands before the first heading. */
const MOSTLY = 0.8;
/** Titles that an introduction follows each. */
const MIN_WORKS = 3;
/** A heading as long as this may be the title of a work; those of sections that are numbered are none. */
const MIN_TITLE_CHARS = 25;
const NUMBERED = /^\W*\d|^(?:experiment|study|part|case|section|lecture)\W*\d/i;

/** Counts the works of a page: a title, and below it the introduction of a text. */
function followWorks(sum: Sum) {
  let title: Heading | undefined;
  return (heading: Heading, kind: SectionKind): void => {
    const { text, level, isLink } = heading;
    if (isIntroduction(text)) {
      if (title && title.level < level) sum.introducedWorks++;
      title = undefined;
    } else if (kind === 'body' && !isLink && text.length >= MIN_TITLE_CHARS && !NUMBERED.test(text))
      title = heading;
  };
}

/** Books are announced with some words on each of their chapters. */
const MIN_CHAPTERS = 3;
const MIN_CHAPTER_WORDS = 600;

function outlineOf(sum: Sum): Outline {
  const { references, hasReferenceHeading, chapters, chapterWords, chapterSections, ...others } = sum;
  const { introductionWords, introducedWorks, ...rest } = others;
  const isAnnounced = chapters >= MIN_CHAPTERS && chapterWords < MIN_CHAPTER_WORDS * chapters;
  return {
    ...rest,
    isIntroductionOnly: rest.sections === 1 && introductionWords > MOSTLY * rest.proseWords,
    isCollection: introducedWorks >= MIN_WORKS,
    proseWords: rest.proseWords - (isAnnounced ? chapterWords : 0),
    sections: rest.sections - (isAnnounced ? chapterSections : 0),
    hasReferences: references >= MIN_REFERENCES || (hasReferenceHeading && references > 0),
  };
}

function countSection(sum: Sum, { kind, words, isChapter, isIntroduction: isFirst }: Section): void {
  if (isFirst) sum.introductionWords += words;
  const isSection = (kind === 'body' || kind === 'named') && words >= MIN_SECTION_WORDS;
  if (isSection) sum.sections++;
  if (isChapter) {
    sum.chapters++;
    sum.chapterWords += words;
    if (isSection) sum.chapterSections++;
  }
  if (kind === 'named' && words >= MIN_NAMED_WORDS) sum.namedSections++;
}

const sectionOf = ({ text, level, depth, isLink }: Heading, kind: SectionKind): Section => ({
  kind,
  level,
  depth,
  words: 0,
  blocks: 0,
  isOfOthers: isLink || (kind === 'beside' && OF_OTHERS.test(text)),
  isAboutWork: isAboutWork(text),
  isChapter: isOfChapter(text),
  isSupplement: isOfSupplement(text),
  isIntroduction: isIntroduction(text),
});

/** Sorts the blocks of a page into sections by its headings. */
export function pageOutline() {
  const sum = counters();
  let section: Section = { ...FRONT };
  let isCaption = false;
  const { sort, endTeaser } = blockSorter();
  const countWorks = followWorks(sum);

  const begin = (next: Section) => {
    countSection(sum, section);
    section = next;
  };

  return {
    isOfOthers: (): boolean => section.isOfOthers,
    /** Whether any of the text, or of its abstract, has come. */
    hasProse: (): boolean => sum.proseWords + sum.abstractWords > 0,
    /** In references, or among other works. */
    isBesideText: (): boolean => section.isOfOthers || section.kind === 'references',
    /** In a section that the text has, or behind some of its prose. */
    isInText: (): boolean =>
      section.kind === 'named' || (section.kind === 'body' && section.words >= MIN_NAMED_WORDS),
    startSection(heading: Heading) {
      const { text, isLink } = heading;
      isCaption = isOfPicture(text);
      if (isCaption) return;
      const kind = isLink ? 'beside' : kindOfHeading(text);
      sum.hasReferenceHeading ||= kind === 'references';
      countWorks(heading, kind);
      if (staysInside(section, heading, kind)) return;
      if (kind === 'abstract' || kind === 'named') endTeaser();
      begin(sectionOf(heading, kind));
    },
    /** An element has closed, `depth` are left open: with its container a section ends, unless only its heading stood inside. */
    close(depth: number) {
      if (depth >= section.depth || section.kind === 'front') return;
      if (section.blocks === 0) section.depth = depth;
      else begin({ ...FRONT });
    },
    addBlock(block: Block) {
      const { zone } = block;
      const { kind, words } = sort(block, section.kind === 'references');
      sum.allWords += words;
      const isOfOthers = zone === 'beside' || kind === 'teaser' || section.isOfOthers;
      if (zone !== 'chrome') countSaid(sum, Math.round(words * (1 - block.linkShare)), isOfOthers);
      if (kind === 'prose' && !isCaption) addProse({ sum, section }, words, block);
      if (kind === 'prose') isCaption = false;
      if (kind !== 'reference') return;
      sum.references++;
      section.blocks++;
    },
    end(): Outline {
      countSection(sum, section);
      return outlineOf(sum);
    },
  };
}
