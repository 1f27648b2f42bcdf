import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import {
  type Gathered,
  hasForbiddenKey,
  isForbidden,
  type KeyPath,
  MAX_DEPTH,
  type Problem,
  type Setting,
} from './setting.ts';

/** A few aliases can spell out billions of values, or themselves for ever; a configuration has hundreds. */
const MAX_NODES = 20_000;

class TooMuch extends Error {}

/** Reads YAML (JSON is YAML too) into settings that know their line. */
export function readYaml(text: string, file: string): Gathered {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' });
  const originAt = (offset: number): string => `${file}:${lines.linePos(offset).line}`;
  const wrong = (problem: string, origin: string): Gathered => ({
    settings: [],
    problems: [{ path: [], text: problem, origin }],
  });
  const [error] = document.errors;
  if (error) return wrong(error.message, originAt(error.pos[0]));
  if (document.contents === null) return { settings: [], problems: [] };
  if (!isMap(document.contents)) return wrong('the file must hold keys and values', file);

  let left = MAX_NODES;
  const target = (node: unknown, depth: number): unknown => {
    if (--left < 0 || depth > MAX_DEPTH) throw new TooMuch();
    return isAlias(node) ? node.resolve(document) : node;
  };
  try {
    return settingsIn(document.contents, target, (node) => originAt(node.range?.[0] ?? 0));
  } catch (thrown) {
    if (thrown instanceof TooMuch) return wrong('the file holds too much, or nests too deeply', file);
    throw thrown;
  }
}

type Target = (node: unknown, depth: number) => unknown;

/** Plain values of a list or scalar. */
function plain(node: unknown, target: Target, depth: number): unknown {
  const found = target(node, depth);
  if (isScalar(found)) return found.value;
  if (isSeq(found)) return found.items.map((item) => plain(item, target, depth + 1));
  if (!isMap(found)) return null;
  return Object.fromEntries(
    found.items.map(({ key, value }) => [
      String(plain(key, target, depth + 1)),
      plain(value, target, depth + 1),
    ]),
  );
}

function settingsIn(root: Node, target: Target, originOf: (node: Node) => string): Gathered {
  const settings: Setting[] = [];
  const problems: Problem[] = [];
  const visit = (node: unknown, path: KeyPath, origin: string): void => {
    const found = target(node, path.length);
    if (!isMap(found)) {
      const value = plain(found, target, path.length);
      if (hasForbiddenKey(value)) problems.push({ path, text: 'holds a key that is not allowed', origin });
      settings.push({ path, value, origin });
      return;
    }
    settings.push({ path, value: {}, origin });
    for (const pair of found.items) {
      const key = String(plain(pair.key, target, path.length));
      const at = [...path, key];
      const from = originOf(pair.key as Node);
      if (isForbidden(key)) problems.push({ path: at, text: 'is not allowed as a key', origin: from });
      else visit(pair.value, at, from);
    }
  };
  visit(root, [], originOf(root));
  return { settings, problems };
}
