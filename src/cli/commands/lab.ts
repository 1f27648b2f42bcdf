import type { CommandSpec } from '../command.ts';
import { JSON_FLAG, OUT_FLAG } from '../flags.ts';

const WORKS = { flags: '--works <n>', summary: 'how many works the simulated world has (default: 250)' };
const SEED = { flags: '--seed <n>', summary: 'another seed, another world (default: 1)' };

export const demo: CommandSpec = {
  name: 'demo',
  summary: 'the whole pipeline, offline, against the lab, in under a minute, ending with a report to look at',
  flags: [
    WORKS,
    SEED,
    { ...OUT_FLAG, summary: 'where the demo keeps its runs (default: runs/demo)' },
    JSON_FLAG,
  ],
  examples: ['contentdownload demo', 'contentdownload demo --works 1000 --seed 7'],
  load: async () => (await import('../actions/demo.ts')).demoAction,
};

export const lab: CommandSpec = {
  name: 'lab',
  summary: 'the simulated scholarly web alone, until it is stopped',
  flags: [
    { flags: '--port <n>', summary: 'loopback port (default: any free one)' },
    WORKS,
    SEED,
    {
      flags: '--faults <list>',
      summary:
        'only works of these scenarios, such as truncated-always,robots-denied; or what the listing does wrong, such as listing-500-later',
    },
    {
      flags: '--latency <ms>',
      summary: 'time before an answer, half to one and a half of it (default: none)',
    },
    { flags: '--log-file <file>', summary: 'every request as a JSON line' },
    JSON_FLAG,
  ],
  examples: [
    'contentdownload lab --port 8080 --works 1000 --seed 7',
    'contentdownload lab --faults truncated-always,html-disguised',
  ],
  load: async () => (await import('../actions/lab.ts')).labAction,
};
