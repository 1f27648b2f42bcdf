import type { AttemptRecord, AttemptStatus } from '../core/manifest-record.ts';
import { isExchange } from '../core/metrics.ts';
import { timestampMs } from '../core/timestamp.ts';

const SKIPS: ReadonlySet<AttemptStatus> = new Set<AttemptStatus>([
  'robots-disallowed',
  'content-policy-skip',
  'resolver-skip',
  'resolver-empty',
]);
const MISSES: ReadonlySet<AttemptStatus> = new Set<AttemptStatus>([
  'http-head',
  'http-get',
  'http-error',
  'size-mismatch',
  'download-error',
]);

/** A decision not to ask or fetch. */
export const isSkip = ({ status }: AttemptRecord): boolean => SKIPS.has(status);

/** The code of a source failed. */
const isMistake = ({ stage, reason }: AttemptRecord): boolean =>
  stage === 'resolve' && reason === 'internal-error';

/**
 * An exchange that gave nothing, or a body that came whole and was turned down: each request counts once, though the
 * download stage also notes what the exchange has told already. A robots.txt that cannot be had is no miss of a work.
 */
export const isMiss = (record: AttemptRecord): boolean =>
  MISSES.has(record.status) && (isExchange(record) || record.stage === 'finalize' || isMistake(record));

/** The host itself said 429. A capture of such an answer is no word of the archive that serves it. */
export const isToldTooMany = ({ http_status, extra }: AttemptRecord): boolean =>
  http_status === 429 && extra?.['archived'] !== true;

/** doi.org itself answered that it has no such DOI: not the host that it sends on to. */
export const isUnknownDoi = ({ role, host, http_status }: AttemptRecord): boolean =>
  role === 'landing' && http_status === 404 && (host === 'doi.org' || host === 'dx.doi.org');

export const UNKNOWN_DOI = 'doi.org does not know this DOI (it answered 404): look whether it is mistyped.';

/** The setting of the key without which a place that a source named is not asked for. */
export const neededKey = ({ status, extra }: AttemptRecord): string | undefined =>
  status === 'resolver-skip' && typeof extra?.['needs'] === 'string' ? extra['needs'] : undefined;

/** When the exchange began: a record is stamped when it ends. */
export const startMs = ({ timestamp, duration_ms }: AttemptRecord): number =>
  timestampMs(timestamp) - (duration_ms ?? 0);
