import type { Work } from '../core/work.ts';
import type { Page, Reject } from './source.ts';

/** What lives through a commit makes the heap grow: a million works peak 57 MB lower with pages of this size than of 500. */
const MAX_WORKS_PER_PAGE = 200;

/** What one line or argument came to. */
export type Entry = { readonly work: Work } | { readonly reject: Reject };

/** Gathers entries into pages small enough for one transaction; rejects fill a page like works do. */
export async function* paginate(
  entries: AsyncIterable<Entry> | Iterable<Entry>,
  signal: AbortSignal,
): AsyncIterable<Page> {
  let works: Work[] = [];
  let rejects: Reject[] = [];
  for await (const entry of entries) {
    if ('work' in entry) works.push(entry.work);
    else rejects.push(entry.reject);
    if (works.length + rejects.length < MAX_WORKS_PER_PAGE) continue;
    signal.throwIfAborted();
    yield { works, rejects };
    works = [];
    rejects = [];
  }
  signal.throwIfAborted();
  if (works.length + rejects.length > 0) yield { works, rejects };
}

const EXCERPT_LENGTH = 120;

/** A line in a report: short, and without anything a terminal could obey. */
export const rejectOf = (where: string, text: string, problem: string): Entry => ({
  reject: { where, text: text.slice(0, EXCERPT_LENGTH).replace(/\p{Cc}/gu, '\ufffd'), problem },
});
