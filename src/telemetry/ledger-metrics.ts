import type { Clock } from '../core/clock.ts';
import type { LedgerTail } from '../ledger/tail.ts';
import { nextTurn } from '../platform/next-turn.ts';
import { prometheusText } from './prometheus-text.ts';
import { runMetrics } from './run-metrics.ts';

/** A scrape waits this long for what is new; the rest is counted meanwhile and shown by the next one. */
const PATIENCE_MS = 2000;

/** The metrics of a run as the ledger tells them, for a process beside it. */
export interface LedgerMetrics extends AsyncDisposable {
  /** The answer to a scrape, in the text format of Prometheus. */
  text(): Promise<string>;
}

/**
 * Counts from the beginning of the newest run on, and then only what is new: a scrape costs the same however long the
 * run has gone on. A later run adds to the same counters.
 */
export function ledgerMetrics({
  tail,
  clock,
}: {
  readonly tail: LedgerTail;
  readonly clock: Clock;
}): LedgerMetrics {
  const metrics = runMetrics();
  const wasFailing = new Set<string>();
  let mark = tail.start();
  let reading: Promise<void> | undefined;
  let isClosed = false;

  const catchUp = async (): Promise<void> => {
    for (let hasMore = true; hasMore && !isClosed; ) {
      const page = tail.after(mark);
      page.attempts.forEach(metrics.attempt);
      page.outcomes.forEach(metrics.outcome);
      mark = page.mark;
      hasMore = page.hasMore;
      await nextTurn();
    }
  };
  const lookAtHosts = (): void => {
    const failing = new Set(tail.failingHosts(clock.now()));
    for (const host of wasFailing) if (!failing.has(host)) metrics.breaker(host, 'closed');
    for (const host of failing) metrics.breaker(host, 'open');
    for (const host of failing) wasFailing.add(host);
  };

  return {
    async text() {
      reading ??= catchUp().finally(() => {
        reading = undefined;
      });
      const enough = new AbortController();
      const waited = clock.sleep(PATIENCE_MS, enough.signal).catch(() => undefined);
      await Promise.race([reading, waited]).finally(() => enough.abort());
      metrics.depth(tail.depth());
      lookAtHosts();
      return prometheusText(metrics.families());
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await reading?.catch(() => undefined);
      tail[Symbol.dispose]();
    },
  };
}
