import type { LoadedConfig } from '../config/assemble-config.ts';
import type { Emit } from '../core/events.ts';
import type { Source } from '../work/source.ts';
import type { Platform } from './platform.ts';
import type { Reloads } from './reload.ts';
import type { EnginePorts } from './wire.ts';
import type { OpenCatalog, OpenLedger } from './wire-ledger.ts';
import type { Wanted } from './wire-sources.ts';

export interface RunRequest {
  readonly loaded: LoadedConfig;
  readonly wanted: Wanted;
  /** Further works, beside what the inputs name. */
  readonly sources?: readonly Source[];
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
  /** Reads what that ledger wrote. */
  readonly openCatalog?: OpenCatalog;
  /** Parts of the engine in place of the built-in ones. */
  readonly ports?: EnginePorts;
  /** The display of the terminal; further listeners come from the configuration. */
  readonly listen: Emit;
  /** The run shows itself on a page, from before its works start until it ends. */
  readonly dashboard?: { readonly announce: (url: string) => void };
  /** Reads the configuration again and takes over its limits, policies and keys, whenever asked to. */
  readonly reload?: { readonly asked: Reloads; readonly read: () => Promise<LoadedConfig> };
  /** Stops the run: works are given back, records flushed. */
  readonly stop: AbortSignal;
  readonly command: string;
  readonly version: string;
}
