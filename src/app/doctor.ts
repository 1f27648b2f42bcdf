import { dirname } from 'node:path';
import type { LoadedConfig } from '../config/assemble-config.ts';
import { UserError } from '../core/errors.ts';
import type { Files } from '../core/files.ts';
import { ledgerSchema } from '../ledger/sqlite/open-ledger.ts';
import { sqliteCatalog } from '../ledger/sqlite/sqlite-catalog.ts';
import type { MachineFacts } from '../platform/machine-facts.ts';
import { refuseNetworkFileSystem } from '../platform/network-file-system.ts';
import { checkConfig } from './doctor-config.ts';
import { askSources } from './doctor-online.ts';
import { type Finding, good, problem, warning } from './finding.ts';
import { placesOf } from './places.ts';
import type { Platform } from './platform.ts';

export interface DoctorRequest {
  readonly loaded: LoadedConfig;
  readonly platform: Platform;
  readonly machine: MachineFacts;
  readonly version: string;
  /** Ask every source in use one question, through the one HTTP stack. */
  readonly online: boolean;
  readonly stop: AbortSignal;
}

const LEAST_NODE = 24;
/** Works that are fetched hold a connection and a file each; the database, its log, the cache and the rest. */
const FILES_PER_WORKER = 3;
const OTHER_FILES = 100;
/** When this was written; a clock before it is wrong. */
const LEAST_YEAR = 2026;
const MOST_YEAR = 2100;
/** Several times the low-water mark: below it a run of some length will pause. */
const COMFORTABLE = 5;

/** Checks what this configuration needs to run here, and nothing else. */
export async function examine(request: DoctorRequest): Promise<readonly Finding[]> {
  return [
    ...(await checkConfig(request)),
    await checkDatabase(request),
    checkFileSystem(
      request,
      await standing(placesOf(request.loaded.config).database, request.platform.files),
    ),
    ...(await checkFolders(request)),
    checkNode(request),
    await checkOpenFiles(request),
    await checkClock(request),
    ...(request.online ? await askSources(request) : []),
  ];
}

/** The nearest folder above that exists. */
async function standing(path: string, files: Pick<Files, 'stat'>): Promise<string> {
  const above = dirname(path);
  return above === path || (await files.stat(above))?.kind === 'folder' ? above : standing(above, files);
}

async function checkDatabase({ loaded: { config }, platform }: DoctorRequest): Promise<Finding> {
  if (config.storage.backend !== 'sqlite')
    return problem(
      'database',
      `${config.storage.backend} is not part of this version`,
      'set storage.backend to sqlite',
    );
  const { database } = placesOf(config);
  if ((await platform.files.stat(database)) === undefined)
    return good('database', `none yet at ${database}; the first run makes it`);
  try {
    const { found, newest } = ledgerSchema(database);
    const at = `${database}, schema ${found}`;
    return found < newest
      ? warning('database', `${at}, older than ${newest}`, 'nothing to do: the next run brings it up to date')
      : good('database', at);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return problem('database', error.message, 'mend or move the file, or name another by storage.path');
  }
}

function checkFileSystem({ loaded: { config }, machine }: DoctorRequest, folder: string): Finding {
  const { database } = placesOf(config);
  try {
    refuseNetworkFileSystem(database, () => machine.fileSystemOf(folder));
    return good('file system', 'the database lies on a local disk');
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return problem('file system', error.message, 'set storage.path to a local disk');
  }
}

async function checkFolders(request: DoctorRequest): Promise<readonly Finding[]> {
  const { out, artifacts } = placesOf(request.loaded.config);
  const { root } = request.loaded.config.artifacts;
  if (root?.startsWith('s3://'))
    return [problem('artifacts', 'S3 is not part of this version', 'set artifacts.root to a folder')];
  const { files } = request.platform;
  const there = async (folder: string): Promise<string> =>
    (await files.stat(folder))?.kind === 'folder' ? folder : standing(folder, files);
  const folders = new Set([await there(out), await there(artifacts)]);
  const each = await Promise.all([...folders].map((folder) => checkFolder(request, folder)));
  return each.flat();
}

const MB = 1e6;
const show = (bytes: number): string =>
  bytes >= 1000 * MB ? `${(bytes / (1000 * MB)).toFixed(1)} GB` : `${Math.floor(bytes / MB)} MB`;

async function checkFolder(
  { loaded, platform, machine }: DoctorRequest,
  folder: string,
): Promise<readonly Finding[]> {
  const { bytes, inodes } = await platform.files.space(folder);
  const { min_free_bytes: least } = loaded.config.artifacts;
  const advice = 'free some space, or set artifacts.root to a larger disk';
  const space =
    bytes < least || inodes < 1
      ? problem('disk', `${show(bytes)} free at ${folder}; below ${show(least)} a run pauses`, advice)
      : bytes < least * COMFORTABLE
        ? warning('disk', `only ${show(bytes)} free at ${folder}; below ${show(least)} a run pauses`, advice)
        : good('disk', `${show(bytes)} free at ${folder}`);
  const rights = (await machine.mayWrite(folder))
    ? good('folder', `${folder} can be written`)
    : problem('folder', `${folder} cannot be written`, 'change its rights, or name another folder by out');
  return [rights, space];
}

function checkNode({ machine: { nodeVersion } }: DoctorRequest): Finding {
  return Number.parseInt(nodeVersion, 10) >= LEAST_NODE
    ? good('node', nodeVersion)
    : problem('node', nodeVersion, `install Node ${LEAST_NODE} or newer`);
}

async function checkOpenFiles({ loaded: { config }, machine }: DoctorRequest): Promise<Finding> {
  const limit = await machine.openFileLimit();
  if (limit === undefined) return good('open files', 'this system does not tell its limit');
  const { workers, processes } = config.orchestrator;
  const needed = Math.ceil(workers / processes) * FILES_PER_WORKER + OTHER_FILES;
  if (limit >= needed) return good('open files', `up to ${limit}; ${needed} are enough here`);
  return warning(
    'open files',
    `up to ${limit}, while ${workers} workers may need ${needed}`,
    `raise it (ulimit -n ${needed}), or lower orchestrator.workers`,
  );
}

/** A clock that is wrong breaks TLS, Retry-After dates and the order of runs. */
async function checkClock({
  loaded: { config },
  platform: { clock, files },
}: DoctorRequest): Promise<Finding> {
  const now = clock.wall().toISOString();
  const year = Number.parseInt(now, 10);
  const advice = 'set the clock (NTP)';
  if (!(year >= LEAST_YEAR && year < MOST_YEAR)) return problem('clock', `it says ${now}`, advice);
  const { database } = placesOf(config);
  if ((await files.stat(database)) === undefined) return good('clock', now);
  try {
    await using catalog = sqliteCatalog(database, clock);
    const last = (await catalog.runs())
      .map(({ started_at }) => started_at)
      .sort()
      .at(-1);
    return last !== undefined && last > now
      ? warning('clock', `it says ${now}, but the last run here started ${last}`, advice)
      : good('clock', now);
  } catch (error) {
    // What is wrong with the database has a row of its own.
    if (!(error instanceof UserError)) throw error;
    return good('clock', now);
  }
}
