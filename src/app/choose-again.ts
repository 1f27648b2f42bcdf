import { filesStore } from '../artifacts/files.ts';
import { UserError } from '../core/errors.ts';
import { OUTCOMES } from '../core/outcome.ts';
import type { CatalogEntry } from '../ledger/catalog.ts';
import { sqliteCatalog } from '../ledger/sqlite/sqlite-catalog.ts';
import type { FoundRun } from './find-run.ts';
import type { Platform } from './platform.ts';

/** Columns of an entry by which works are chosen: a closed list, so that nothing typed becomes SQL. */
const FILTERS = [
  'status',
  'reason',
  'resolver',
  'tier',
  'host',
  'license',
  'year',
  'classification',
] as const;
type FilterKey = (typeof FILTERS)[number];

export interface EntryFilter {
  readonly key: FilterKey;
  readonly values: readonly string[];
}

const isKey = (key: string): key is FilterKey => (FILTERS as readonly string[]).includes(key);

/** Reads `status=failed` or `reason=timeout,http-5xx`. */
export function parseFilter(text: string): EntryFilter {
  const [, key = '', list = ''] = /^([a-z_]+)=(.+)$/.exec(text) ?? [];
  const values = list.split(',').map((value) => value.trim());
  if (!isKey(key))
    throw new UserError(`--filter takes KEY=VALUE with one of ${FILTERS.join(', ')}, not "${text}"`);
  const unknown =
    key === 'status' ? values.find((value) => !(OUTCOMES as readonly string[]).includes(value)) : undefined;
  if (unknown !== undefined)
    throw new UserError(`--filter status: "${unknown}" is none of ${OUTCOMES.join(', ')}`);
  return { key, values };
}

const matches = (entry: CatalogEntry, { key, values }: EntryFilter): boolean =>
  values.includes(String(entry[key] ?? ''));

export interface Again {
  /** Only works whose stored file is not what the catalog says. */
  readonly verifies: boolean;
  readonly filter: EntryFilter | undefined;
}

export interface AgainDeps {
  readonly platform: Platform;
  /** The root of artifacts; absolute. */
  readonly root: string;
}

/** The works of a run to do again, by how they ended in it and by what lies on the disk now. */
export async function chooseAgain(
  { run, database }: FoundRun,
  { verifies, filter }: Again,
  { platform, root }: AgainDeps,
): Promise<readonly string[]> {
  await using catalog = sqliteCatalog(database, platform.clock);
  const chosen = new Set<string>();
  for await (const entry of catalog.entries(run.run_id))
    if (!filter || matches(entry, filter)) chosen.add(entry.doc_id);
  if (!verifies) return [...chosen];
  const store = filesStore({ root, files: platform.files, fsync: false });
  const damaged: string[] = [];
  for await (const { doc_id, path, sha256 } of catalog.stored(run.run_id)) {
    if (path === null || !chosen.has(doc_id)) continue;
    if ((await store.digest(path))?.sha256 !== sha256) damaged.push(doc_id);
  }
  return damaged;
}
