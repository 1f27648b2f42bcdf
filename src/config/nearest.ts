/** Edits (insert, delete, replace, swap of neighbours) between two short words. */
function distance(a: string, b: string): number {
  const width = b.length + 1;
  const edits = new Uint16Array((a.length + 1) * width);
  const at = (row: number, column: number): number => edits[row * width + column] ?? 0;
  const cell = (row: number, column: number): number => {
    if (row === 0 || column === 0) return row + column;
    const isSame = a[row - 1] === b[column - 1];
    const step = Math.min(
      at(row - 1, column) + 1,
      at(row, column - 1) + 1,
      at(row - 1, column - 1) + (isSame ? 0 : 1),
    );
    const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
    return isSwap ? Math.min(step, at(row - 2, column - 2) + 1) : step;
  };
  for (let index = 0; index < edits.length; index++) {
    edits[index] = cell(Math.floor(index / width), index % width);
  }
  return at(a.length, b.length);
}

/** The known word a person most likely meant; `undefined` when none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (word.length > 64) return undefined;
  const allowed = Math.max(1, Math.floor(word.length / 3));
  const scored = known
    .map((one) => ({ one, edits: distance(word.toLowerCase(), one.toLowerCase()) }))
    .filter(({ edits }) => edits <= allowed)
    .sort((a, b) => a.edits - b.edits);
  return scored[0]?.one ?? known.find((one) => word.length >= 3 && one.startsWith(word));
}
