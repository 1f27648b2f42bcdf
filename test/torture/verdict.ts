import { join } from 'node:path';
import type { Finding } from '../../src/oracle/finding.ts';
import { verify } from '../../src/oracle/verify.ts';
import { nodeFiles } from '../../src/platform/node-files.ts';
import { openSqliteReader } from '../../src/platform/sqlite.ts';

/** What the independent check holds against a folder of runs. */
export async function verdictOn(
  out: string,
  { strict, root = join(out, 'artifacts') }: { readonly strict: boolean; readonly root?: string },
): Promise<readonly Finding[]> {
  using rows = openSqliteReader(join(out, 'manifest.sqlite3'));
  return await Array.fromAsync(verify({ rows, files: nodeFiles(), out, root }, { strict }));
}
