import type { FlagSpec, Invocation } from './command.ts';
import { OUT_FLAG } from './flags.ts';

/** How the text of a flag becomes the value of a key. */
type Reading = 'text' | 'number' | 'duration' | 'retries' | 'list' | 'switch';

/** A flag that is another way to write a key of the configuration. */
export interface ConfigFlag extends FlagSpec {
  /** As commander reports it. */
  readonly name: string;
  readonly key: readonly string[];
  readonly reading: Reading;
}

/** What goes in: for `pull` and `run`. */
export const INPUT_FLAGS: readonly ConfigFlag[] = [
  {
    flags: '--query <q>',
    summary: 'works of an OpenAlex filter, API URL or search text',
    name: 'query',
    key: ['inputs', 'query'],
    reading: 'text',
  },
  {
    flags: '--ids <file>',
    summary: 'works of a file with one identifier a line (- for stdin)',
    name: 'ids',
    key: ['inputs', 'ids'],
    reading: 'text',
  },
  {
    flags: '--works <file>',
    summary: 'works of a JSONL, CSV, BibTeX, RIS or CSL-JSON file (- for stdin)',
    name: 'works',
    key: ['inputs', 'works'],
    reading: 'text',
  },
  {
    flags: '--max-works <n>',
    summary: 'stop listing after so many works',
    name: 'maxWorks',
    key: ['inputs', 'max_works'],
    reading: 'number',
  },
];

/** How it is done: for `pull`, `run` and `resume`. */
export const RUN_FLAGS: readonly ConfigFlag[] = [
  { ...OUT_FLAG, name: 'out', key: ['out'], reading: 'text' },
  {
    flags: '--run-id <id>',
    summary: 'name of the run (default: a time-ordered unique id)',
    name: 'runId',
    key: ['run_id'],
    reading: 'text',
  },
  {
    flags: '--workers <n>',
    summary: 'steps executing at one time',
    name: 'workers',
    key: ['orchestrator', 'workers'],
    reading: 'number',
  },
  {
    flags: '--processes <n>',
    summary: 'engine processes that share the works',
    name: 'processes',
    key: ['orchestrator', 'processes'],
    reading: 'number',
  },
  {
    flags: '--max-per-host <n>',
    summary: 'requests in flight to one host',
    name: 'maxPerHost',
    key: ['orchestrator', 'max_per_host'],
    reading: 'number',
  },
  {
    flags: '--max-retries <n>',
    summary: 'further tries of one request',
    name: 'maxRetries',
    key: ['http', 'retry', 'max_attempts'],
    reading: 'retries',
  },
  {
    flags: '--formats <list>',
    summary: 'what is wanted, best first: pdf,xml,html',
    name: 'formats',
    key: ['download', 'formats'],
    reading: 'list',
  },
  {
    flags: '--max-bytes <size>',
    summary: 'largest file that is taken, such as 100MB',
    name: 'maxBytes',
    key: ['download', 'max_bytes'],
    reading: 'text',
  },
  {
    flags: '--chunk-size <size>',
    summary: 'bytes written at a time, such as 1MiB',
    name: 'chunkSize',
    key: ['download', 'chunk_size_bytes'],
    reading: 'text',
  },
  {
    flags: '--accept <header>',
    summary: 'Accept header of artifact requests',
    name: 'accept',
    key: ['download', 'accept'],
    reading: 'text',
  },
  {
    flags: '--head-precheck',
    summary: 'ask with HEAD before fetching',
    name: 'headPrecheck',
    key: ['download', 'head_precheck'],
    reading: 'switch',
  },
  {
    flags: '--no-head-precheck',
    summary: 'fetch at once',
    name: 'headPrecheck',
    key: ['download', 'head_precheck'],
    reading: 'switch',
  },
  {
    flags: '--extract-html-text',
    summary: 'write the text of kept HTML beside it',
    name: 'extractHtmlText',
    key: ['download', 'extract_html_text'],
    reading: 'switch',
  },
  {
    flags: '--resolver-order <list>',
    summary: 'resolvers to ask, in this order',
    name: 'resolverOrder',
    key: ['resolvers', 'order'],
    reading: 'list',
  },
  {
    flags: '--tier-parallel',
    summary:
      'ask the resolvers of a tier side by side; costs more requests: none is asked for many works at once',
    name: 'tierParallel',
    key: ['resolvers', 'tier_parallel'],
    reading: 'switch',
  },
  {
    flags: '--max-wait <duration>',
    summary: 'wait no longer than this (90s, 15m, 2h) for hosts or the network while no work goes on',
    name: 'maxWait',
    key: ['orchestrator', 'max_wait_s'],
    reading: 'duration',
  },
  {
    flags: '--dedupe-urls',
    summary: 'fetch the URL of a file once for all works; landing pages are read for each work',
    name: 'dedupeUrls',
    key: ['dedupe', 'urls'],
    reading: 'switch',
  },
  {
    flags: '--no-robots',
    summary: 'do not ask robots.txt (debugging your own servers only)',
    name: 'robots',
    key: ['robots', 'enabled'],
    reading: 'switch',
  },
];

export const DRY_RUN_FLAG: FlagSpec = {
  flags: '--dry-run',
  summary: 'resolve and report who offers what; fetch and store nothing',
};

/** Of this run or another, also of another folder. */
export const RESUME_FROM_FLAG: FlagSpec = {
  flags: '--resume-from <manifest>',
  summary: 'leave out works that ended well in this manifest.jsonl',
};

export const DASHBOARD_FLAG: FlagSpec = {
  flags: '--dashboard',
  summary: 'show the run on a page while it goes on; the address is printed',
};

/** What no key of the configuration says: it belongs to this one run. */
export const RUN_ONLY_FLAGS: readonly FlagSpec[] = [
  { flags: '--force', summary: 'fetch again, whatever was stored before' },
  { flags: '--urgent', summary: 'these works go first' },
  RESUME_FROM_FLAG,
  DRY_RUN_FLAG,
  DASHBOARD_FLAG,
];

/** More filters for `--query`, and the format of files without a telling suffix. */
export const INPUT_ONLY_FLAGS: readonly FlagSpec[] = [
  { flags: '--year <range>', summary: 'with --query: publication year, such as 2020 or 2018-2022' },
  { flags: '--topic <id>', summary: 'with --query: OpenAlex topic' },
  { flags: '--source <id>', summary: 'with --query: OpenAlex source (journal)' },
  { flags: '--institution <id>', summary: 'with --query: OpenAlex institution' },
  {
    flags: '--format <format>',
    summary: 'format of --works where the name of the file does not tell',
    choices: ['ids', 'jsonl', 'csv', 'bibtex', 'ris', 'csl-json'],
  },
  { flags: '--columns <map>', summary: 'with a CSV file: what is called how, such as doi=DOI,title=Title' },
];

const SECONDS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

/** `90`, `90s`, `15m`, `2h`; what is none stays text, and the schema says so. */
function inSeconds(text: string): number | string {
  const [, count, unit = ''] = /^(\d+(?:[.]\d+)?) ?([smhd]?)$/.exec(text.trim()) ?? [];
  return count === undefined ? text : Number(count) * (SECONDS[unit] ?? 1);
}

function read(value: unknown, reading: Reading): unknown {
  if (typeof value !== 'string') return value;
  switch (reading) {
    case 'list':
      return value
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '');
    case 'number':
    case 'retries': {
      // What is no number stays text, and the schema says so under the name of the flag.
      if (!/^-?\d+(\.\d+)?$/.test(value)) return value;
      return Number(value) + (reading === 'retries' ? 1 : 0);
    }
    case 'duration':
      return inSeconds(value);
    case 'text':
    case 'switch':
      return value;
  }
}

/** The flags that were given, as settings of the configuration. */
export function flagSettings({ flags }: Pick<Invocation, 'flags'>) {
  const given = new Map([...INPUT_FLAGS, ...RUN_FLAGS].map((flag) => [flag.name, flag]));
  return [...given.values()].flatMap(({ name, key, reading }) => {
    const value = flags[name];
    if (value === undefined) return [];
    const typed = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return [
      { path: key, value: read(value, reading), origin: `flag --${value === false ? 'no-' : ''}${typed}` },
    ];
  });
}
