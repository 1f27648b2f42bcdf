import type { Classification } from './artifact.ts';
import type { Reason } from './errors.ts';
import type { IdentityState } from './identity.ts';
import type { OutcomeKind } from './outcome.ts';
import type { ArtifactVersion } from './plan.ts';

/** Version of the lines of manifest.jsonl. */
export const MANIFEST_VERSION = 3;

const ATTEMPT_STATUSES = [
  'http-head',
  'http-get',
  'http-200',
  'http-206',
  'http-304',
  'http-redirect',
  'http-error',
  'cache-hit',
  'robots-fetch',
  'robots-disallowed',
  'retry',
  'size-mismatch',
  'content-policy-skip',
  'breaker-open',
  'parked',
  'resolver-skip',
  'resolver-empty',
  'download-error',
  'slowed',
  'eased',
  'provisional',
] as const;
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number];

export type Role = 'metadata' | 'landing' | 'artifact' | 'robots';
type Stage = 'resolve' | 'prepare' | 'stream' | 'finalize';
export type Verb = 'HEAD' | 'GET' | 'POST';

/**
 * One exchange with the network, or one decision: what a stage notes while it works. The names are those of
 * manifest.jsonl, a public contract, so that a record is written as it is. Nothing in it is secret: URLs are redacted
 * before they get here.
 */
export interface AttemptNote {
  readonly status: AttemptStatus;
  readonly reason?: Reason;
  readonly stage?: Stage;
  readonly url?: string;
  readonly canonical_url?: string;
  readonly host?: string;
  readonly role?: Role;
  readonly resolver?: string;
  readonly tier?: string;
  readonly verb?: Verb;
  readonly http_status?: number;
  readonly mime?: string;
  readonly content_length_hdr?: number;
  readonly size_bytes?: number;
  readonly sha256?: string;
  /** Which try of this request it was, from 1. */
  readonly attempt?: number;
  readonly duration_ms?: number;
  readonly retry_after_s?: number;
  /** Time slept for politeness or backoff before this exchange. */
  readonly sleep_ms?: number;
  readonly cache_hit?: boolean;
  readonly revalidated?: boolean;
  readonly classification?: Classification;
  readonly license?: string;
  readonly version?: ArtifactVersion;
  readonly extra?: Readonly<Record<string, unknown>>;
}

interface RecordHead {
  readonly schema_version: typeof MANIFEST_VERSION;
  readonly run_id: string;
  /** ISO 8601, wall clock. */
  readonly timestamp: string;
  readonly config_hash: string;
}

export interface AttemptRecord extends AttemptNote, RecordHead {
  readonly record_type: 'attempt';
  readonly doc_id: string;
  readonly resolver_order?: number;
  readonly worker_id?: string;
}

export interface OutcomeRecord extends RecordHead {
  readonly record_type: 'outcome';
  readonly doc_id: string;
  readonly status: OutcomeKind;
  readonly reason: Reason;
  readonly resolver?: string;
  readonly tier?: string;
  readonly resolver_order?: number;
  readonly url?: string;
  readonly canonical_url?: string;
  readonly host?: string;
  readonly http_status?: number;
  readonly mime?: string;
  readonly size_bytes?: number;
  readonly sha256?: string;
  readonly path?: string;
  readonly attempt?: number;
  readonly duration_ms?: number;
  readonly classification?: Classification;
  readonly license?: string;
  readonly version?: ArtifactVersion;
  /** Of the file that was kept. Records of earlier versions hold `{ score, verdict }`: read with `readIdentity`. */
  readonly identity?: IdentityState;
  readonly identity_score?: number;
  readonly fallback_chain?: readonly string[];
  readonly worker_id?: string;
  /** What a rebuild of the catalog needs: title, year, identifiers, validators, claims. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

export interface SummaryRecord extends RecordHead {
  readonly record_type: 'summary';
  readonly extra: Readonly<Record<string, unknown>>;
}

export type ManifestRecord = AttemptRecord | OutcomeRecord | SummaryRecord;
