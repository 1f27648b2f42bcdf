import type { Store } from '../artifacts/store.ts';
import type { Clock } from '../core/clock.ts';
import type { DocumentReader } from '../core/document-reader.ts';
import type { Format } from '../core/plan.ts';
import type { Work } from '../core/work.ts';
import type { HttpRequest, Send } from '../http/client.ts';

/** The slice of the configuration that downloading needs. */
export interface DownloadSettings {
  readonly maxBytes: number;
  readonly chunkSizeBytes: number;
  readonly formats: readonly Format[];
  readonly verifyContentLength: boolean;
  readonly verifyPdf: boolean;
  /** `warn` records what was found, `quarantine` also sets other papers aside. */
  readonly verifyIdentity: 'off' | 'warn' | 'quarantine';
  readonly extractHtmlText: boolean;
  readonly headPrecheck: boolean;
  /** A broken transfer is gone on with where the server allows it. */
  readonly resumePartial: boolean;
  /** `Accept` of artifact requests; otherwise the stack chooses by role. */
  readonly accept?: string;
  /** Host or domain -> media types a HEAD answer may announce beside the usual ones. */
  readonly allowedTypes: Readonly<Record<string, readonly string[]>>;
}

/** What the section of the resolver that found a plan says about fetching it. */
export type PlanOverrides = Partial<Pick<HttpRequest, 'obeyRobots' | 'timeoutReadMs' | 'maxAttempts'>> & {
  readonly headPrecheck?: boolean;
};

export interface DownloaderDeps {
  readonly send: Send;
  readonly store: Store;
  /** The final name of a work's artifact; differs between works, never between runs. */
  readonly nameOf: (work: Work, format: Format) => string;
  /** Where a file is set aside that is another paper. */
  readonly quarantineNameOf: (work: Work, format: Format, sha256: string) => string;
  readonly reader: DocumentReader;
  readonly settings: DownloadSettings;
  readonly overridesOf: (resolver: string) => PlanOverrides;
  readonly clock: Clock;
}
