import type { CommandGroup } from '../command.ts';
import { CONFIG_FLAG, DB_PATH_FLAG, JSON_FLAG } from '../flags.ts';
import { RUN_FLAGS } from '../run-flags.ts';

const OUT = RUN_FLAGS.filter(({ name }) => name === 'out');

export const queue: CommandGroup = {
  name: 'queue',
  summary: 'look into the durable queue',
  commands: [
    {
      name: 'stats',
      summary: 'how many works are queued, in progress, done, skipped and failed',
      flags: [...OUT, DB_PATH_FLAG, CONFIG_FLAG, JSON_FLAG],
      examples: ['contentdownload queue stats --out runs/content', 'contentdownload queue stats --json'],
      load: async () => (await import('../actions/queue.ts')).queueStatsAction,
    },
  ],
};
