import { countWords } from '../core/count-words.ts';

/** Where in a page a block of text stands, as far as its elements tell. */
export type Zone = 'text' | 'abstract' | 'references' | 'beside' | 'chrome';

/** A paragraph or whatever else stands for one. */
export interface Block {
  readonly text: string;
  /** Share of its characters that lead to another page. */
  readonly linkShare: number;
  readonly zone: Zone;
  /** Links to a reference or a figure on the same page. */
  readonly marks: number;
}

/** Below this a block is a label, a name, a cell of a table. */
const MIN_PROSE_WORDS = 12;
const MAX_PROSE_LINKS = 0.5;
/** A line that is a link to a work leads up to what is said about it. */
const TEASER_WORDS = 4;
const TEASER_LINKS = 0.85;
/** Authors, journal, date: what stands between such a link and the words about its work. */
const TEASER_REACH = 4;
const MIN_REFERENCE_WORDS = 3;
const MAX_REFERENCE_WORDS = 90;
const SENTENCE = /[.!?。．！？؟।]/;
/** Thai, Lao, Khmer and Burmese end a sentence with a blank or a sign of their own. */
const UNPUNCTUATED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/;
/** "Figure 2. Sites", "Extended Data Fig. 1 | Sites", "图1 站点": said of a picture. "Figure 2 shows" goes on with a sentence. */
const CAPTION =
  /^\s*(?:(?:Extended Data|EXTENDED DATA|[Ss]upplementa(?:ry|l)|Online)\s+)?(?:[Ff]ig(?:ure|s?\.)?|FIG(?:URE|\.)?|[Tt]able|TABLE|Scheme|Plate|Abb(?:ildung|\.)|Tab(?:elle|\.)|Figura|Tabla|Tabela|Рис(?:\.|унок)|Табл(?:\.|ица)|图|圖|表|図|그림|표)\s*[A-Z]?\d+[a-z]?(?:\s*[.:|–—)]|\s+[\p{Lu}\p{Lo}])/u;

const REFERENCE_START =
  /^\s*(?:[[(]?\d{1,3}[\]).]?\s+\S|[\p{Lu}\p{Lo}][\p{L}’'-]+(?:,|\s+\p{Lu}{1,3}[,.]|\s+and\s|\s+et\s))/u;
const REFERENCE_DATE = /\b(?:1[6-9]|20)\d\d[a-z]?\b/;
const REFERENCE_PLACE =
  /\b\d+\s*\(\d+[^)]{0,8}\)|\bvol(?:ume)?\b\.?\s*\d|\bpp?\.?\s*\d|\d+\s*[:,]\s*[A-Za-z]?\d+\s*[-–]\s*[A-Za-z]?\d+|\bdoi\b|https?:|\[[A-Z]\]|\bpress\b|\bISBN\b|\beds?\b\.?/i;

const isSentence = (text: string): boolean =>
  (SENTENCE.test(text) || UNPUNCTUATED.test(text)) && !CAPTION.test(text);

/** By its form: author, year, volume and pages, and little else. */
const looksCited = (text: string, words: number): boolean =>
  words <= MAX_REFERENCE_WORDS &&
  REFERENCE_START.test(text) &&
  REFERENCE_DATE.test(text) &&
  REFERENCE_PLACE.test(text);

/** `teaser`: said of another work, behind a link to it. `label`: too little to be prose. */
type BlockKind = 'prose' | 'reference' | 'teaser' | 'label';

/** Tells what blocks are, one after the other: a title that leads to another work says what the next one is about. */
export function blockSorter() {
  let teaserReach = 0;

  function kindOf({ text, linkShare, zone }: Block, words: number): BlockKind {
    const isProse = words >= MIN_PROSE_WORDS && linkShare <= MAX_PROSE_LINKS && isSentence(text);
    if (!isProse) {
      const isTitle = linkShare >= TEASER_LINKS && words >= TEASER_WORDS;
      teaserReach = isTitle ? TEASER_REACH : Math.max(0, teaserReach - 1);
      return 'label';
    }
    const isTeaser = teaserReach > 0 && zone === 'text';
    teaserReach = 0;
    return isTeaser ? 'teaser' : 'prose';
  }

  function sort(block: Block, isReference: boolean): { readonly kind: BlockKind; readonly words: number } {
    const words = countWords(block.text);
    const isCited = isReference || block.zone === 'references' || looksCited(block.text, words);
    if (isCited) return { kind: words >= MIN_REFERENCE_WORDS ? 'reference' : 'label', words };
    return { kind: kindOf(block, words), words };
  }

  return {
    sort,
    /** What follows belongs to the page: the abstract below a link to the work's own DOI. */
    endTeaser(): void {
      teaserReach = 0;
    },
  };
}
