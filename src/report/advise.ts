import { dirname } from 'node:path';
import { REASONS, type Reason } from '../core/errors.ts';
import type { Metrics } from '../core/metrics.ts';
import { NEW_RUN } from '../core/source-place.ts';
import { showCount, showDuration, showShare, showWorks } from './figures.ts';
import { goesOnListing } from './listing-figures.ts';
import { shellWord } from './shell-word.ts';
import { missingKeysTexts, unknownDoisText } from './told-counts.ts';

/** A run whose folder is known, and the work that is spoken of, where it is one. */
export interface Spoken {
  readonly folder?: string | undefined;
  readonly workId?: string;
}

/** What to say about a reason; one that a later version added is told as it is. */
export function factsOf(
  reason: string,
  spoken: Spoken = {},
): { readonly meaning: string; readonly advice: string } {
  if (!Object.hasOwn(REASONS, reason)) return { meaning: '', advice: '' };
  const { meaning, advice } = REASONS[reason as Reason];
  return { meaning, advice: asCommands(advice, spoken) };
}

/** Commands of an advice as they can be typed for a run whose folder is known; else as the documentation has them. */
function asCommands(advice: string, { folder, workId = 'ID' }: Spoken): string {
  if (folder === undefined) return advice;
  const run = shellWord(folder);
  const out = shellWord(dirname(folder));
  return advice
    .replaceAll('`resume --run DIR', () => `\`contentdownload resume --run ${run}`)
    .replaceAll(
      '`explain --work ID',
      () => `\`contentdownload explain --work ${shellWord(workId)} --out ${out}`,
    );
}

/** Goes on with a run. */
const resumeText = ({ folder }: Spoken): string => asCommands('`resume --run DIR`', { folder });

/** A host this slow holds workers that others could use. */
const SLOW_MS = 10_000;
const SHOWN_HOSTS = 3;

/** A suggestion, and the host it is about: names come from outside and are escaped by whoever renders them. */
export interface Advice {
  readonly host?: string;
  readonly text: string;
}

/** What should I change? Most rewarding first; empty when nothing needs changing. */
export function advise(metrics: Metrics, spoken: Spoken = {}): readonly Advice[] {
  return [
    ...adviceOnListing(metrics, spoken),
    ...adviceOnWaiting(metrics, spoken),
    ...adviceOnRemarks(metrics),
    ...adviceOnReasons(metrics, spoken),
    ...adviceOnHosts(metrics),
  ];
}

const adviceOnListing = ({ listing }: Metrics, spoken: Spoken): readonly Advice[] =>
  listing.complete !== false
    ? []
    : [
        {
          text: goesOnListing({ listing })
            ? `The listing is not complete: ${resumeText(spoken)} goes on with it.`
            : `The listing is not complete, and \`resume\` cannot go on with it: ${NEW_RUN}.`,
        },
      ];

function adviceOnWaiting({ waiting }: Metrics, spoken: Spoken): readonly Advice[] {
  if (waiting === 0) return [];
  const [wait, them] = waiting === 1 ? ['waits', 'it'] : ['wait', 'them'];
  return [{ text: `${showWorks(waiting)} still ${wait}: ${resumeText(spoken)} goes on with ${them}.` }];
}

function adviceOnRemarks(metrics: Metrics): readonly Advice[] {
  const dois = unknownDoisText(metrics);
  return [...(dois === undefined ? [] : [dois]), ...missingKeysTexts(metrics)].map((text) => ({
    text: `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`,
  }));
}

function adviceOnReasons({ reasons }: Metrics, spoken: Spoken): readonly Advice[] {
  return byCount(reasons)
    .filter(([reason]) => Object.hasOwn(REASONS, reason) && isMissing(reason))
    .map(([reason, works]) => ({
      text: `${showCount(works)} × ${reason}: ${factsOf(reason, spoken).advice}`,
    }));
}

/** Whether a work that ended for this reason is without a file, under any of its names. */
export const isMissing = (reason: string): boolean =>
  reason !== 'duplicate-work' &&
  (!Object.hasOwn(REASONS, reason) || REASONS[reason as Reason].outcome !== 'good');

function adviceOnHosts({ hosts, slo }: Metrics): readonly Advice[] {
  const pushy = Object.entries(hosts)
    .filter(([, { status_429 }]) => slo.ratio_429.met === false && status_429 > 0)
    .sort(([, a], [, b]) => b.status_429 - a.status_429)
    .slice(0, SHOWN_HOSTS)
    .map(([host, { status_429, requests }]) => ({
      host,
      text: `answered ${showShare(status_429 / requests)} of ${showCount(requests)} requests with 429: give it a slower rate in \`rate_limit.policies\`.`,
    }));
  const slow = Object.entries(hosts)
    .filter(([, { latency_p95_ms }]) => (latency_p95_ms ?? 0) >= SLOW_MS)
    .sort(([, a], [, b]) => (b.latency_p95_ms ?? 0) - (a.latency_p95_ms ?? 0))
    .slice(0, SHOWN_HOSTS)
    .map(([host, { latency_p95_ms }]) => ({
      host,
      text: `needs up to ${showDuration(latency_p95_ms ?? 0)} for an answer: look whether another source has its papers.`,
    }));
  return [...pushy, ...slow];
}

/** Largest first; ties by name. */
export const byCount = (counts: Readonly<Record<string, number>>): readonly (readonly [string, number])[] =>
  Object.entries(counts).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
