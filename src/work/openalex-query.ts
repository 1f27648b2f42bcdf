import { z } from 'zod';
import { saidText } from '../core/claims.ts';
import { Failure } from '../core/errors.ts';
import { selectionOf, type WorksQuery } from './openalex-filter.ts';
import { OPENALEX_FIELDS, OpenAlexRecord, workOfRecord } from './openalex-record.ts';
import { type Entry, rejectOf } from './paginate.ts';
import type { Page, Source } from './source.ts';

/**
 * Asks for one page and gives its JSON. The caller sends it as the `metadata` role through the one HTTP stack and adds
 * the key as a secret parameter; what it throws ends the listing where it stands.
 */
export type ListWorks = (url: string, signal: AbortSignal) => Promise<unknown>;

const saidCount = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;

const List = z.object({
  meta: z.object({
    next_cursor: z.unknown().optional().transform(saidText),
    count: z.unknown().optional().transform(saidCount),
  }),
  results: z.array(z.unknown()),
});

const PER_PAGE = 200;
const FIRST = '*';
/** Kept as the cursor after the last page, so that a finished listing is not asked for again. */
const END = 'end';
/** The index changes while it is listed: a list that ends this close to its stated length is whole. */
const WHOLE_SHARE = 0.98;

/** The works an OpenAlex query selects, page by page. Each page carries the cursor to go on from after it. */
export function openAlexQuery(
  wanted: WorksQuery,
  list: ListWorks,
  baseUrl = 'https://api.openalex.org/',
): Source {
  const selection = selectionOf(wanted);
  return {
    name: `openalex:${selection.toString()}`,
    async *pages(from, signal) {
      /** Of a listing that goes on from a cursor it is not known. */
      let seen = from === undefined ? 0 : Number.NaN;
      for (let cursor = from ?? FIRST; cursor !== END; ) {
        signal.throwIfAborted();
        const { cursor: next, ...page } = await readPage(list, pageUrl(baseUrl, selection, cursor), signal);
        if (next === cursor)
          throw new Failure('parse-error', 'the listing does not move on: its next cursor is the same');
        seen += page.works.length + page.rejects.length;
        const { total = 0 } = page;
        if (next === END && seen < total * WHOLE_SHARE) {
          yield page;
          throw new Failure('truncated', `OpenAlex ended its list after ${seen} of ${total} works`);
        }
        yield { ...page, cursor: next };
        cursor = next;
      }
    },
  };
}

function pageUrl(baseUrl: string, selection: URLSearchParams, cursor: string): string {
  const url = new URL('works', baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
  for (const [name, value] of selection) url.searchParams.set(name, value);
  url.searchParams.set('select', OPENALEX_FIELDS);
  url.searchParams.set('per-page', String(PER_PAGE));
  url.searchParams.set('cursor', cursor);
  return url.href;
}

async function readPage(
  list: ListWorks,
  url: string,
  signal: AbortSignal,
): Promise<Page & { readonly cursor: string }> {
  const answer = List.safeParse(await list(url, signal));
  if (!answer.success)
    throw new Failure('parse-error', 'OpenAlex answered with no list of works', { url, cause: answer.error });
  const { results, meta } = answer.data;
  const entries = results.map((result, index) => entryOf(result, `OpenAlex, item ${index + 1} of a page`));
  const isLast = results.length === 0 || meta.next_cursor === undefined;
  return {
    works: entries.flatMap((entry) => ('work' in entry ? entry.work : [])),
    rejects: entries.flatMap((entry) => ('reject' in entry ? entry.reject : [])),
    cursor: isLast || meta.next_cursor === undefined ? END : meta.next_cursor,
    ...(meta.count !== undefined && { total: meta.count }),
  };
}

function entryOf(result: unknown, where: string): Entry {
  const record = OpenAlexRecord.safeParse(result);
  const work = record.success ? workOfRecord(record.data) : undefined;
  return work ? { work } : rejectOf(where, JSON.stringify(result) ?? '', 'the record has no identifier');
}
