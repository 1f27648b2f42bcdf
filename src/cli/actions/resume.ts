import { chooseAgain, parseFilter } from '../../app/choose-again.ts';
import { knownWorks } from '../../app/dry-run-rest.ts';
import { type FoundRun, findRun } from '../../app/find-run.ts';
import { refuseWithoutSecrets } from '../../app/missing-secrets.ts';
import { placesOf } from '../../app/places.ts';
import { systemPlatform } from '../../app/platform.ts';
import { refuseRedirectedSecrets, storedValues, takenFromRun } from '../../app/stored-config.ts';
import type { LoadedConfig } from '../../config/assemble-config.ts';
import { UserError } from '../../core/errors.ts';
import type { Action, Invocation } from '../command.ts';
import { configOf, type ReadConfig } from '../config-of.ts';
import { hasFlag, textFlag } from '../flags.ts';
import { acquire, rehearse } from './acquire.ts';

interface NamedRun extends FoundRun {
  /** What the operator says, without what is stored with the run. */
  readonly own: LoadedConfig;
}

/** Goes on with a run after a stop, under the configuration stored with it; flags, environment and `-c` override. */
export const resumeAction: Action = async (invocation) => {
  const named = textFlag(invocation, 'run');
  if (named === undefined) throw new UserError('resume needs --run DIR: <out>/<run_id>, <out> or a run id');
  const own = await configOf(invocation);
  const found = { ...(await findRun(named, own, systemPlatform())), own };
  const filter = textFlag(invocation, 'filter');
  const verifies = hasFlag(invocation, 'verify');
  if (filter !== undefined || verifies || hasFlag(invocation, 'force'))
    return doAgain(invocation, found, {
      verifies,
      filter: filter === undefined ? undefined : parseFilter(filter),
    });
  const { run_id: runId } = found.run;
  const loaded = await storedConfig(invocation, found, runId);
  if (hasFlag(invocation, 'dryRun')) return rehearseRest(invocation, found, { loaded });
  return acquire(invocation, { loaded, wanted: found.wanted, resumes: runId, command: 'resume' });
};

/**
 * What the run was started with, under what is given now. It stays where it is: a file that names another `out` (which a
 * flag had overridden) does not move it.
 */
async function storedConfig(
  invocation: Invocation,
  found: NamedRun,
  runId: string | null,
): Promise<ReadConfig> {
  const origin = `run ${found.run.run_id}`;
  const loaded = await configOf(invocation, {
    values: storedValues(found, found.own),
    origin,
    overFile: [{ path: ['run_id'], value: runId, origin }],
    overAll: [{ path: ['out'], value: found.out, origin }],
  });
  const { database } = placesOf(loaded.config);
  if (database !== found.database)
    throw new UserError(
      `storage.path names ${database}, but ${origin} is in ${found.database}: leave the key out`,
    );
  refuseWithoutSecrets(found.run, loaded);
  refuseRedirectedSecrets(found, found.own, loaded);
  if (!hasFlag(invocation, 'quiet'))
    for (const line of takenFromRun(found, found.own, loaded)) invocation.terminal.note(line);
  return loaded;
}

/**
 * A new run over works of the old one. It has no inputs of its own, so that resuming it later does not list those of the
 * old run again.
 */
async function doAgain(invocation: Invocation, found: NamedRun, choice: Parameters<typeof chooseAgain>[1]) {
  const loaded = withoutInputs(await storedConfig(invocation, found, null));
  const root = placesOf(loaded.config).artifacts;
  const again = await chooseAgain(found, choice, { platform: systemPlatform(), root });
  if (hasFlag(invocation, 'dryRun')) return rehearseRest(invocation, found, { loaded, again });
  if (!hasFlag(invocation, 'quiet')) invocation.terminal.note(`${again.length} works are done again`);
  return acquire(invocation, { loaded, wanted: {}, again, command: 'resume' });
}

/** Of works that the ledger knows: those that still wait, or those to be done again. What is not listed yet is not looked for. */
async function rehearseRest(
  invocation: Invocation,
  found: FoundRun,
  { loaded, again }: { readonly loaded: ReadConfig; readonly again?: readonly string[] },
) {
  await using works = knownWorks(found, again);
  return await rehearse(invocation, {
    loaded: withoutInputs(loaded),
    wanted: {},
    sources: [works.source],
    command: 'resume',
  });
}

const NO_INPUTS: LoadedConfig['config']['inputs'] = { query: null, ids: null, works: null, max_works: null };

const withoutInputs = (loaded: ReadConfig): ReadConfig => ({
  ...loaded,
  config: { ...loaded.config, inputs: NO_INPUTS },
  storable: { ...(loaded.storable as object), inputs: NO_INPUTS },
});
