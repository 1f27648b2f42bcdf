import { claimRoot, type RootClaim, refuseForeignRoot, refuseUnprovenRoot } from '../artifacts/root-mark.ts';
import { ledgerIdAt } from '../ledger/sqlite/ledger-id.ts';
import { realPath } from '../platform/real-path.ts';
import { openSqliteReader } from '../platform/sqlite.ts';
import type { Places } from './places.ts';
import type { Platform } from './platform.ts';

type Claimed = Pick<Places, 'database' | 'artifacts'>;

/** Read once, when first asked for: a root with a mark needs none of it. */
function namedIn(database: string): RootClaim['isNamed'] {
  let paths: ReadonlySet<string> | undefined;
  const read = (): ReadonlySet<string> => {
    using db = openSqliteReader(database);
    const rows = db.all<{ path: string }>(
      `SELECT path FROM artifacts UNION SELECT path FROM catalog_entries WHERE path IS NOT NULL
       UNION SELECT path FROM validators`,
    );
    return new Set(rows.map(({ path }) => path));
  };
  return (path) => (paths ??= read()).has(path);
}

const claimOf = ({ database, artifacts }: Claimed): RootClaim => ({
  root: realPath(artifacts),
  database: realPath(database),
  ledgerId: ledgerIdAt(database),
  idAt: ledgerIdAt,
  isNamed: namedIn(database),
});

/** Before anything is stored, replaced or swept. */
export const claimArtifacts = (places: Claimed, { files }: Platform): Promise<void> =>
  claimRoot(files, claimOf(places));

/** Before files below the root are held against the catalog. */
export const refuseForeignArtifacts = (places: Claimed, { files }: Platform): Promise<void> =>
  refuseForeignRoot(files, claimOf(places));

/** Before files that no row names are removed. */
export const refuseUnprovenArtifacts = (places: Claimed, { files }: Platform): Promise<void> =>
  refuseUnprovenRoot(files, claimOf(places));
