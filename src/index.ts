import { createRequire } from 'node:module';
import {
  type ContentDownload as ContentDownloadPort,
  type ContentPorts,
  contentDownload,
} from './app/content-download.ts';
import type { LoadedConfig } from './config/assemble-config.ts';

/** The same place from src and from dist. */
const { version } = createRequire(import.meta.url)('../package.json') as { version: string };

/** Acquires the full text of works on behalf of another program. */
export type ContentDownload = ContentDownloadPort;

export const ContentDownload = {
  /** From a configuration of `loadConfig` or `parseConfig`; `ports` replaces parts, or adds to them. */
  from: (loaded: LoadedConfig, ports: ContentPorts = {}): ContentDownload =>
    contentDownload({ loaded, ports, version }),
};

export type {
  ContentPorts,
  ContentRun,
  RunControl,
  RunSummary,
  WantedWorks,
  WorkOutcome,
} from './app/content-download.ts';
export type { OpenCatalog, OpenLedger } from './app/wire-ledger.ts';
export type { Store } from './artifacts/store.ts';
export type { LoadedConfig } from './config/assemble-config.ts';
export {
  type ConfigExtras,
  type LoadExtras,
  loadConfig,
  parseConfig,
} from './config/for-programs.ts';
export type { Config } from './config/schema.ts';
export type { Clock } from './core/clock.ts';
export { Failure, REASONS, type Reason, UserError } from './core/errors.ts';
export type { Event } from './core/events.ts';
export type { Files } from './core/files.ts';
export { canonicalWorkId, type Identifiers, parseIdentifier } from './core/identifiers.ts';
export type { AttemptRecord, OutcomeRecord } from './core/manifest-record.ts';
export type { Metrics } from './core/metrics.ts';
export type { Claim, Outcome, OutcomeKind } from './core/outcome.ts';
export type { Candidate, Plan } from './core/plan.ts';
export type { Work } from './core/work.ts';
export type { Limiter } from './http/rate-limit/limiter.ts';
export type { Catalog } from './ledger/catalog.ts';
export type { Ledger, Queue } from './ledger/queue.ts';
export { defineResolver, type ResolveContext, type Resolver } from './resolvers/resolver.ts';
export type { Sink } from './telemetry/sink.ts';
