import type { CommandSpec } from '../command.ts';
import { CONFIG_FLAG, JSON_FLAG } from '../flags.ts';
import { INPUT_FLAGS, INPUT_ONLY_FLAGS, RUN_FLAGS, RUN_ONLY_FLAGS } from '../run-flags.ts';

export const pull: CommandSpec = {
  name: 'pull',
  summary: 'acquire works: list them into the queue and drain it in one go',
  arguments: [
    { name: '[ids...]', summary: 'DOI, OpenAlex id, arXiv id, PMID, PMCID or URL, in any spelling' },
  ],
  flags: [CONFIG_FLAG, JSON_FLAG, ...INPUT_FLAGS, ...INPUT_ONLY_FLAGS, ...RUN_FLAGS, ...RUN_ONLY_FLAGS],
  examples: [
    'contentdownload pull 10.7554/eLife.01567 arXiv:2104.12255',
    'contentdownload pull --ids dois.txt --out runs/lab --workers 16',
    'contentdownload pull --query "topics.id:T10017,is_oa:true" --year 2022-2024 --max-works 1000',
    'contentdownload pull --ids dois.txt --dry-run',
    'zcat works.jsonl.gz | contentdownload pull --works - --format jsonl --json',
  ],
  load: async () => (await import('../actions/pull.ts')).pullAction,
};

export const run: CommandSpec = {
  name: 'run',
  summary: 'the same as pull, with everything from the configuration',
  flags: [CONFIG_FLAG, JSON_FLAG, ...INPUT_FLAGS, ...RUN_FLAGS, ...RUN_ONLY_FLAGS],
  examples: ['contentdownload run -c cd.yaml', 'contentdownload run -c cd.yaml --workers 8 --json'],
  load: async () => (await import('../actions/pull.ts')).runAction,
};
