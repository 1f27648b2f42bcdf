import type { CommandSpec } from '../command.ts';
import { CONFIG_FLAG, JSON_FLAG, RUN_FLAG } from '../flags.ts';
import { DASHBOARD_FLAG, DRY_RUN_FLAG, RESUME_FROM_FLAG, RUN_FLAGS } from '../run-flags.ts';

/** The run names these itself. */
const FIXED = new Set(['out', 'runId']);

export const resume: CommandSpec = {
  name: 'resume',
  summary: 'go on with a run after a stop, under the configuration stored with it',
  flags: [
    RUN_FLAG,
    { flags: '--verify', summary: 'a new run: hash stored files again and fetch what does not match' },
    { flags: '--force', summary: 'a new run: fetch again, whatever validators and earlier success say' },
    {
      flags: '--filter <key=value>',
      summary: 'a new run over works that ended so, such as status=failed or reason=timeout,http-5xx',
    },
    DRY_RUN_FLAG,
    RESUME_FROM_FLAG,
    DASHBOARD_FLAG,
    CONFIG_FLAG,
    JSON_FLAG,
    ...RUN_FLAGS.filter(({ name }) => !FIXED.has(name)),
  ],
  examples: [
    'contentdownload resume --run runs/content',
    'contentdownload resume --run runs/content --workers 8',
    'contentdownload resume --run runs/content --verify',
    'contentdownload resume --run runs/content --filter status=failed',
  ],
  load: async () => (await import('../actions/resume.ts')).resumeAction,
};
