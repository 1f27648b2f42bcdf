import { basename, join, relative, resolve } from 'node:path';
import { UserError } from '../core/errors.ts';
import type { Places } from './places.ts';
import type { Platform } from './platform.ts';

/** Names that some systems keep for devices: such a folder could not be copied there. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:[.]|$)/i;

/** What lies in the folder of runs beside their folders, by the first part of its name; file systems may ignore case. */
const taken = ({ out, database, artifacts }: Places): ReadonlySet<string> =>
  new Set(
    [
      database,
      artifacts,
      join(out, 'run.lock'),
      join(out, 'http-cache.sqlite3'),
      join(out, 'rate-limits.sqlite3'),
    ]
      .map((path) => relative(out, resolve(path)).split(/[\\/]/)[0] ?? '')
      .map((name) => name.toLowerCase()),
  );

const refusal = (runId: string, problem: string): UserError =>
  new UserError(`run_id "${runId}" ${problem}: give another (--run-id)`);

/** The folder of a new run holds nothing yet: records of another ledger, or files of somebody else, are not mixed with its own. */
export async function refuseRunId(runId: string, places: Places, { files }: Platform): Promise<void> {
  if (DEVICES.test(runId)) throw refusal(runId, 'is the name of a device on some systems');
  const name = runId.toLowerCase();
  const sides = [...taken(places)].filter(
    (one) => one === name || name.startsWith(`${one}-`) || name.startsWith(`${one}.`),
  );
  if (sides.some((one) => one !== '' && one !== '..'))
    throw refusal(runId, `is taken in ${places.out} by the program itself`);
  const folder = places.run(runId);
  const kind = (await files.stat(folder))?.kind;
  if (kind === undefined) return;
  if (kind !== 'folder') throw refusal(runId, `cannot be the name of a folder: ${folder} is a ${kind}`);
  if ((await files.list(folder)).length > 0)
    throw refusal(runId, `is not in ${basename(places.database)}, but ${folder} holds files already`);
}
