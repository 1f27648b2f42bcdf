import { REASONS, type Reason } from '../core/errors.ts';
import type { IdentityState } from '../core/identity.ts';
import type { Counts, Spread } from '../core/metrics.ts';
import { hasFile, type OutcomeKind } from '../core/outcome.ts';
import type { CatalogEntry } from '../ledger/catalog.ts';
import { distribution } from './distribution.ts';
import { tally } from './tally.ts';

export interface WorkFigures {
  readonly outcomes: Readonly<Record<OutcomeKind, number>>;
  readonly reasons: Counts;
  /** Works with a PDF or XML file. */
  readonly documents: number;
  /** Works whose stored file of an earlier run is HTML. */
  readonly cachedHtml: number;
  /** By resolver: works with a PDF or XML file through it, and works with HTML. */
  readonly successes: Counts;
  readonly html: Counts;
  readonly durations: Spread;
  readonly timeToPdf: Spread;
  readonly storedBytes: number;
  /** Works that failed for a reason that may pass. */
  readonly transientMisses: number;
  readonly identity: Readonly<Record<IdentityState, number>>;
}

/** How the works of a run ended. */
export interface WorkTally {
  add(entry: CatalogEntry): void;
  figures(): WorkFigures;
}

export function workTally(): WorkTally {
  const outcomes = { saved: 0, cached: 0, html_only: 0, skipped: 0, quarantined: 0, failed: 0 };
  const identity = { proven: 0, unsure: 0, unchecked: 0 };
  const [reasons, successes, html] = [tally(), tally(), tally()];
  const [durations, timeToPdf] = [distribution(), distribution()];
  let storedBytes = 0;
  let transientMisses = 0;
  let documents = 0;
  let cachedHtml = 0;

  const addStored = (entry: CatalogEntry) => {
    storedBytes += entry.size_bytes ?? 0;
    if (entry.classification === 'pdf') timeToPdf.add(entry.duration_ms);
  };
  const addFile = ({ resolver, status, ...entry }: CatalogEntry) => {
    const isPage = isHtml(entry);
    if (!isPage) documents++;
    else if (status === 'cached') cachedHtml++;
    if (resolver !== null) (isPage ? html : successes).add(resolver);
  };
  return {
    add(entry) {
      const { status } = entry;
      outcomes[status]++;
      if (entry.identity !== null) identity[entry.identity]++;
      reasons.add(entry.reason);
      durations.add(entry.duration_ms);
      if (status === 'saved' || status === 'html_only') addStored(entry);
      if (hasFile(status)) addFile(entry);
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
      documents,
      cachedHtml,
      identity,
    }),
  };
}

/** By what the file is, not by how its work ended: a stored page stays a page when a later run finds it unchanged. */
export const isHtml = ({ classification, mime }: Pick<CatalogEntry, 'classification' | 'mime'>): boolean =>
  classification === null ? /html/i.test(mime ?? '') : classification === 'html';

const mayPass = (reason: string): boolean =>
  Object.hasOwn(REASONS, reason) && REASONS[reason as Reason].retry !== 'no';
