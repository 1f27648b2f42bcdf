import type { z } from 'zod';
import { nearest } from './nearest.ts';
import { wordOnOldKey } from './old-keys.ts';
import { allKeys, knownKeys, nodeAt, type SchemaNode } from './schema-node.ts';
import { type KeyPath, keyName, type Problem } from './setting.ts';

export type Issue = z.core.$ZodIssue;

const TYPES: Readonly<Record<string, string>> = {
  number: 'a number',
  int: 'a whole number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'a section with keys of its own',
  record: 'a section with keys of its own',
  null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'is not an e-mail address',
  url: 'is not a URL',
};

/** The type only, never the value: it may be a secret. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a section';
  return TYPES[typeof value] ?? typeof value;
}

function limit(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const isLow = issue.code === 'too_small';
  const bound = isLow ? issue.minimum : issue.maximum;
  if (issue.origin === 'number' || issue.origin === 'int') {
    if (issue.inclusive) return `must be ${isLow ? 'at least' : 'at most'} ${bound}`;
    return `must be ${isLow ? 'more' : 'less'} than ${bound}`;
  }
  return isLow ? 'must not be empty' : `must not be longer than ${bound}`;
}

function oneOf(issue: z.core.$ZodIssueInvalidValue): string {
  const values = issue.values.map(String);
  const close = typeof issue.input === 'string' ? nearest(issue.input, values) : undefined;
  return `must be one of ${values.join(', ')}${close ? `; did you mean ${close}?` : ''}`;
}

function wrongType({ input, expected }: z.core.$ZodIssueInvalidType): string {
  if (input === undefined) return 'is missing';
  return `must be ${TYPES[expected] ?? expected}, not ${typeOf(input)}`;
}

function sentence(issue: Issue): string {
  if (issue.code === 'invalid_type') return wrongType(issue);
  if (issue.code === 'too_small' || issue.code === 'too_big') return limit(issue);
  if (issue.code === 'invalid_value') return oneOf(issue);
  if (issue.code === 'invalid_format') return FORMATS[issue.format] ?? issue.message;
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message;
  return issue.message;
}

/** An unknown key with the one that was probably meant: a sibling, else the same name elsewhere. */
function unknownKey(path: KeyPath, root: SchemaNode): string {
  const old = wordOnOldKey(path);
  if (old !== undefined) return old;
  const key = path.at(-1) ?? '';
  const section = path.slice(0, -1);
  const here = nodeAt(root, section);
  const close = nearest(key, here ? knownKeys(here) : []);
  const [elsewhere] = [...allKeys(root)]
    .map(([one]) => one)
    .filter((one) => one.length > 1 && one.at(-1) === key)
    .sort((a, b) => a.length - b.length);
  const meant = close === undefined ? elsewhere : [...section, close];
  return `is not a known key${meant ? `; did you mean ${keyName(meant)}?` : ''}`;
}

/** What zod found, as sentences about keys. */
export function problemsOf(issues: readonly Issue[], root: SchemaNode): readonly Problem[] {
  return issues.flatMap((issue): readonly Problem[] => {
    const path = issue.path.map(String);
    if (issue.code !== 'unrecognized_keys') return [{ path, text: sentence(issue) }];
    return issue.keys.map((key) => {
      const at = [...path, key];
      return { path: at, text: unknownKey(at, root) };
    });
  });
}
