import type { Files } from '../core/files.ts';

/** What is wrong, in one word. A public contract of `catalog verify --json`: add, never rename. */
export type Fault =
  | 'missing'
  | 'changed'
  | 'not-a-file'
  | 'extra'
  | 'partial'
  | 'link'
  | 'row-without-bytes'
  | 'job-without-outcome'
  | 'outcome-without-job'
  | 'lease'
  | 'count'
  | 'manifest'
  | 'replay'
  | 'summary'
  | 'database';

/** One thing that is not as it must be. */
export interface Finding {
  readonly fault: Fault;
  /** A path below the root, a work or a run. */
  readonly subject: string;
  readonly detail: string;
}

type Value = string | number | bigint | null | Uint8Array;

/** A catalog that can only be read. */
export interface Rows {
  all<Row>(sql: string, ...values: readonly Value[]): readonly Row[];
}

/** What is judged, and how it is reached: nothing of the program that wrote it is used. */
export interface Evidence {
  readonly rows: Rows;
  readonly files: Files;
  /** The folder of runs, and the root of artifacts; absolute. */
  readonly out: string;
  readonly root: string;
}

const PAGE = 1000;

/** Every row of a query in pages, by its column `id`: a catalog of millions is not held in memory. */
export function* paged<Row extends { readonly id: number }>(
  rows: Rows,
  sql: (condition: string) => string,
): Iterable<Row> {
  for (let after = -1; ; ) {
    const page = rows.all<Row>(`${sql('id > ?')} ORDER BY id LIMIT ${PAGE}`, after);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.id;
  }
}
