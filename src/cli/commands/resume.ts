import type { CommandSpec } from '../command.ts';
import { CONFIG_FLAG, JSON_FLAG, RUN_FLAG } from '../flags.ts';
import { RUN_FLAGS } from '../run-flags.ts';

/** The run names these itself. */
const FIXED = new Set(['out', 'runId']);

export const resume: CommandSpec = {
  name: 'resume',
  summary: 'go on with a run after a stop, under the configuration stored with it',
  flags: [RUN_FLAG, CONFIG_FLAG, JSON_FLAG, ...RUN_FLAGS.filter(({ name }) => !FIXED.has(name))],
  examples: [
    'contentdownload resume --run runs/content',
    'contentdownload resume --run runs/content --workers 8',
  ],
  load: async () => (await import('../actions/resume.ts')).resumeAction,
};
