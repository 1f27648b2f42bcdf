/** A pattern of robots.txt, cut at its wildcards. */
export interface PathPattern {
  readonly pieces: readonly string[];
  /** Ended with `$`: the path must end there too. */
  readonly anchored: boolean;
  /** Length as written: the longest pattern that matches decides. */
  readonly length: number;
}

const NON_ASCII = /[\u{80}-\u{10ffff}]+/gu;

/** Percent-encodes what is not ASCII and writes escapes in upper case, as URLs have them. Nothing is decoded. */
export const escapePattern = (text: string): string =>
  text
    .replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase())
    .replace(NON_ASCII, (run) => encodeURIComponent(run.toWellFormed()));

export function pathPattern(text: string): PathPattern {
  const escaped = escapePattern(text);
  const anchored = escaped.endsWith('$');
  const pieces = (anchored ? escaped.slice(0, -1) : escaped).split(/\*+/);
  return { pieces, anchored, length: escaped.length };
}

/**
 * Whether a path starts with the pattern; `*` stands for anything. Each piece is looked for from where the one before it
 * ended, leftmost first, which is enough since nothing that follows depends on where a `*` stopped: the path is walked
 * once, whatever the number of wildcards.
 */
export function matchesPath({ pieces, anchored }: PathPattern, path: string): boolean {
  const [first = '', ...rest] = pieces;
  if (!path.startsWith(first)) return false;
  if (rest.length === 0) return !anchored || path.length === first.length;
  const last = rest.length - 1;
  let from = first.length;
  for (const [index, piece] of rest.entries()) {
    if (anchored && index === last) return path.length - piece.length >= from && path.endsWith(piece);
    const at = path.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return true;
}
