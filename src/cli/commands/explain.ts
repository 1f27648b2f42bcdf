import type { CommandSpec } from '../command.ts';
import { CONFIG_FLAG, JSON_FLAG } from '../flags.ts';
import { RUN_FLAGS } from '../run-flags.ts';

export const explain: CommandSpec = {
  name: 'explain',
  summary: 'who would be asked, in which order, how often; with a URL: which policies apply to it and why',
  flags: [
    { flags: '--url <url>', summary: 'the policies that apply to this URL; nothing is asked' },
    { flags: '--fetch-robots', summary: 'with --url: ask the host for its robots.txt' },
    CONFIG_FLAG,
    JSON_FLAG,
    ...RUN_FLAGS,
  ],
  examples: [
    'contentdownload explain',
    'contentdownload explain -c cd.yaml --json',
    'contentdownload explain --url https://arxiv.org/pdf/2104.12255',
    'contentdownload explain --url http://journal.example.org/article/1 --fetch-robots',
  ],
  load: async () => (await import('../actions/explain.ts')).explainAction,
};
