import type { Role } from '../core/manifest-record.ts';
import type { Report } from './build-report.ts';
import { showCount, showNoun, showOr, showShare } from './figures.ts';

/** How the closest two starts compare with the policy; `free`: nothing spaces them; `too-fine`: too close to the policy to tell. */
export type Pace = 'free' | 'kept' | 'too-fine' | 'too-fast';

/** Records are stamped in whole milliseconds, and a start may be dispatched a little late. */
const PRECISION_MS = 10;
const SLACK = 0.05;
const toleranceMs = (intervalMs: number): number => Math.max(PRECISION_MS, intervalMs * SLACK);

function paceOf(gapMs: number, intervalMs: number): Pace {
  if (intervalMs === 0) return 'free';
  if (gapMs + toleranceMs(intervalMs) < intervalMs) return 'too-fast';
  return gapMs < intervalMs * (1 - SLACK) ? 'too-fine' : 'kept';
}

export interface RolePace {
  readonly role: Role;
  readonly gapMs: number;
  readonly pace: Pace;
}

/** The roles in which a host was asked more than once. */
export function pacesAt({ metrics, policies }: Report, host: string): readonly RolePace[] {
  const gaps = Object.entries(metrics.hosts[host]?.min_gap_ms ?? {}) as [Role, number][];
  return gaps.map(([role, gapMs]) => ({
    role,
    gapMs,
    pace: paceOf(gapMs, policies[host]?.[role]?.interval_ms ?? 0),
  }));
}

/** Was I polite? As a sentence or more, from the same facts as the table below it. */
export function mannersText(report: Report): string {
  const { ratio_429 } = report.metrics.slo;
  const { asked, early } = wishesIn(report);
  if (report.metrics.timing.requests.count === 0) return 'No request was made.';
  const faults = [
    ...(ratio_429.met === false
      ? [
          `${showOr(ratio_429.value, showShare)} of the requests were answered with 429, more than one in a hundred`,
        ]
      : []),
    ...tooFast(report),
    ...(early > 0 ? [`${showNoun(early, 'request')} came before the time a host had asked for`] : []),
  ];
  const verdict =
    faults.length > 0
      ? `Not enough: ${faults.join('; ')}.`
      : `Yes, as far as these records tell: fewer than one request in a hundred was answered with 429${spacingKept(report)}.`;
  return `${verdict} ${wishesText(asked, early)}`;
}

const hostsTooFast = (report: Report): readonly string[] =>
  Object.keys(report.metrics.hosts).filter((host) =>
    pacesAt(report, host).some(({ pace }) => pace === 'too-fast'),
  );

function tooFast(report: Report): readonly string[] {
  const count = hostsTooFast(report).length;
  return count === 0
    ? []
    : [
        `${showNoun(count, 'host')} ${count === 1 ? 'was' : 'were'} asked faster than the policy at least once`,
      ];
}

/** Policies are known only with the configuration of the run. */
function spacingKept(report: Report): string {
  if (Object.keys(report.policies).length === 0) return '';
  const fine = Object.keys(report.metrics.hosts).filter((host) =>
    pacesAt(report, host).some(({ pace }) => pace === 'too-fine'),
  ).length;
  return fine === 0
    ? ', and no host was seen to be asked faster than its policy'
    : `, and no host was seen to be asked faster than its policy; at ${showNoun(fine, 'host')} it could not be judged: the smallest gap is below the policy by no more than the ${PRECISION_MS} ms that the records cannot tell apart`;
}

function wishesIn({ retry_after }: Report): { readonly asked: number; readonly early: number } {
  const hosts = Object.values(retry_after);
  return {
    asked: hosts.reduce((sum, host) => sum + host.asked, 0),
    early: hosts.reduce((sum, host) => sum + host.early, 0),
  };
}

function wishesText(asked: number, early: number): string {
  if (asked === 0) return 'No host asked to be left alone for a while.';
  const times = asked === 1 ? 'once' : `${showCount(asked)} times`;
  return `Hosts asked ${times} to be left alone for a while${early === 0 ? ', and were' : ''}.`;
}
