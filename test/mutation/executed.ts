import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly Range[] }[];
  }[];
}

/** Stretches of a file that ran and stretches that did not, as V8 counts them: the innermost one that holds a place decides. */
export type Executed = ReadonlyMap<string, readonly (readonly [start: number, end: number, ran: boolean])[]>;

/** What the processes of one test ran of the source files below `root`, from the files that NODE_V8_COVERAGE made them write. */
export function executedIn(folder: string, root: string): Executed {
  const prefix = pathToFileURL(join(root, 'src/')).href;
  const executed = new Map<string, (readonly [number, number, boolean])[]>();
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Coverage;
    for (const { url, functions } of result) {
      if (!url.startsWith(prefix)) continue;
      const file = `src/${url.slice(prefix.length)}`;
      const ranges = executed.get(file) ?? [];
      for (const { startOffset, endOffset, count } of functions.flatMap((each) => each.ranges))
        ranges.push([startOffset, endOffset, count > 0]);
      executed.set(file, ranges);
    }
  }
  return executed;
}

/** Whether a process ran the place: several processes of one test may have loaded the file. */
export function hasRun(executed: Executed, file: string, at: number): boolean {
  const around = (executed.get(file) ?? []).filter(([start, end]) => start <= at && at < end);
  const shortest = Math.min(...around.map(([start, end]) => end - start));
  return around.some(([start, end, ran]) => ran && end - start === shortest);
}
