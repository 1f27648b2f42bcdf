import { z } from 'zod';
import { saidText } from '../core/claims.ts';
import { Failure } from '../core/errors.ts';
import { selectionOf, type WorksQuery } from './openalex-filter.ts';
import { OPENALEX_FIELDS, OpenAlexRecord, workOfRecord } from './openalex-record.ts';
import { type Entry, rejectOf } from './paginate.ts';
import { createSeenWorks } from './seen-works.ts';
import type { Page, Source } from './source.ts';

/**
 * Asks for one page and gives its JSON. The caller sends it as the `metadata` role through the one HTTP stack and adds
 * the key as a secret parameter; what it throws ends the listing where it stands.
 */
export type ListWorks = (url: string, signal: AbortSignal) => Promise<unknown>;

function saidCount(value: unknown): number | undefined {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(count) && Number(count) >= 0 ? Number(count) : undefined;
}

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
/** So many pages in a row without one new work are no overlap of a list that changes while it is read. */
const MAX_REPEATED_PAGES = 3;

/** The works an OpenAlex query selects, page by page. Each page carries the place to go on from after it. */
export function openAlexQuery(
  wanted: WorksQuery,
  list: ListWorks,
  baseUrl = 'https://api.openalex.org/',
): Source {
  const selection = selectionOf(wanted);
  return {
    name: `openalex:${selection.toString()}`,
    async *pages(from, signal) {
      const round = createRoundWatch();
      const repeats = createRepeatWatch();
      for (let place = placeOf(from); place.cursor !== END; ) {
        signal.throwIfAborted();
        const url = pageUrl(baseUrl, selection, place.cursor);
        const { cursor: next, ...page } = await readPage(list, url, signal);
        const repeated = repeats.of(page);
        const after = advanced(place, page, { cursor: next, repeated });
        const goesRound = next === place.cursor ? undefined : (round(next) ?? repeats.problem());
        const problem = goesRound ?? problemOf(place, after, repeats.count());
        // A page after which it cannot go on is asked for again, and counted then; a list that repeats works, from its beginning.
        const isReadAgain = goesRound !== undefined || (problem !== undefined && repeats.count() > 0);
        const kept = isReadAgain ? placeOf(undefined) : problem ? { ...place, total: after.total } : after;
        yield { ...page, ...listedAt(after), cursor: cursorOf(kept) };
        if (problem) throw problem;
        place = after;
      }
    },
  };
}

/** How far the list was read: kept as the cursor, so that a list that is gone on with is held to its length too. */
interface Place {
  readonly cursor: string;
  /** Distinct works, and rejects, before the cursor; of a cursor kept by an older version they are not known. */
  readonly works?: number;
  readonly rejects?: number;
  /** The largest length it stated: one page may say nothing, or 0. `undefined`: none has said anything yet. */
  readonly total: number | undefined;
}

const KEPT = /^(\d+)\+(\d+)\/(\d+|\?) (.+)$/s;

const cursorOf = ({ cursor, works, rejects, total }: Place): string =>
  works === undefined ? cursor : `${works}+${rejects}/${total ?? '?'} ${cursor}`;

function placeOf(from: string | undefined): Place {
  if (from === undefined) return { cursor: FIRST, works: 0, rejects: 0, total: undefined };
  const [, works, rejects, total, cursor] = KEPT.exec(from) ?? [];
  if (cursor === undefined) return { cursor: from, total: undefined };
  return {
    cursor,
    works: Number(works),
    rejects: Number(rejects),
    total: total === '?' ? undefined : Number(total),
  };
}

function advanced(
  place: Place,
  page: Page,
  { cursor, repeated }: { readonly cursor: string; readonly repeated: number },
): Place {
  const { works, rejects } = place;
  const totals = [place.total, page.total].filter((total) => typeof total === 'number');
  return {
    cursor,
    ...(works !== undefined && { works: works + page.works.length - repeated }),
    ...(rejects !== undefined && { rejects: rejects + page.rejects.length }),
    total: totals.length === 0 ? undefined : Math.max(...totals),
  };
}

const listedAt = ({ works, total }: Place): Pick<Page, 'listed' | 'total'> => ({
  ...(works !== undefined && { listed: works }),
  total: total ?? null,
});

/** Why the list cannot be gone on with, or is not whole where it ends. */
function problemOf(
  place: Place,
  { cursor, works, rejects = 0, total = 0 }: Place,
  repeated: number,
): Failure | undefined {
  if (cursor === place.cursor)
    return new Failure('parse-error', 'the listing does not move on: its next cursor is the same');
  if (cursor !== END || works === undefined) return undefined;
  const seen = works + rejects;
  if (seen >= total * WHOLE_SHARE) return undefined;
  const again = repeated === 0 ? '' : `; ${repeated} of its records came again`;
  return new Failure('truncated', `OpenAlex ended its list after ${seen} of ${total} works${again}`);
}

/**
 * Counts works that the list has given before: its length is a number of distinct ones. What was listed before a stop is
 * not remembered. A list that only repeats itself is left after a few pages, and read from its beginning next time.
 */
function createRepeatWatch() {
  const isNew = createSeenWorks();
  let repeated = 0;
  let pages = 0;
  return {
    of({ works }: Page): number {
      const again = works.filter(({ id, openalex = id }) => !isNew(openalex)).length;
      repeated += again;
      pages = works.length > 0 && again === works.length ? pages + 1 : 0;
      return again;
    },
    count: () => repeated,
    problem(): Failure | undefined {
      if (pages < MAX_REPEATED_PAGES) return undefined;
      const problem = `the listing repeats itself: ${pages} pages in a row hold only works that came before`;
      return new Failure('parse-error', problem);
    },
  };
}

/**
 * Whether a cursor has come before (Brent: one is remembered, for twice as long each time). A list that leads back into
 * itself is left before it was read three times, with memory for one cursor.
 */
function createRoundWatch(): (cursor: string) => Failure | undefined {
  let remembered: string | undefined;
  let [steps, patience] = [0, 1];
  return (cursor) => {
    if (cursor === remembered)
      return new Failure('parse-error', 'the listing goes round: OpenAlex gave one cursor twice');
    steps += 1;
    if (steps < patience) return undefined;
    remembered = cursor;
    [steps, patience] = [0, patience * 2];
    return undefined;
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
