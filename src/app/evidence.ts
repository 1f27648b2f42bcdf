import { dirname, join } from 'node:path';
import type { Config } from '../config/schema.ts';
import { UserError } from '../core/errors.ts';
import { openLedgerReader } from '../ledger/sqlite/open-ledger.ts';
import type { Evidence } from '../oracle/finding.ts';
import { realPath } from '../platform/real-path.ts';
import { refuseForeignArtifacts } from './claim-artifacts.ts';
import { locksOf } from './hold-places.ts';
import { placesOf } from './places.ts';
import type { Platform } from './platform.ts';

export interface OpenEvidence extends Evidence, Disposable {
  readonly database: string;
  /** What a drainer of this folder holds. */
  readonly locks: readonly string[];
}

/** The catalog and files that `--out`, `--db-path` or the configuration name, as absolute paths, for reading only. */
export async function openEvidence(
  config: Config,
  dbPath: string | undefined,
  platform: Platform,
): Promise<OpenEvidence> {
  const { files } = platform;
  const places = placesOf(config);
  const database = realPath(dbPath ?? places.database);
  const out = dbPath === undefined ? places.out : dirname(database);
  const root = config.artifacts.root === null ? join(out, 'artifacts') : places.artifacts;
  if (config.artifacts.root?.startsWith('s3://'))
    throw new UserError('artifacts.root: S3 is not part of this version; name a folder');
  if ((await files.stat(database))?.kind !== 'file')
    throw new UserError(`no catalog at ${database}: name it by --out, --db-path or config`, 2);
  await refuseForeignArtifacts({ database, artifacts: root }, platform);
  const rows = openLedgerReader(database);
  return {
    rows,
    database,
    files,
    out,
    root,
    locks: locksOf({ out, database }),
    [Symbol.dispose]: () => rows[Symbol.dispose](),
  };
}
