import { findRun } from '../../app/find-run.ts';
import { systemPlatform } from '../../app/platform.ts';
import { UserError } from '../../core/errors.ts';
import type { Action } from '../command.ts';
import { configOf } from '../config-of.ts';
import { textFlag } from '../flags.ts';
import { acquire } from './acquire.ts';

/** Goes on with a run after a stop, under the configuration stored with it; flags, environment and `-c` override. */
export const resumeAction: Action = async (invocation) => {
  const named = textFlag(invocation, 'run');
  if (named === undefined) throw new UserError('resume needs --run DIR: <out>/<run_id>, <out> or a run id');
  const found = await findRun(named, await configOf(invocation), systemPlatform());
  const { run_id: runId } = found.run;
  const stored = { ...(found.config as object), out: found.out, run_id: runId };
  const loaded = await configOf(invocation, { values: stored, origin: `run ${runId}` });
  return acquire(invocation, { loaded, wanted: found.wanted, resumes: runId, command: 'resume' });
};
