import { REASONS, type Reason } from '../core/errors.ts';
import type { Counts, Spread } from '../core/metrics.ts';
import type { OutcomeKind } from '../core/outcome.ts';
import type { CatalogEntry } from '../ledger/catalog.ts';
import { distribution } from './distribution.ts';
import { tally } from './tally.ts';

export interface WorkFigures {
  readonly outcomes: Readonly<Record<OutcomeKind, number>>;
  readonly reasons: Counts;
  /** By resolver: works saved or cached through it, and works it gave HTML for. */
  readonly successes: Counts;
  readonly html: Counts;
  readonly durations: Spread;
  readonly timeToPdf: Spread;
  readonly storedBytes: number;
  /** Works that failed for a reason that may pass. */
  readonly transientMisses: number;
}

/** How the works of a run ended. */
export interface WorkTally {
  add(entry: CatalogEntry): void;
  figures(): WorkFigures;
}

export function workTally(): WorkTally {
  const outcomes = { saved: 0, cached: 0, html_only: 0, skipped: 0, quarantined: 0, failed: 0 };
  const [reasons, successes, html] = [tally(), tally(), tally()];
  const [durations, timeToPdf] = [distribution(), distribution()];
  let storedBytes = 0;
  let transientMisses = 0;

  const addStored = (entry: CatalogEntry) => {
    storedBytes += entry.size_bytes ?? 0;
    if (entry.classification === 'pdf') timeToPdf.add(entry.duration_ms);
  };
  return {
    add(entry) {
      const { status, resolver } = entry;
      outcomes[status]++;
      reasons.add(entry.reason);
      durations.add(entry.duration_ms);
      if (status === 'saved' || status === 'html_only') addStored(entry);
      if (resolver !== null && (status === 'saved' || status === 'cached')) successes.add(resolver);
      if (resolver !== null && status === 'html_only') html.add(resolver);
      if (status === 'failed' && mayPass(entry.reason)) transientMisses++;
    },
    figures: () => ({
      outcomes,
      reasons: reasons.counts(),
      successes: successes.counts(),
      html: html.counts(),
      durations: durations.spread(),
      timeToPdf: timeToPdf.spread(),
      storedBytes,
      transientMisses,
    }),
  };
}

const mayPass = (reason: string): boolean =>
  Object.hasOwn(REASONS, reason) && REASONS[reason as Reason].retry !== 'no';
