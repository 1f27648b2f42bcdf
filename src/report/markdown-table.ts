/** Cells are Markdown already: whatever comes from outside has been escaped. */
export const markdownTable = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => ' --- |').join('')}`,
  ...rows.map((cells) => `| ${cells.join(' | ')} |`),
];
