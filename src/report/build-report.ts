import type { Counts, Metrics } from '../core/metrics.ts';
import type { CatalogEntry } from '../ledger/catalog.ts';
import type { RunRecords } from './run-records.ts';
import { summarise } from './summarise.ts';
import { tally } from './tally.ts';

/** Works shown for each reason. */
const EXAMPLES = 5;

interface MissedWork {
  readonly doc_id: string;
  readonly title: string | null;
  readonly status: string;
  readonly url: string | null;
}

/** The figures of a run, and enough of its works to see what they mean. */
export interface Report {
  readonly metrics: Metrics;
  /** What the files are -> count. */
  readonly kinds: Counts;
  /** Tier that gave the file -> count. */
  readonly tiers: Counts;
  /** Reason -> the first works that were missed for it. */
  readonly missed: Readonly<Record<string, readonly MissedWork[]>>;
}

export async function buildReport(records: RunRecords): Promise<Report> {
  const [kinds, tiers] = [tally(), tally()];
  const missed = new Map<string, MissedWork[]>();
  const look = (entry: CatalogEntry) => {
    if (entry.status === 'saved' || entry.status === 'cached' || entry.status === 'html_only') {
      kinds.add(entry.classification ?? 'unknown');
      tiers.add(entry.tier ?? 'unknown');
      return;
    }
    const examples = missed.get(entry.reason) ?? [];
    missed.set(entry.reason, examples);
    const { doc_id, title, status, url } = entry;
    if (examples.length < EXAMPLES) examples.push({ doc_id, title, status, url });
  };
  const metrics = await summarise({ ...records, entries: passing(records.entries, look) });
  return { metrics, kinds: kinds.counts(), tiers: tiers.counts(), missed: Object.fromEntries(missed) };
}

async function* passing<T>(items: AsyncIterable<T>, look: (item: T) => void): AsyncIterable<T> {
  for await (const item of items) {
    look(item);
    yield item;
  }
}
