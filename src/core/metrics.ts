import type { IdentityState } from './identity.ts';
import type { AttemptNote, AttemptStatus, Role } from './manifest-record.ts';
import type { OutcomeKind } from './outcome.ts';

/** Statuses an exchange can end with; records with any other one are decisions. */
const ENDS_OF_EXCHANGES: ReadonlySet<AttemptStatus> = new Set<AttemptStatus>([
  'http-head',
  'http-get',
  'http-200',
  'http-206',
  'http-304',
  'http-redirect',
  'http-error',
  'robots-fetch',
  'size-mismatch',
  'download-error',
]);

/**
 * Whether the record is one request on the wire: what politeness, bytes and latency are counted from. What a later stage
 * decides about its answer is recorded without a verb.
 */
export const isExchange = ({ status, verb, cache_hit }: AttemptNote): boolean =>
  verb !== undefined && cache_hit !== true && ENDS_OF_EXCHANGES.has(status);

/**
 * What each service level indicator is held against. `at-least` and `at-most` include the target, `below` does not;
 * indicators without a target are told, not judged.
 */
export const SLO_TARGETS = {
  yield: { bound: 'at-least', target: 0.85, means: 'works with a PDF or XML file, of those not skipped' },
  time_to_first_pdf_p50_s: { bound: 'at-most', target: 3, means: 'half of the PDFs were there within (s)' },
  time_to_first_pdf_p95_s: { bound: 'at-most', target: 10, means: '95 % of the PDFs were there within (s)' },
  cache_hit: { bound: 'at-least', target: 0.4, means: 'metadata and landing requests answered by the cache' },
  ratio_429: { bound: 'below', target: 0.01, means: 'requests answered with 429' },
  corruption: { bound: 'at-most', target: 0, means: 'stored files that differ from the catalog' },
  transient_misses: { bound: 'below', target: 0.01, means: 'works missed for reasons that may pass' },
  rate_delay_p95_ms: { bound: 'none', target: null, means: 'wait for politeness before a request, p95 (ms)' },
  breaker_opens: { bound: 'none', target: null, means: 'times a host was left alone for failing' },
  requests_per_saved: { bound: 'none', target: null, means: 'requests per file got' },
} as const satisfies Record<string, SloTarget>;

export interface SloTarget {
  readonly bound: 'at-least' | 'at-most' | 'below' | 'none';
  readonly target: number | null;
  readonly means: string;
}

export type SliName = keyof typeof SLO_TARGETS;

/** `value` is null where nothing was measured; `met` is null where there is nothing to judge. */
export interface Sli {
  readonly value: number | null;
  readonly target: number | null;
  readonly met: boolean | null;
  /** Why there is no value, where that is not for want of works or requests. */
  readonly note?: string;
}

/** Percentiles by nearest rank, in milliseconds; null when nothing was counted. */
export interface Spread {
  readonly count: number;
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
  readonly p99_ms: number | null;
  readonly max_ms: number | null;
}

export type Counts = Readonly<Record<string, number>>;

interface ResolverCounts {
  /** Exchanges and cache hits on behalf of the resolver. */
  readonly attempts: Counts;
  /** Works with a PDF or XML file through it, saved or cached. */
  readonly successes: Counts;
  /** Works with HTML through it, saved now or cached. */
  readonly html: Counts;
  /** Decisions not to ask or fetch, as `resolver:reason`. */
  readonly skips: Counts;
  /** Exchanges and bodies that gave nothing. */
  readonly failures: Counts;
  readonly retries: Counts;
}

export interface HostCounts {
  readonly requests: number;
  readonly bytes: number;
  readonly status_429: number;
  readonly failures: number;
  readonly retries: number;
  /** How often it was slowed down because its refusals or its latency rose. */
  readonly slowed: number;
  /** How many times slower than its policy it was asked at most; 1 where it never was. */
  readonly max_stretch: number;
  /** Time waited for politeness or backoff before requests to this host, over all workers. */
  readonly sleep_ms: number;
  readonly latency_p50_ms: number | null;
  readonly latency_p95_ms: number | null;
  /** Smallest time between two starts, by role, to the precision of the records (a few ms). */
  readonly min_gap_ms: Readonly<Partial<Record<Role, number>>>;
}

/** What the lines of a run's input came to: `lines` is the sum of works, duplicates and rejected. */
export interface InputCounts {
  /** Lines, entries or records that were read. */
  readonly lines: number;
  /** Distinct works: each has an outcome in this run or waits, unless it went elsewhere. */
  readonly works: number;
  /** Lines that name a work which another line, or the manifest of `--resume-from`, accounts for. */
  readonly duplicates: number;
  /** Lines that name no work: they stand in rejects.jsonl. */
  readonly rejected: number;
  /** Works that other runs, or nobody's, had queued and this run did; not there where there are none. */
  readonly taken_over?: number;
  /** The runs that had queued them, most works first; not there where nobody's works alone were taken. */
  readonly taken_over_from?: readonly string[];
  /** Works of this run that another run did or has taken; not there where there are none. */
  readonly elsewhere?: number;
  /** The runs that have them, most works first. */
  readonly elsewhere_in?: readonly string[];
}

/** How much of what was asked for has been listed. */
export interface ListingFigures {
  /** Works listed so far, over all inputs and every resume. */
  readonly listed: number;
  /** Works that the inputs say they have; null where one of them does not say, or there is none. */
  readonly of: number | null;
  /** Every input was listed to its end; null where nobody can tell, or `max_works` ended it before. */
  readonly complete: boolean | null;
  /** What broke it off, in the words of whoever did. */
  readonly problem: string | null;
  /** That `max_works` ended it before its end; not there where it did not. */
  readonly capped?: string;
}

/** The object of manifest.metrics.json and of the `summary` record: names and shape are a public contract. */
export interface Metrics extends Readonly<Record<OutcomeKind, number>> {
  readonly run_id: string;
  readonly config_hash: string;
  readonly started_at: string;
  readonly finished_at: string | null;
  /** `running` until it ends; a run that was killed stays so until the next one begins. */
  readonly state: 'running' | 'interrupted' | 'finished';
  readonly listing: ListingFigures;
  /** The sum of the six outcomes. */
  readonly processed: number;
  /** Of `cached`: works whose stored file is HTML. */
  readonly cached_html: number;
  /** Files in `quarantine/` for works of this run, however these ended; not there where nobody can tell. */
  readonly set_aside?: number;
  /** Left in the queue, with no outcome in this run. */
  readonly waiting: number;
  /** Of the works with a file: whether it is the work. */
  readonly identity: Readonly<Record<IdentityState, number>>;
  /** Not there for a run of an earlier version. */
  readonly input?: InputCounts;
  readonly resolvers: ResolverCounts;
  /** Final reason of a work -> count. */
  readonly reasons: Counts;
  /** Works whose DOI doi.org does not know; not there where there are none. */
  readonly unknown_dois?: number;
  /** Setting of a key -> works of which a source named a place that is asked only with it; not there where there are none. */
  readonly missing_keys?: Counts;
  readonly slo: Readonly<Record<SliName, Sli>>;
  readonly timing: {
    /** From the first start to the end, with the time between an interruption and a resume. */
    readonly elapsed_ms: number | null;
    readonly works: Spread;
    readonly time_to_first_pdf: Spread;
    readonly requests: Spread;
    readonly rate_delay: Spread;
    readonly sleep_ms: number;
  };
  readonly bytes: {
    /** Of all bodies that were read to their end, decoded. */
    readonly received: number;
    /** Of the files that this run saved. */
    readonly stored: number;
  };
  readonly cache: {
    readonly hits: number;
    readonly revalidated: number;
    /** Metadata and landing requests, answered by the cache or the network. */
    readonly requests: number;
  };
  readonly hosts: Readonly<Record<string, HostCounts>>;
}
