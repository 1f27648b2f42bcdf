import { parseSync } from 'oxc-parser';

/** One small change of one line, such as a swapped comparison or a removed check. */
export interface Mutant {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly kind: string;
  /** What is replaced: offsets in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

type Change = readonly [kind: string, start: number, end: number, after: string];

const COMPARISONS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
};
const ARITHMETIC: Readonly<Record<string, string>> = { '-': '+', '*': '/', '/': '*' };
const LOGIC: Readonly<Record<string, string>> = { '&&': '||', '||': '&&' };
const SQL = /^[`'"]\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/;
/** What changes the meaning of a statement without making it invalid. */
const SQL_CHANGES: readonly (readonly [pattern: RegExp, after: string])[] = [
  [/\bAND\b/g, 'OR'],
  [/(?<= )<=(?= )/g, '<'],
  [/(?<= )>=(?= )/g, '>'],
  [/(?<= )<(?= )/g, '<='],
  [/(?<= )>(?= )/g, '>='],
  [/(?<= )\+ 1\b/g, '+ 0'],
  [/\bIS NOT NULL\b/g, 'IS NULL'],
  [/\bDESC\b/g, 'ASC'],
];

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The operator between two operands; comments between them are not expected. */
function operator(node: Node, source: string, swap: Readonly<Record<string, string>>): Change | undefined {
  const { left, right } = node as unknown as { left: Node; right: Node };
  const word = String(node['operator']);
  const at = source.indexOf(word, left.end);
  const after = swap[word];
  return after === undefined || at < 0 || at >= right.start
    ? undefined
    : [`${word} to ${after}`, at, at + word.length, after];
}

const isString = ({ type, value }: Node): boolean =>
  type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string');

/** Statements that only tell what happens are not worth a test each. */
const TELLS = /^(?:await )?(?:deps[.]|this[.])?(?:emit|note|warn|say|log)\b/;

function changesAt(node: Node, source: string): readonly (Change | undefined)[] {
  const text = source.slice(node.start, node.end);
  switch (node.type) {
    case 'BinaryExpression': {
      const { left, right } = node as unknown as { left: Node; right: Node };
      const isText = isString(left) || isString(right);
      return [operator(node, source, COMPARISONS), isText ? undefined : operator(node, source, ARITHMETIC)];
    }
    case 'LogicalExpression':
      if (node['operator'] === '??')
        return [['?? removed', (node['left'] as Node).end, (node['right'] as Node).end, '']];
      return [operator(node, source, LOGIC)];
    case 'UnaryExpression':
      return node['operator'] === '!' ? [['! removed', node.start, node.start + 1, '']] : [];
    case 'IfStatement': {
      const test = node['test'] as Node;
      return [['check removed', test.start, test.end, 'false']];
    }
    case 'ConditionalExpression': {
      const test = node['test'] as Node;
      return [['branches swapped', test.start, test.end, `!(${source.slice(test.start, test.end)})`]];
    }
    case 'ExpressionStatement': {
      const { type } = node['expression'] as Node;
      const isDone = type === 'CallExpression' || type === 'AwaitExpression';
      return isDone && !TELLS.test(text) ? [['statement removed', node.start, node.end, ';']] : [];
    }
    case 'Literal':
      if (typeof node['value'] !== 'boolean') break;
      return [[`${text} to ${!node['value']}`, node.start, node.end, String(!node['value'])]];
    case 'MemberExpression':
      if (text === 'Math.min') return [['min to max', node.start, node.end, 'Math.max']];
      if (text === 'Math.max') return [['max to min', node.start, node.end, 'Math.min']];
      break;
  }
  return [];
}

function* sqlChanges(node: Node, source: string): Generator<Change> {
  const text = source.slice(node.start, node.end);
  if (!isString(node) || !SQL.test(text)) return;
  for (const [pattern, after] of SQL_CHANGES)
    for (const { 0: found, index } of text.matchAll(pattern))
      yield [`SQL ${found} to ${after}`, node.start + index, node.start + index + found.length, after];
}

/** Types have no behaviour; what stands under `as` and `satisfies` has. */
const isType = ({ type }: Node): boolean =>
  type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(type);

function* walk(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const each of value) yield* walk(each);
  if (!isNode(value) || isType(value) || value.type === 'ImportDeclaration') return;
  yield value;
  for (const [key, child] of Object.entries(value)) if (key !== 'type') yield* walk(child);
}

/** Every mutant of a file: changes that stay within one line of executable code. */
export function mutantsOf(file: string, source: string): readonly Mutant[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`);
  const mutants: Mutant[] = [];
  for (const node of walk(program)) {
    for (const change of [...changesAt(node, source), ...sqlChanges(node, source)]) {
      if (change === undefined) continue;
      const [kind, start, end, after] = change;
      const before = source.slice(start, end);
      if (before.includes('\n')) continue;
      mutants.push({
        file,
        line: source.slice(0, start).split('\n').length,
        kind,
        start,
        end,
        before,
        after,
      });
    }
  }
  return mutants;
}

export const applied = ({ start, end, after }: Mutant, source: string): string =>
  source.slice(0, start) + after + source.slice(end);
