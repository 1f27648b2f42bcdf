import { isArchived } from './archived.ts';

/** How a reason ends a work, and whether the job is tried again later (SPEC 11.2). */
interface ReasonFacts {
  readonly outcome: 'good' | 'skipped' | 'failed' | 'quarantined';
  /** `yes`: with backoff up to the limit of job attempts; `once`: a single further try. */
  readonly retry: 'no' | 'yes' | 'once';
  readonly meaning: string;
  readonly advice: string;
}

const NOTHING = 'Nothing to do.';
const good = (meaning: string): ReasonFacts => ({ outcome: 'good', retry: 'no', meaning, advice: NOTHING });
const skipped = (meaning: string, advice: string): ReasonFacts => ({
  outcome: 'skipped',
  retry: 'no',
  meaning,
  advice,
});
const failed = (meaning: string, advice: string): ReasonFacts => ({
  outcome: 'failed',
  retry: 'no',
  meaning,
  advice,
});
const transient = (meaning: string, advice: string): ReasonFacts => ({
  outcome: 'failed',
  retry: 'yes',
  meaning,
  advice,
});

/**
 * Every reason token with what it means and what to do about it. The tokens are a public contract: add, never rename.
 * `docs/errors.md` is printed from this table.
 */
export const REASONS = {
  ok: good('The file was fetched, verified and stored.'),
  'not-modified': good('The stored file is still what the source has; no bytes were moved.'),
  'retry-after': transient(
    'The server asked to come back later.',
    'Try again after the time it named: `resume --run DIR --filter status=failed`.',
  ),
  backoff: transient('Waiting before the next try.', 'Nothing to do; the run goes on by itself.'),
  robots: skipped(
    'robots.txt of the host does not allow this URL.',
    'Ask the host for permission, or find another source. `--no-robots` is for debugging your own servers.',
  ),
  'policy-type': skipped(
    'The type offered is not among the formats asked for.',
    'Add the format to `download.formats`.',
  ),
  'policy-size': skipped('The announced length is over `download.max_bytes`.', 'Raise `download.max_bytes`.'),
  'policy-license': skipped('No plan has an accepted licence.', 'Extend `licenses.accept`.'),
  timeout: transient(
    'The server did not answer, or stopped sending, in time.',
    'Try again later (`resume --run DIR --filter status=failed`); raise `http.timeout_*` for slow hosts.',
  ),
  'conn-error': transient(
    'The connection was refused, reset or closed.',
    'Check the network, then try again (`resume --run DIR --filter status=failed`).',
  ),
  'tls-error': {
    outcome: 'failed',
    retry: 'once',
    meaning: 'No trusted TLS connection could be made.',
    advice: 'Check the host certificate; give a private authority as `http.ca_file`.',
  },
  'dns-error': transient(
    'The host name could not be resolved.',
    'Check the name and the resolver, then try again (`resume --run DIR --filter status=failed`).',
  ),
  'protocol-error': failed(
    'The server broke the HTTP protocol.',
    'Report it to the host; another source may work.',
  ),
  'too-large': failed(
    'The body grew past `download.max_bytes` while streaming.',
    'Raise `download.max_bytes`.',
  ),
  'too-slow': transient(
    'The server sent less than `http.min_bytes_per_s`.',
    'Try again later (`resume --run DIR --filter status=failed`); lower `http.min_bytes_per_s`.',
  ),
  'unexpected-ct': failed(
    'What came is not the full text: a page without it, or a file of another type.',
    'Look at the URL in a browser.',
  ),
  truncated: transient(
    'The file ends too early: its structure is incomplete.',
    'Try again later: `resume --run DIR --filter status=failed`.',
  ),
  'html-disguised': failed(
    'An HTML page came where a PDF was announced.',
    'Look at the URL in a browser: often a viewer or a notice.',
  ),
  'challenge-page': failed(
    'The host shows a bot challenge.',
    'Nothing here solves challenges; use a repository copy or ask for access.',
  ),
  'login-page': failed('The host wants a login.', 'Access needs a subscription or another source.'),
  'preview-stub': failed(
    'Only a preview of the paper is served.',
    'Access needs a subscription or another source.',
  ),
  'wrong-paper': {
    outcome: 'quarantined',
    retry: 'no',
    meaning: 'The file is not the paper asked for: another one, a supplement, an erratum or a part.',
    advice: 'Look into `quarantine/`; set `download.verify_identity` to `warn` to keep such files.',
  },
  'blocked-address': failed(
    'The URL must not be asked: its address is private or reserved, or its name, port or scheme is not allowed.',
    'See which with `explain --work ID`. Your own hosts go into `http.allow_private_addresses`, ports into `http.allowed_ports`.',
  ),
  'https-only': failed(
    'The URL works over plain http only.',
    'List the host in `http.allow_http_hosts` if you accept that.',
  ),
  'breaker-open': transient(
    'The host failed too often and is left alone for now.',
    'Try again when the host is back: `resume --run DIR --filter status=failed`.',
  ),
  'duplicate-url': skipped(
    'This URL was refused to another work of the run and is not asked again; the work keeps the reason of that refusal.',
    'Nothing to do; without `dedupe.urls` the URL is asked for each work.',
  ),
  'size-mismatch': transient(
    'The bytes received do not match Content-Length.',
    'Try again later: `resume --run DIR --filter status=failed`.',
  ),
  'http-4xx': failed(
    'The server refused the request or has no such page.',
    'See the status code; 401 and 403 need access rights.',
  ),
  'http-5xx': transient(
    'The server had an error of its own.',
    'Try again later: `resume --run DIR --filter status=failed`.',
  ),
  'redirect-loop': failed(
    'The redirects lead round in a circle.',
    'Look at the URL in a browser: often a cookie wall.',
  ),
  'no-identifier': skipped(
    'No enabled resolver can use the identifiers of this work.',
    'Give a DOI or another identifier.',
  ),
  'no-candidates': failed(
    'No source that was asked named a place with the full text.',
    'Look whether the identifier is mistyped; enable more resolvers; the work may not be open access.',
  ),
  'parse-error': failed('An answer could not be understood.', 'Report it with the URL.'),
  'budget-spent': failed(
    'The daily budget of a source is used up.',
    'Raise `budgets`, or try again tomorrow: `resume --run DIR --filter status=failed`.',
  ),
  'storage-error': transient(
    'The file could not be written, or the shared rate limits could not be reached.',
    'Check disk space and rights, then `resume --run DIR`; works that failed: `resume --run DIR --filter status=failed`.',
  ),
  'lease-lost': transient(
    'A request was given up because the run was stopping or another worker had the job. Of attempts only; no work ends so.',
    'Nothing to do.',
  ),
  'internal-error': failed('A bug, or a job that kills its process.', 'Report it with the record.'),
  'empty-body': failed('The server sent no bytes.', 'Look at the URL in a browser.'),
  'pdf-corrupt': failed(
    'The PDF is damaged at its source, also when fetched again (at most twice).',
    'Find another source.',
  ),
  encrypted: failed('The PDF is encrypted and cannot be read.', 'Find another source.'),
  'soft-404': failed('A page that says "not found" came with status 200.', 'Find another source.'),
  'too-many-redirects': failed('More redirects than `http.max_redirects`.', 'Look at the URL in a browser.'),
  'attempt-limit': failed(
    'The work used up `orchestrator.max_attempts_per_work`.',
    'See its attempts with `explain --work ID`.',
  ),
  'duplicate-work': skipped(
    'The same work as another of the queue, which has the file.',
    'Nothing to do: `explain --work ID` names the other work.',
  ),
  'bad-input': skipped(
    'The input line names no work that can be asked for. Of rejected lines only; no work ends so.',
    'Correct the input line.',
  ),
} as const satisfies Record<string, ReasonFacts>;

export type Reason = keyof typeof REASONS;

export const reasonFacts = (reason: Reason): ReasonFacts => REASONS[reason];

/**
 * Statuses whose meaning is not that of their hundred. 429 is no refusal but a request to come back later; 420 and 509 are
 * older spellings of it, 425 asks for the same. 408 is the server's word for a timeout.
 */
const OWN_MEANING: Readonly<Record<number, Reason>> = {
  204: 'empty-body',
  205: 'empty-body',
  408: 'timeout',
  420: 'retry-after',
  425: 'retry-after',
  429: 'retry-after',
  509: 'retry-after',
};

/** An answer by its status; `isRateRefusal` where its text tells that it means 429. */
interface StatusLine {
  readonly status: number;
  readonly isRateRefusal?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly url?: string;
}

/** The host wants to be asked less, whoever asks and whatever for. */
export const asksToWait = (answer: StatusLine): boolean =>
  !isArchived(answer) && (answer.isRateRefusal === true || OWN_MEANING[answer.status] === 'retry-after');

/** The one reading of a status that brings no document: sources, pages, files and robots.txt all go by it. */
export function reasonOfAnswer(answer: StatusLine): Reason {
  if (asksToWait(answer)) return 'retry-after';
  const { status } = answer;
  const own = isArchived(answer) ? undefined : OWN_MEANING[status];
  if (own) return own;
  if (status < 400) return 'protocol-error';
  return status >= 500 ? 'http-5xx' : 'http-4xx';
}

export const reasonOfStatus = (status: number): Reason => reasonOfAnswer({ status });

interface FailureDetails {
  readonly url?: string;
  readonly host?: string;
  readonly httpStatus?: number;
  readonly cause?: unknown;
  /** No connection stood. */
  readonly isUnreached?: boolean;
}

/** Something that did not work, with a token for machines, a sentence for people and the cause for developers. */
export class Failure extends Error {
  readonly reason: Reason;
  readonly url: string | undefined;
  readonly host: string | undefined;
  readonly httpStatus: number | undefined;
  readonly isUnreached: boolean;

  constructor(reason: Reason, message: string, details: FailureDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'Failure';
    this.reason = reason;
    this.url = details.url;
    this.host = details.host;
    this.httpStatus = details.httpStatus;
    this.isUnreached = details.isUnreached ?? false;
  }
}

/**
 * Work under way was given up: its lease is lost, or the run is stopping. No `Failure`, since it says nothing about a host,
 * a source or a file, and whoever takes failures as answers must not take this for one.
 */
export class GivenUp extends Error {
  readonly reason: Reason = 'lease-lost';

  constructor(message: string) {
    super(message);
    this.name = 'GivenUp';
  }
}

/** What goes on record about an error; `undefined` for a bug. */
export const reasonOfError = (error: unknown): Reason | undefined =>
  error instanceof Failure || error instanceof GivenUp ? error.reason : undefined;

export type Shortage = 'disk' | 'files';

/**
 * The machine has no room left: no space or inodes on the disk, no more open files. No fault of the work, which is given
 * back as it was and burns no attempt; the run itself pauses or does less at a time.
 */
export class OutOfRoom extends Failure {
  readonly shortage: Shortage;

  constructor(shortage: Shortage, message: string, details: FailureDetails = {}) {
    super('storage-error', message, details);
    this.name = 'OutOfRoom';
    this.shortage = shortage;
  }
}

/** The user asked for something impossible: one line, exit code 2 (usage, config) or 3 (cannot start or go on). */
export class UserError extends Error {
  readonly exitCode: 2 | 3;

  constructor(message: string, exitCode: 2 | 3 = 2, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'UserError';
    this.exitCode = exitCode;
  }
}
