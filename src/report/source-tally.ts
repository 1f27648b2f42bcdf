import type { AttemptRecord, AttemptStatus } from '../core/manifest-record.ts';
import { isExchange } from '../core/metrics.ts';
import { hasFile } from '../core/outcome.ts';
import { canonicalUrl } from '../core/url.ts';
import type { CatalogEntry } from '../ledger/catalog.ts';
import { tally } from './tally.ts';
import { isHtml } from './work-tally.ts';

/** A place that a source named for a work. */
export interface ClaimedPlace {
  readonly resolver: string;
  readonly url: string;
}

/** What a source was worth in a run, and what it cost. */
export interface SourceFigures {
  /** On its behalf, to its own host and to those of the files it named. */
  readonly requests: number;
  /** Works it named a place for. */
  readonly named: number;
  /** Works with a PDF or XML file through it, saved or cached. */
  readonly saved: number;
  /**
   * Of these, works for which every other source of the run was asked, and none named a place that might have done as well:
   * the same address, or one that was not tried.
   */
  readonly only: number;
  /**
   * Of these, works for which no other source that was asked named such a place, but not all were asked: whether another one
   * has them is not known.
   */
  readonly not_compared: number;
  readonly requests_per_saved: number | null;
}

/** Fed with all entries of a run first, then with all its attempts. */
export interface SourceTally {
  addEntry(entry: CatalogEntry, claims: readonly ClaimedPlace[]): void;
  addAttempt(record: AttemptRecord): void;
  figures(): Readonly<Record<string, SourceFigures>>;
}

/** Records of an address that say nothing about what lies there. */
const UNTRIED: ReadonlySet<AttemptStatus> = new Set<AttemptStatus>(['parked', 'breaker-open', 'retry']);

const keyOf = (docId: string, canonical: string): string => `${docId} ${canonical}`;

/** What was read as a landing page is a page, and led to no file that won. */
function placeLookedAt({ url, canonical_url, role, stage }: AttemptRecord): string | undefined {
  const isLookedAt = role === 'artifact' || role === 'landing' || stage === 'prepare';
  return url === undefined || !isLookedAt ? undefined : (canonical_url ?? canonicalUrl(url));
}

/** A saved work that no other source is known to have had as well. */
interface Contest {
  readonly winner: string;
  /** Places of others that may still be good. */
  rivals: number;
  /** Sources that have nothing to say of it any more, one bit each. */
  asked: bigint;
}

/** The sources that might have been asked; `undefined`: nobody knows which, so that no comparison is ever complete. */
export function sourceTally(route?: readonly string[]): SourceTally {
  const [requests, named, saved] = [tally(), tally(), tally()];
  const bits = new Map((route ?? []).map((name, at) => [name, 1n << BigInt(at)]));
  const all = route === undefined ? -1n : (1n << BigInt(route.length)) - 1n;
  const contests = new Map<string, Contest>();
  const rivals = new Set<string>();
  const bitsOf = (names: Iterable<string>): bigint =>
    [...names].reduce((mask, name) => mask | (bits.get(name) ?? 0n), 0n);

  return {
    addEntry(entry, claims) {
      const sources = new Set(claims.map((claim) => claim.resolver));
      for (const resolver of sources) named.add(resolver);
      const { resolver: winner, status, doc_id } = entry;
      if (winner === null || !hasFile(status) || isHtml(entry)) return;
      saved.add(winner);
      const byWinner = Map.groupBy(claims, ({ resolver }) => resolver === winner);
      const own = new Set((byWinner.get(true) ?? []).map(({ url }) => canonicalUrl(url)));
      const others = new Set((byWinner.get(false) ?? []).map(({ url }) => canonicalUrl(url)));
      if ([...others].some((url) => own.has(url) || url === entry.canonical_url)) return;
      contests.set(doc_id, { winner, rivals: others.size, asked: bitsOf([...sources, winner]) });
      for (const url of others) rivals.add(keyOf(doc_id, url));
    },
    addAttempt(record) {
      const { resolver, doc_id } = record;
      if (resolver !== undefined && isExchange(record)) requests.add(resolver);
      const contest = contests.get(doc_id);
      if (!contest || UNTRIED.has(record.status)) return;
      contest.asked |= bits.get(resolver ?? '') ?? 0n;
      const place = placeLookedAt(record);
      // It was looked at, and the work ended with another: it gave nothing.
      if (place !== undefined && rivals.delete(keyOf(doc_id, place))) contest.rivals--;
    },
    figures() {
      const [only, unknown] = [tally(), tally()];
      for (const contest of contests.values())
        if (contest.rivals === 0) (contest.asked === all ? only : unknown).add(contest.winner);
      const [asked, claimed, won, alone, open] = [requests, named, saved, only, unknown].map((one) =>
        one.counts(),
      );
      const names = new Set([asked, claimed, won].flatMap((counts) => Object.keys(counts ?? {})));
      return Object.fromEntries(
        [...names].sort().map((name) => {
          const [cost, files] = [asked?.[name] ?? 0, won?.[name] ?? 0];
          return [
            name,
            {
              requests: cost,
              named: claimed?.[name] ?? 0,
              saved: files,
              only: alone?.[name] ?? 0,
              not_compared: open?.[name] ?? 0,
              requests_per_saved: files === 0 ? null : Math.round((cost / files) * 1000) / 1000,
            },
          ];
        }),
      );
    },
  };
}
