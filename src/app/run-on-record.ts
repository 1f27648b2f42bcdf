import { UserError } from '../core/errors.ts';
import type { RunRow } from '../ledger/catalog.ts';
import { refuseWithoutProxy, refuseWithoutSecrets } from './missing-secrets.ts';
import { type Places, placesOf } from './places.ts';
import { refuseRunId } from './refuse-run-id.ts';
import type { RunRequest } from './run-request.ts';
import { openRunCatalog } from './wire-ledger.ts';

/**
 * The run as the ledger has it before it is opened; `undefined`: it is new. A run keeps the place of its listing, so that
 * inputs given to an existing one would be taken for listed: whoever means that run resumes it.
 */
export async function runOnRecord(
  request: RunRequest,
  { runId, places }: { readonly runId: string; readonly places: Places },
): Promise<RunRow | undefined> {
  await using catalog = (request.openCatalog ?? openRunCatalog)(places, request.platform);
  const runs = await catalog.runs();
  const run = runs.find(({ run_id }) => run_id === runId);
  if (request.resumes !== undefined) {
    if (!run) throw new UserError(`there is no run ${runId} in ${places.database}`);
    refuseWithoutSecrets(run, request.loaded);
  } else if (run && namesWorks(request)) throw taken(run, request);
  if (!run) await refuseRunId(runId, places, request.platform);
  for (const other of runs)
    if (other !== run && (await catalog.waiting(other.run_id)) > 0) refuseWithoutProxy(other, request.loaded);
  return run;
}

function taken(run: RunRow, { loaded }: RunRequest): UserError {
  const state =
    run.finished_at === null ? `${run.state}, begun ${run.started_at}` : `finished ${run.finished_at}`;
  const folder = placesOf(loaded.config).run(run.run_id);
  return new UserError(
    `run ${run.run_id} exists already (${state}), and takes no new inputs: ` +
      `go on with it by \`contentdownload resume --run ${folder}\`, or give another run_id (--run-id)`,
  );
}

/** Whoever only works on what is queued may go on under the same name. */
function namesWorks({ loaded, wanted, sources, again }: RunRequest): boolean {
  const { query, ids, works } = loaded.config.inputs;
  const { format: _format, columns: _columns, resumeFrom: _resumeFrom, ...asked } = wanted;
  return (
    [query, ids, works].some((input) => input !== null) ||
    Object.values(asked).some((value) => value !== undefined) ||
    sources !== undefined ||
    again !== undefined
  );
}
