/** A file of a deposit, as far as choosing needs it. */
interface NamedFile {
  readonly name: string;
  readonly sizeBytes: number;
}

const SUPPLEMENT = /suppl|supporting[\s._-]?info|(?:^|[^a-z])(?:esm|si|s\d{1,2})(?=[^a-z0-9]|$)/i;
const BESIDE_THE_TEXT =
  /appendi|annex|acknowledg|(?:^|[^a-z])(?:table|tables|fig|figs|figure|figures)(?=[^a-z]|$)|checklist|read[\s._-]?me|cover[\s._-]?letter|slides|reviewer|rebuttal|licen[sc]e/i;

/**
 * The files of a deposit that can be the text itself, the likeliest first. A file named as a supplement never is; where
 * there are several, those named as tables, figures, letters and the like are not either.
 */
export function mainFiles<T extends NamedFile>(files: readonly T[]): readonly T[] {
  const texts = files.filter(({ name }) => /\.pdf$/i.test(name) && !SUPPLEMENT.test(name));
  const likely = texts.length > 1 ? texts.filter(({ name }) => !BESIDE_THE_TEXT.test(name)) : texts;
  return likely.toSorted((one, other) => other.sizeBytes - one.sizeBytes);
}
