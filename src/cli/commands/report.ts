import type { CommandSpec } from '../command.ts';
import { CONFIG_FLAG, JSON_FLAG, RUN_FLAG } from '../flags.ts';

export const report: CommandSpec = {
  name: 'report',
  summary: 'what was got, what was missed and why, who was slow, and whether anyone was treated impolitely',
  flags: [
    RUN_FLAG,
    CONFIG_FLAG,
    {
      flags: '--format <format>',
      summary: 'md (default), html (one page with charts, opens with no network) or json',
      choices: ['md', 'html', 'json'],
    },
    JSON_FLAG,
  ],
  examples: [
    'contentdownload report --run runs/content',
    'contentdownload report --run runs/content --format html > report.html',
    'contentdownload report --run runs/content --format json',
  ],
  load: async () => (await import('../actions/report.ts')).reportAction,
};
