import type { CommandSpec } from '../command.ts';
import { JSON_FLAG } from '../flags.ts';
import { INPUT_FLAGS, RUN_FLAGS } from '../run-flags.ts';

const ANSWERS = new Set(['query', 'ids', 'works', 'out', 'formats']);

export const init: CommandSpec = {
  name: 'init',
  summary: 'write a commented configuration after a few questions',
  arguments: [{ name: '[file]', summary: 'where to (default: contentdownload.yaml)' }],
  flags: [
    { flags: '--mailto <address>', summary: 'contact address for the servers that are asked' },
    ...[...INPUT_FLAGS, ...RUN_FLAGS].filter(({ name }) => ANSWERS.has(name)),
    { flags: '-y, --yes', summary: 'ask nothing: what no flag says has its default' },
    { flags: '--force', summary: 'replace the file if it is there' },
    JSON_FLAG,
  ],
  examples: [
    'contentdownload init',
    'contentdownload init lab.yaml --yes --mailto you@your-institution.edu --ids dois.txt',
  ],
  load: async () => (await import('../actions/init.ts')).initAction,
};
