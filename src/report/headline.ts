import type { Metrics } from '../core/metrics.ts';
import { plainText } from '../core/plain-text.ts';
import { byCount } from './advise.ts';
import { showBytes, showCount, showDuration, showOr, showShare, showWorks } from './figures.ts';
import { goesOnListing } from './listing-figures.ts';

/** Works that ended and works that still wait: what shares of a run are of. */
export const worksOf = ({ processed, waiting }: Pick<Metrics, 'processed' | 'waiting'>): number =>
  processed + waiting;

/** Works asked for, each counted once: not those that were found to be another of them. */
export const distinctWorksOf = (metrics: Metrics): number =>
  worksOf(metrics) - (metrics.reasons['duplicate-work'] ?? 0);

/** Reasons by which works were left alone, and what decided it. */
const POLICIES: Readonly<Record<string, string>> = {
  'policy-license': '`licenses.accept`',
  'policy-type': '`download.formats`',
  'policy-size': '`download.max_bytes`',
  robots: 'robots.txt of the hosts',
};

/**
 * The first thing to know of a run, as one sentence or two: what it did not do of what was asked, or else what it did.
 * Plain text; words from outside are cut and cleaned, and escaped by whoever renders them.
 */
export function headlineOf(metrics: Metrics): string {
  const short = brokenListing(metrics) ?? unfinished(metrics) ?? nothing(metrics) ?? leftAlone(metrics);
  return short === undefined ? afterRejected(metrics, done(metrics)) : withRejected(short, metrics);
}

/** "8 of 10 input lines were rejected (rejects.jsonl)"; `undefined` where none was. */
function rejectedText({ input }: Metrics): string | undefined {
  if (!input || input.rejected === 0) return undefined;
  const { lines, rejected } = input;
  const what =
    lines === 1 ? 'the one input line' : `${showCount(rejected)} of ${showCount(lines)} input lines`;
  return `${what} ${rejected === 1 ? 'was' : 'were'} rejected (rejects.jsonl)`;
}

/** What a run did is read as the whole of what was asked, unless the lines that came to nothing stand before it. */
export function afterRejected(metrics: Metrics, text: string): string {
  const rejected = rejectedText(metrics);
  return rejected === undefined ? text : `${rejected}; ${text}`;
}

function withRejected(sentence: string, metrics: Metrics): string {
  const rejected = rejectedText(metrics);
  return rejected === undefined
    ? sentence
    : `${sentence} ${rejected.slice(0, 1).toUpperCase()}${rejected.slice(1)}.`;
}

/** How much was listed of how many, and why no more; `undefined` for a listing that is whole. */
export function listingText({ listing }: Pick<Metrics, 'listing'>): string | undefined {
  const { listed, of, complete, problem } = listing;
  if (complete !== false) return undefined;
  const share =
    of === null ? `${showWorks(listed)} listed so far` : `${showCount(listed)} of ${showWorks(of)} listed`;
  return problem === null
    ? `the listing was stopped, ${share}`
    : `the listing broke off, ${share}: ${plainText(problem)}`;
}

function brokenListing(metrics: Metrics): string | undefined {
  const text = metrics.state === 'running' ? undefined : listingText(metrics);
  if (text === undefined) return undefined;
  const next = goesOnListing(metrics) ? ' `resume` goes on listing.' : '';
  return `Interrupted: ${text}.${next} ${progressText(metrics)}`;
}

const progressText = (metrics: Metrics): string =>
  `${showCount(metrics.processed)} of ${showWorks(worksOf(metrics))} known so far ended (${shareOf(metrics)}).`;

const shareOf = (metrics: Metrics): string =>
  worksOf(metrics) === 0 ? '–' : showShare(metrics.processed / worksOf(metrics));

function unfinished(metrics: Metrics): string | undefined {
  const { state, processed, waiting } = metrics;
  if (state === 'finished') return undefined;
  const what = state === 'interrupted' ? 'Interrupted' : 'Not finished, still running or killed';
  return `${what}: ${showCount(processed)} of ${showWorks(worksOf(metrics))} ended (${shareOf(metrics)}), ${showCount(waiting)} wait.`;
}

function nothing(metrics: Metrics): string | undefined {
  if (worksOf(metrics) > 0) return undefined;
  const { listing, input } = metrics;
  // Works that another manifest accounts for are lines of the input, and are not listed into the run.
  const named = Math.max(listing.listed, input?.duplicates ?? 0);
  if (named > 0) return `Nothing to do: ${showWorks(named)} listed, and none of them is left for this run.`;
  const { lines = 0, rejected = 0 } = input ?? {};
  if (rejected > 0) return `Nothing to do: no line of the input names a work (${showCount(lines)} read).`;
  return listing.of === null
    ? 'Nothing to do: no work was listed or queued.'
    : 'Nothing to do: the input matches nothing.';
}

/** A policy that leaves nothing over is more likely a mistake than a wish. */
function leftAlone({ processed, skipped, reasons }: Metrics): string | undefined {
  if (processed === 0 || skipped < processed) return undefined;
  const why = byCount(reasons).map(([reason, works]) => {
    const what = POLICIES[reason];
    return `${showCount(works)} by ${what === undefined ? reason : `${what} (${reason})`}`;
  });
  const all = processed === 1 ? 'the one work was' : `all ${showWorks(processed)} were`;
  return `Nothing was fetched: ${all} skipped, ${why.join(', ')}.`;
}

function done({ processed, waiting, timing, bytes, listing }: Metrics): string {
  const capped = listing.capped === undefined ? '' : `; ${listing.capped}`;
  const rest = waiting > 0 ? `; ${showWorks(waiting)} still wait${waiting === 1 ? 's' : ''}` : '';
  return `${showWorks(processed)} in ${showOr(timing.elapsed_ms, showDuration)} from first start to end, ${showBytes(bytes.stored)} stored${rest}${capped}`;
}
