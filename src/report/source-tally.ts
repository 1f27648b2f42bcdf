import type { AttemptRecord, AttemptStatus } from '../core/manifest-record.ts';
import { isExchange } from '../core/metrics.ts';
import { canonicalUrl } from '../core/url.ts';
import type { CatalogEntry } from '../ledger/catalog.ts';
import { tally } from './tally.ts';

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
  /** Works that were saved or cached through it. */
  readonly saved: number;
  /**
   * Of these, works for which no other source that was asked named a place that might have done as well: the same
   * address, or one that was not tried. Sources after it in the order were mostly not asked: it is an upper bound.
   */
  readonly only: number;
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

/** Memory grows with works for which several sources named different places, and with nothing else. */
export function sourceTally(): SourceTally {
  const [requests, named, saved, only] = [tally(), tally(), tally(), tally()];
  /** Works whose winner had rivals, and how many of their places may still be good. */
  const contests: { readonly winner: string; rivals: number }[] = [];
  const contestOf = new Map<string, number>();

  const contest = (winner: string, docId: string, rivals: ReadonlySet<string>): void => {
    if (rivals.size === 0) return only.add(winner);
    const index = contests.push({ winner, rivals: rivals.size }) - 1;
    for (const url of rivals) contestOf.set(keyOf(docId, url), index);
  };
  return {
    addEntry(entry, claims) {
      for (const resolver of new Set(claims.map((claim) => claim.resolver))) named.add(resolver);
      const { resolver: winner, status } = entry;
      if (winner === null || (status !== 'saved' && status !== 'cached')) return;
      saved.add(winner);
      const byWinner = Map.groupBy(claims, ({ resolver }) => resolver === winner);
      const own = new Set((byWinner.get(true) ?? []).map(({ url }) => canonicalUrl(url)));
      const rivals = new Set((byWinner.get(false) ?? []).map(({ url }) => canonicalUrl(url)));
      const isShared = [...rivals].some((url) => own.has(url) || url === entry.canonical_url);
      if (!isShared) contest(winner, entry.doc_id, rivals);
    },
    addAttempt(record) {
      const { resolver, url, role, stage, doc_id } = record;
      if (resolver !== undefined && isExchange(record)) requests.add(resolver);
      // What was read as a landing page is a page, and led to no file that won.
      const isLookedAt = role === 'artifact' || role === 'landing' || stage === 'prepare';
      if (url === undefined || !isLookedAt || UNTRIED.has(record.status)) return;
      const key = keyOf(doc_id, record.canonical_url ?? canonicalUrl(url));
      const lost = contests[contestOf.get(key) ?? -1];
      contestOf.delete(key);
      // It was looked at, and the work ended with another: it gave nothing.
      if (lost && --lost.rivals === 0) only.add(lost.winner);
    },
    figures() {
      const [asked, claimed, won, alone] = [requests, named, saved, only].map((one) => one.counts());
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
              requests_per_saved: files === 0 ? null : Math.round((cost / files) * 1000) / 1000,
            },
          ];
        }),
      );
    },
  };
}
