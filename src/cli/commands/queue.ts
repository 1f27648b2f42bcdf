import type { CommandGroup } from '../command.ts';
import { CONFIG_FLAG, DB_PATH_FLAG, JSON_FLAG } from '../flags.ts';
import { DASHBOARD_FLAG, INPUT_ONLY_FLAGS, RUN_FLAGS, RUN_ONLY_FLAGS } from '../run-flags.ts';

const WHERE = [...RUN_FLAGS.filter(({ name }) => name === 'out'), DB_PATH_FLAG, CONFIG_FLAG, JSON_FLAG];
const FORMAT = INPUT_ONLY_FLAGS.filter(({ flags }) => /^--(?:format|columns) /.test(flags));
const URGENT = RUN_ONLY_FLAGS.filter(({ flags }) => flags.startsWith('--urgent'));

const action = () => import('../actions/queue.ts');

export const queue: CommandGroup = {
  name: 'queue',
  summary: 'operate the durable queue by hand; all but run work beside a running one',
  commands: [
    {
      name: 'enqueue',
      summary: 'queue works by identifier, for whichever run comes',
      arguments: [
        { name: '<ids...>', summary: 'DOI, OpenAlex id, arXiv id, PMID, PMCID or URL, in any spelling' },
      ],
      flags: [...URGENT, ...WHERE],
      examples: ['contentdownload queue enqueue 10.7554/eLife.01567 --urgent'],
      load: async () => (await action()).queueEnqueueAction,
    },
    {
      name: 'import',
      summary: 'queue the works of a file; bad lines are reported and counted',
      arguments: [{ name: '<file>', summary: 'one identifier a line, or works; - for stdin' }],
      flags: [...FORMAT, ...URGENT, ...WHERE],
      examples: ['contentdownload queue import dois.txt', 'contentdownload queue import - --format jsonl'],
      load: async () => (await action()).queueImportAction,
    },
    {
      name: 'run',
      summary: 'work on what is queued, until stopped',
      flags: [
        { flags: '--drain', summary: 'end when the queue is empty' },
        DASHBOARD_FLAG,
        CONFIG_FLAG,
        JSON_FLAG,
        ...RUN_FLAGS,
      ],
      examples: ['contentdownload queue run --drain --workers 8'],
      load: async () => (await action()).queueRunAction,
    },
    {
      name: 'stats',
      summary: 'how many works are queued, in progress, done, skipped and failed',
      flags: WHERE,
      examples: ['contentdownload queue stats --out runs/content', 'contentdownload queue stats --json'],
      load: async () => (await action()).queueStatsAction,
    },
    {
      name: 'retry-failed',
      summary: 'let failed works wait again, with fresh attempts',
      flags: WHERE,
      examples: ['contentdownload queue retry-failed && contentdownload queue run --drain'],
      load: async () => (await action()).queueRetryFailedAction,
    },
    {
      name: 'pause',
      summary: 'begin no further works until queue resume, in a running drainer too',
      flags: WHERE,
      examples: ['contentdownload queue pause'],
      load: async () => (await action()).queuePauseAction,
    },
    {
      name: 'resume',
      summary: 'end a pause',
      flags: WHERE,
      examples: ['contentdownload queue resume'],
      load: async () => (await action()).queueResumeAction,
    },
  ],
};
