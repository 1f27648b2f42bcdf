/** A file of a deposit, as far as choosing needs it. */
interface NamedFile {
  readonly name: string;
  readonly sizeBytes: number;
}

const SUPPLEMENT = /suppl|supporting[\s._-]?info|(?:^|[^a-z])(?:esm|si|s\d{1,2})(?=[^a-z0-9]|$)/i;
const BESIDE_THE_TEXT =
  /appendi|annex|acknowledg|(?:^|[^a-z])(?:table|tables|fig|figs|figure|figures)(?=[^a-z]|$)|checklist|read[\s._-]?me|cover[\s._-]?letter|slides|reviewer|rebuttal|licen[sc]e/i;

/** What else deposits hold as PDFs; in a longer name these are words of a title. */
const KIND =
  /^(?:code|codes|codebook|script|scripts|notebook|software|source|manual|documentation|guide|data|dataset|dictionary|questionnaire|survey|poster|presentation|talk|protocol|consent|permission|transcript|erratum|response|agenda|programme?|flyer|certificate)$/;
const MAX_WORDS_OF_NAME = 3;

function isNamedForKind(name: string): boolean {
  const words = name
    .replace(/\.pdf$/i, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1);
  return words.length <= MAX_WORDS_OF_NAME && words.some((word) => KIND.test(word));
}

const isBesideTheText = ({ name }: NamedFile): boolean => BESIDE_THE_TEXT.test(name) || isNamedForKind(name);

/**
 * The files of a deposit that can be the text itself, the likeliest first. A file named as a supplement never is; where
 * there are several, those named as tables, figures, letters, programs and the like are not either.
 */
export function mainFiles<T extends NamedFile>(files: readonly T[]): readonly T[] {
  const texts = files.filter(({ name }) => /\.pdf$/i.test(name) && !SUPPLEMENT.test(name));
  const likely = texts.length > 1 ? texts.filter((file) => !isBesideTheText(file)) : texts;
  return likely.toSorted((one, other) => other.sizeBytes - one.sizeBytes);
}
