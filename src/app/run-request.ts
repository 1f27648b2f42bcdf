import type { LoadedConfig } from '../config/assemble-config.ts';
import type { Emit } from '../core/events.ts';
import type { Platform } from './platform.ts';
import type { Reloads } from './reload.ts';
import type { OpenLedger } from './wire-ledger.ts';
import type { Wanted } from './wire-sources.ts';

export interface RunRequest {
  readonly loaded: LoadedConfig;
  readonly wanted: Wanted;
  /** Go on with this run; `undefined` starts a new one. */
  readonly resumes?: string;
  /** Finished works to do again, beside what the inputs name. */
  readonly again?: readonly string[];
  /** What earlier runs stored is fetched again. */
  readonly force: boolean;
  readonly urgent: boolean;
  /** Stay when the queue is empty and wait for more, until stopped. */
  readonly stay?: boolean;
  readonly platform: Platform;
  /** Opens the ledger elsewhere than in a thread of its own: a sweep over system calls wants it in this one. */
  readonly openLedger?: OpenLedger;
  /** The display of the terminal; further listeners come from the configuration. */
  readonly listen: Emit;
  /** Reads the configuration again and takes over its limits, policies and keys, whenever asked to. */
  readonly reload?: { readonly asked: Reloads; readonly read: () => Promise<LoadedConfig> };
  /** Stops the run: works are given back, records flushed. */
  readonly stop: AbortSignal;
  readonly command: string;
  readonly version: string;
}
