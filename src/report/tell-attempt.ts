import type { AttemptRecord, AttemptStatus } from '../core/manifest-record.ts';
import { isExchange } from '../core/metrics.ts';
import { factsOf } from './advise.ts';
import { showBytes, showDuration, showNoun } from './figures.ts';
import { neededKey } from './read-record.ts';

/** Waits that nobody notices are not worth a word. */
const NOTABLE_MS = 50;

const OPENING = {
  metadata: 'asked',
  landing: 'read the page',
  artifact: 'fetched',
  robots: 'read',
} as const;

/** Of a request that brought nothing. */
const OPENING_IN_VAIN = {
  metadata: 'asked',
  landing: 'tried to read the page',
  artifact: 'tried to fetch',
  robots: 'tried to read',
} as const;

const FIRST_ERROR = 400;

const placeOf = ({ url, host }: AttemptRecord): string => url ?? host ?? 'a place unknown';

const said = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** What an attempt's stage noted beside the fields of the record. */
const noted = ({ extra }: AttemptRecord, name: string): string | undefined => said(extra?.[name]);

/** In lower case and without its full stop, to stand inside a sentence. */
function meaningOf(reason: string | undefined): string {
  const { meaning } = factsOf(reason ?? '');
  const text = meaning.replace(/\.$/, '');
  return text === ''
    ? (reason ?? 'for no recorded reason')
    : `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
}

/** `, 966 bytes in 496 ms, after waiting 143 ms for its turn`. */
function circumstances({ size_bytes, duration_ms, sleep_ms, attempt, extra }: AttemptRecord): string {
  const batch = said(extra?.['batch']);
  return [
    size_bytes === undefined ? '' : `, ${showBytes(size_bytes)}`,
    duration_ms === undefined ? '' : ` in ${showDuration(duration_ms)}`,
    (sleep_ms ?? 0) >= NOTABLE_MS ? `, after waiting ${showDuration(sleep_ms ?? 0)} for its turn` : '',
    (attempt ?? 1) > 1 ? `, try ${attempt}` : '',
    batch === undefined ? '' : `, together with ${showNoun(Number(batch) - 1, 'other work')}`,
  ].join('');
}

/** A capture of an error page is no word of the archive. */
function answerOf({ http_status, extra }: AttemptRecord, isInVain: boolean): string {
  if (http_status === undefined) return '';
  return extra?.['archived'] === true && isInVain
    ? `: the archived copy is itself an error page, status ${http_status} of its own host`
    : `: status ${http_status}`;
}

function tellExchange(record: AttemptRecord): string {
  const { role = 'metadata', verb, status, http_status, reason } = record;
  const isInVain = (http_status ?? FIRST_ERROR) >= FIRST_ERROR;
  const opening = verb === 'HEAD' ? 'looked at' : (isInVain ? OPENING_IN_VAIN : OPENING)[role];
  const answer = answerOf(record, isInVain);
  const about = circumstances(record);
  if (status === 'http-redirect')
    return `${opening} ${placeOf(record)}: sent elsewhere (status ${http_status})${about}`;
  if (status === 'http-206') return `${opening} the rest of ${placeOf(record)}${answer}${about}`;
  if (status === 'http-304') return `${opening} ${placeOf(record)}: not changed since (status 304)${about}`;
  const trouble = reason === undefined || http_status !== undefined ? '' : `: ${meaningOf(reason)}`;
  return `${opening} ${placeOf(record)}${answer}${trouble}${about}`;
}

/** What was made of bytes that came, or why none came. */
function tellVerdict(record: AttemptRecord): string {
  const { reason, classification, size_bytes, sha256 } = record;
  if (reason === 'ok') {
    const pages = noted(record, 'pages');
    return [
      `good: ${classification ?? 'a file'}`,
      size_bytes === undefined ? '' : `, ${showBytes(size_bytes)}`,
      pages === undefined ? '' : `, ${showNoun(Number(pages), 'page')}`,
      sha256 === undefined ? '' : `, sha256 ${sha256.slice(0, 12)}…`,
      tellIdentity(record),
      record.extra?.['held'] === true ? '; held while the other sources are asked' : '',
    ].join('');
  }
  if (reason === 'not-modified') return 'the stored file is still what the source has; no bytes were moved';
  const why = noted(record, 'why') ?? noted(record, 'problem');
  const kept = noted(record, 'kept_bytes');
  return [
    `not taken, ${reason ?? 'unknown'}: ${whyNotTaken(record, why)}`,
    tellIdentity(record),
    kept === undefined ? '' : `; ${showBytes(Number(kept))} kept to go on with`,
  ].join('');
}

function whyNotTaken({ reason, classification }: AttemptRecord, why: string | undefined): string {
  if (why === undefined) return meaningOf(reason);
  if (reason !== 'unexpected-ct') return `${meaningOf(reason)} (${why})`;
  const what = classification === 'html' ? 'the page' : 'the file';
  return `${what} is not the full text: ${why.replace(OLD_PAGE_WORDS, '$1').replace(/^landing: /, '')}`;
}

/** Records of earlier versions say `a page (landing: 0 words)`. */
const OLD_PAGE_WORDS = /^a page \((.*)\)$/s;

function tellIdentity({ extra }: AttemptRecord): string {
  const identity = extra?.['identity'] as
    | { readonly verdict?: unknown; readonly score?: unknown }
    | undefined;
  const verdict = said(identity?.verdict);
  return verdict === undefined ? '' : `; identity: ${verdict}, score ${said(identity?.score) ?? 'unknown'}`;
}

const WAITS: Readonly<Record<string, string>> = {
  rate: 'its turn at this host had not come',
  'retry-after': 'the host asked to come back later',
  'breaker-open': 'the host failed too often and is left alone for a while',
  'budget-spent': 'the budget for this host is used up for now',
  'disk-full': 'the disk is full',
};

const tellParking = (record: AttemptRecord): string => {
  const why = noted(record, 'why') ?? '';
  if (why === 'offline') return 'set aside as it was: no host could be reached';
  return `set aside for ${showDuration(record.sleep_ms ?? 0)}, waiting for ${record.host ?? 'its host'}: ${WAITS[why] ?? why}`;
};

function tellRetry(record: AttemptRecord): string {
  const { http_status, reason, sleep_ms, retry_after_s } = record;
  const cause = http_status === undefined ? meaningOf(reason) : `status ${http_status}`;
  const asked = retry_after_s === undefined ? '' : `, as the host asked (Retry-After ${retry_after_s} s)`;
  return `waited ${showDuration(sleep_ms ?? 0)} before the next try after ${cause}${asked}`;
}

function tellPace(record: AttemptRecord): string {
  const cause =
    noted(record, 'cause') === 'latency' ? 'it answers slower than usual' : 'it refused several times';
  const pace = `one request in ${showDuration(Number(noted(record, 'interval_ms') ?? 0))}`;
  return record.status === 'slowed'
    ? `slowed ${record.host ?? 'the host'} down to ${pace}: ${cause}`
    : `eased ${record.host ?? 'the host'} back to ${pace}: all was well for a while`;
}

const HELD_WORDS: Readonly<Record<string, string>> = { published: 'published', examined: 'examined again' };

/** What became of a file that was held while other sources were asked. */
function tellHeld(record: AttemptRecord): string {
  const done = HELD_WORDS[noted(record, 'done') ?? ''] ?? 'removed';
  return `${done} the ${record.classification ?? 'file'} held from ${placeOf(record)}: ${noted(record, 'why') ?? 'no reason is recorded'}`;
}

/** A robots.txt that could not be had forbids as much (RFC 9309 2.3.1.4), but it has not said so. */
function tellRobots(record: AttemptRecord): string {
  const { reason } = record;
  return reason === undefined || reason === 'robots'
    ? `left ${placeOf(record)} alone: robots.txt of the host does not allow it`
    : `left ${placeOf(record)} alone: robots.txt of the host could not be read (${reason}: ${meaningOf(reason)})`;
}

const NOTHING_TO_ASK: Readonly<Record<string, string>> = {
  wayback: 'no address of a file that could not be had is known, and only such addresses are looked up',
};

function tellSkip(record: AttemptRecord): string {
  const { reason, resolver = '' } = record;
  const needs = neededKey(record);
  if (needs !== undefined)
    return `did not ask for ${placeOf(record)}: it needs the key \`${needs}\`, which is not set`;
  if (reason === 'no-identifier') return 'skipped: it cannot use the identifiers of this work';
  return reason === 'no-candidates'
    ? `not asked: ${NOTHING_TO_ASK[resolver] ?? 'nothing was left to ask it about'}`
    : `skipped: ${meaningOf(reason)}`;
}

/** How decisions are told; every other record is a verdict on what came. */
const DECISIONS: Readonly<Partial<Record<AttemptStatus, (record: AttemptRecord) => string>>> = {
  'cache-hit': (record) => `${placeOf(record)} was answered from the cache`,
  'robots-disallowed': tellRobots,
  'content-policy-skip': (record) =>
    `left ${placeOf(record)} alone, ${record.reason ?? 'policy'}: ${noted(record, 'why') ?? meaningOf(record.reason)}`,
  'breaker-open': (record) =>
    `did not ask ${record.host ?? placeOf(record)}: it failed too often and is left alone for a while`,
  parked: tellParking,
  retry: tellRetry,
  'resolver-skip': tellSkip,
  'resolver-empty': () => 'named no place',
  provisional: tellHeld,
  slowed: tellPace,
  eased: tellPace,
};

/** One attempt as a sentence without its subject. It may quote text from outside: whoever shows it escapes it. */
export const tellAttempt = (record: AttemptRecord): string =>
  isExchange(record) ? tellExchange(record) : (DECISIONS[record.status] ?? tellVerdict)(record);
