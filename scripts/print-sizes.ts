import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';

/** Prints how long files and functions of src/ are, beside codebases worth comparing with. */
const root = join(import.meta.dirname, '..');

interface Measured {
  readonly lines: number;
  readonly where: string;
}

const FUNCTIONS = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'Constructor',
  'MethodProperty',
  'GetterProperty',
  'SetterProperty',
]);

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Every function of a syntax tree, nested ones too: objects with a type and a span. */
function* spansOf(node: unknown): Generator<Span> {
  if (typeof node !== 'object' || node === null) return;
  const { type, span, function: inner } = node as { type?: string; span?: Span; function?: { span?: Span } };
  if (type !== undefined && FUNCTIONS.has(type)) {
    const found = span ?? inner?.span;
    if (found) yield found;
  }
  for (const child of Object.values(node)) yield* spansOf(child);
}

function functionsOf(path: string, text: string): readonly Measured[] {
  const bytes = Buffer.from(text);
  const tree = parseSync(text, { syntax: 'typescript', target: 'esnext' });
  // Spans count bytes on from all files parsed before; the module ends where this file ends.
  const offset = tree.span.end - bytes.length;
  const lineAt = (position: number): number =>
    bytes
      .subarray(0, Math.max(0, position - offset))
      .toString()
      .split('\n').length;
  return [...spansOf(tree.body)].map(({ start, end }) => {
    const first = lineAt(start);
    return { lines: lineAt(end) - first + 1, where: `${path}:${first}` };
  });
}

const rank = (sorted: readonly Measured[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.lines ?? 0;

function figures(all: readonly Measured[]) {
  const sorted = [...all].sort((a, b) => a.lines - b.lines);
  const longest = sorted.at(-1);
  return {
    median: rank(sorted, 0.5),
    p90: rank(sorted, 0.9),
    max: longest?.lines ?? 0,
    where: longest?.where ?? '',
    over60: all.length === 0 ? 0 : (100 * all.filter(({ lines }) => lines > 60).length) / all.length,
  };
}

const paths = globSync('src/**/*.ts', { cwd: root }).sort();
const texts = paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const files = figures(texts.map(({ path, text }) => ({ lines: text.split('\n').length - 1, where: path })));
const allFunctions = texts.flatMap(({ path, text }) => functionsOf(path, text));
const functions = figures(allFunctions);

const OTHERS = [
  ['restic/internal', '287', '63 / 336 / 1355', ''],
  ['cockatiel', '29', '28 / 175 / 489', '6 / 17 / 0 % / 42'],
  ['kysely', '303', '53 / 310 / 2971', '6 / 14 / 0.4 % / 195'],
  ['undici', '105', '229 / 720 / 2426', '7 / 33 / 4.1 % / 319'],
];
const ours = [
  'contentdownload',
  String(paths.length),
  `${files.median} / ${files.p90} / ${files.max}`,
  `${functions.median} / ${functions.p90} / ${functions.over60.toFixed(1)} % / ${functions.max}`,
];
const HEAD = [
  'codebase',
  'files',
  'lines a file: median / p90 / max',
  'a function: median / p90 / over 60 / max',
];
const table = [HEAD, ours, ...OTHERS];
const widths = HEAD.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
for (const row of table) {
  console.log(
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
console.log(
  `\n${allFunctions.length} functions; longest file ${files.where}, longest function ${functions.where}`,
);
