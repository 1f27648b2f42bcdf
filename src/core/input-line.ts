/** A line of the input, or an entry of several: where it stands (file or argument, and line from 1), and its beginning. */
export interface InputLine {
  readonly where: string;
  readonly text: string;
  /** Its number among the entries of its text, from 1: works and rejects of a page stand apart. */
  readonly entry?: number;
}

/** `ids.txt:12` or `argument 3`; null where a source counts no lines. */
export const lineNumberOf = (where: string): number | null => {
  const line = /(?::|^argument )(\d{1,15})$/.exec(where)?.[1];
  return line === undefined ? null : Number(line);
};

/** How another line is called beside this one: the name of the file only where it is another. */
export function lineBeside(other: string, where: string): string {
  const fileOf = (place: string): string => place.replace(/:\d+$/, '');
  const number = lineNumberOf(other);
  return number !== null && other.includes(':') && fileOf(other) === fileOf(where) ? `line ${number}` : other;
}
