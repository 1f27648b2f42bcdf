import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type CommandSpec, isGroup } from '../src/cli/command.ts';
import { COMMANDS } from '../src/cli/command-table.ts';
import { EXIT_WORDS } from '../src/cli/exit-codes.ts';
import { EVERYWHERE } from '../src/cli/flags.ts';
import { parseConfig } from '../src/config/load.ts';
import { envName } from '../src/config/read-env.ts';
import { allKeys, kindOf, knownKeys, type SchemaNode } from '../src/config/schema-node.ts';
import { isSection, type KeyPath, keyName } from '../src/config/setting.ts';
import { REASONS } from '../src/core/errors.ts';
import { RESOLVERS } from '../src/resolvers/index.ts';

/**
 * Prints docs/configuration.md, docs/cli.md and docs/errors.md from the schema, the command table and the reasons.
 * `--check` changes nothing and fails when a page is not what it would be.
 */
const NOTE = '<!-- Printed by scripts/generate-docs.ts: do not edit. -->';
const { config, schema } = parseConfig({});

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
const describe = (node: SchemaNode): string => z.globalRegistry.get(node)?.description ?? '';
const asSentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
const valueAt = (path: KeyPath): unknown =>
  path.reduce<unknown>((value, key) => (isSection(value) ? value[key] : undefined), config);

function keyRow([path, node]: readonly [KeyPath, SchemaNode], name = keyName(path)): string {
  const text = JSON.stringify(valueAt(path));
  const shown = text === undefined ? '' : text.length > 90 ? 'see below' : `\`${text}\``;
  const about = kindOf(node) === 'secret' ? `${describe(node)} (secret)` : describe(node);
  return row(`\`${name}\``, shown, about, `\`${envName(path)}\``);
}

const HEAD = [row('key', 'default', 'meaning', 'environment'), '| --- | --- | --- | --- |'];
const isLeaf = ([path, node]: readonly [KeyPath, SchemaNode]): boolean =>
  knownKeys(node).length === 0 || !isSection(valueAt(path));

function sections(): readonly string[] {
  const keys = [...allKeys(schema)].filter(([path]) => path[0] !== 'resolvers');
  const tops = keys.filter(([path]) => path.length === 1);
  const plain = tops.filter(isLeaf);
  return [
    '## Top level',
    '',
    ...HEAD,
    ...plain.map((entry) => keyRow(entry)),
    ...tops
      .filter((entry) => !isLeaf(entry))
      .flatMap(([[name = ''], node]) => {
        const below = keys.filter((entry) => entry[0][0] === name && entry[0].length > 1 && isLeaf(entry));
        return [
          '',
          `## \`${name}\``,
          '',
          asSentence(describe(node)),
          '',
          ...HEAD,
          ...below.map((entry) => keyRow(entry)),
          ...(name === 'rate_limit' ? policies() : []),
        ];
      }),
  ];
}

function policies(): readonly string[] {
  const rows = Object.entries(config.rate_limit.policies).flatMap(([host, roles]) =>
    Object.entries(roles).map(([role, rate]) => row(`\`${host}\``, role, `\`${JSON.stringify(rate)}\``)),
  );
  return ['', '### Built-in policies', '', row('host', 'role', 'rate'), '| --- | --- | --- |', ...rows];
}

function resolvers(): readonly string[] {
  const keys = [...allKeys(schema)].filter(([path]) => path[0] === 'resolvers' && path.length > 1);
  const shared = keys.filter(
    ([path]) => path.length === 2 && !RESOLVERS.some(({ name }) => name === path[1]),
  );
  const first = RESOLVERS[0]?.name ?? '';
  const own = (name: string): readonly string[] =>
    Object.keys(RESOLVERS.find((one) => one.name === name)?.own ?? {});
  const common = keys.filter(
    ([path]) => path.length === 3 && path[1] === first && !own(first).includes(path[2] ?? ''),
  );
  const special = keys.filter(([path]) => path.length === 3 && own(path[1] ?? '').includes(path[2] ?? ''));
  const commonRows = common.map(([path, node]) =>
    row(
      `\`resolvers.<name>.${path[2]}\``,
      path[2] === 'enabled' ? 'in `order`' : `\`${JSON.stringify(valueAt(path))}\``,
      kindOf(node) === 'secret' ? `${describe(node)} (secret)` : describe(node),
      `\`DTKG_RESOLVERS__<NAME>__${path[2]?.toUpperCase()}\``,
    ),
  );
  return [
    '',
    '## `resolvers`',
    '',
    ...HEAD,
    ...shared.map((entry) => keyRow(entry)),
    '',
    'Every resolver has these keys, and some have keys of their own:',
    '',
    ...HEAD,
    ...commonRows,
    ...special.map((entry) => keyRow(entry)),
    '',
    row('resolver', 'tier', 'on by default'),
    '| --- | --- | --- |',
    ...RESOLVERS.map(({ name, tier, enabledByDefault }) =>
      row(`\`${name}\``, `\`${tier}\``, enabledByDefault ? 'yes' : 'no'),
    ),
  ];
}

const configuration = (): string =>
  [
    '# Configuration',
    '',
    NOTE,
    '',
    'One configuration decides everything: defaults < file (`-c FILE`, YAML or JSON) < environment < flags. Sections',
    'merge by key, lists replace. An unknown key or a wrong type is an error that names the key, the file and the line.',
    '`contentdownload print-config` shows the result with where each value came from.',
    '',
    'Environment variables hold JSON, or plain text where it is no JSON; an empty one counts as not set. The key of a',
    'resolver can also be given as `DOCSTOKG_CONTENT_API_KEY_<RESOLVER>`. A variable whose first word after `DTKG_` is',
    'no key is ignored with a warning.',
    '',
    'A rate is `"5/second"` or `"1/3second"` (second, minute, hour, day), or `{ rates: ["5/second", "90000/day"],',
    'burst: 1, max_concurrent: 2 }`. A size is a number of bytes or text such as `50MB` (10^6) or `50MiB` (2^20).',
    '',
    ...sections(),
    ...resolvers(),
    '',
  ].join('\n');

function command(spec: CommandSpec, family?: string): readonly string[] {
  const name = ['contentdownload', family, spec.name].filter(Boolean).join(' ');
  const usage = [
    name,
    ...(spec.arguments ?? []).map((one) => one.name),
    spec.flags.length > 0 ? '[flags]' : '',
  ]
    .filter(Boolean)
    .join(' ');
  const choices = (some?: readonly string[]): string => (some ? ` (${some.join(', ')})` : '');
  const flags = spec.flags.map((flag) => row(`\`${flag.flags}\``, flag.summary + choices(flag.choices)));
  return [
    '',
    `## \`${[family, spec.name].filter(Boolean).join(' ')}\``,
    '',
    asSentence(spec.summary),
    '',
    '```',
    usage,
    '```',
    ...(flags.length > 0 ? ['', row('flag', 'meaning'), '| --- | --- |', ...flags] : []),
    ...(spec.examples.length > 0 ? ['', '```', ...spec.examples, '```'] : []),
  ];
}

const cli = (): string =>
  [
    '# Command line',
    '',
    NOTE,
    '',
    '`contentdownload` and `content` are the same program. Data goes to stdout, everything else to stderr. Exit codes:',
    '',
    ...EXIT_WORDS.map((words) => `- ${words}`),
    '',
    'Every command knows these flags, and `-h, --help`:',
    '',
    row('flag', 'meaning'),
    '| --- | --- |',
    ...EVERYWHERE.map(({ flags, summary }) => row(`\`${flags}\``, summary)),
    ...COMMANDS.flatMap((entry) =>
      isGroup(entry) ? entry.commands.flatMap((one) => command(one, entry.name)) : command(entry),
    ),
    '',
  ].join('\n');

const RETRY = { no: 'no', yes: 'yes, with backoff', once: 'once' } as const;

const errors = (): string =>
  [
    '# Reasons',
    '',
    NOTE,
    '',
    'The `reason` of every attempt and outcome, in manifest, catalog and report. Tokens are added, never renamed.',
    '',
    row('reason', 'the work ends as', 'tried again', 'meaning', 'what to do'),
    '| --- | --- | --- | --- | --- |',
    ...Object.entries(REASONS).map(([reason, { outcome, retry, meaning, advice }]) =>
      row(
        `\`${reason}\``,
        outcome === 'good' ? 'saved, cached or html_only' : outcome,
        RETRY[retry],
        meaning,
        advice,
      ),
    ),
    '',
  ].join('\n');

const PAGES = { 'configuration.md': configuration, 'cli.md': cli, 'errors.md': errors };
const folder = join(import.meta.dirname, '../docs');
const isCheck = process.argv.includes('--check');

const readPage = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const stale = Object.entries(PAGES).filter(([name, render]) => readPage(join(folder, name)) !== render());
if (!isCheck) {
  mkdirSync(folder, { recursive: true });
  for (const [name, render] of stale) writeFileSync(join(folder, name), render());
}
for (const [name] of stale) console.log(`docs/${name} ${isCheck ? 'is out of date' : 'written'}`);
if (isCheck && stale.length > 0) {
  console.log('run: node scripts/generate-docs.ts');
  process.exitCode = 1;
}
