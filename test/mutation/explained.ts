/** A mutant that no test can notice or need notice, and why. Known by its file, its kind and the text of its line. */
interface Explained {
  readonly file: string;
  readonly kind: string;
  readonly line: string;
  readonly why: string;
}

export const EXPLAINED: readonly Explained[] = [];
