import type { CommandSpec } from '../command.ts';
import { CONFIG_FLAG, DB_PATH_FLAG, JSON_FLAG } from '../flags.ts';
import { RUN_FLAGS } from '../run-flags.ts';

export const explain: CommandSpec = {
  name: 'explain',
  summary:
    'who would be asked, in which order, how often; of one work: what would be tried, or what happened; of a URL: which policies apply',
  flags: [
    {
      flags: '--work <id>',
      summary: 'what would be tried for this work and why, or after a run what happened; nothing is asked',
    },
    { flags: '--url <url>', summary: 'the policies that apply to this URL; nothing is asked' },
    { flags: '--fetch-robots', summary: 'with --url: ask the host for its robots.txt' },
    DB_PATH_FLAG,
    CONFIG_FLAG,
    JSON_FLAG,
    ...RUN_FLAGS,
  ],
  examples: [
    'contentdownload explain',
    'contentdownload explain -c cd.yaml --json',
    'contentdownload explain --work 10.7554/eLife.01567',
    'contentdownload explain --work pmid:24473075 --out runs/lab --json',
    'contentdownload explain --url https://arxiv.org/pdf/2104.12255',
    'contentdownload explain --url http://journal.example.org/article/1 --fetch-robots',
  ],
  load: async () => (await import('../actions/explain.ts')).explainAction,
};
