import { createWriteStream, type WriteStream } from 'node:fs';
import type { Role } from '../core/manifest-record.ts';
import {
  type BreachKind,
  factsOf,
  type Gap,
  type HostFacts,
  type HostState,
  isQuietTime,
  newGap,
  newHost,
  noteGap,
  noteStart,
  type SiteFacts,
} from './host-record.ts';
import { siteName } from './site-name.ts';

/** One request as the lab saw it. */
interface AccessEntry {
  readonly seq: number;
  /** Monotonic, since the lab started. */
  readonly startMs: number;
  readonly endMs: number;
  readonly method: string;
  readonly host: string;
  readonly path: string;
  /** What the client was after, by its Accept header. */
  readonly role: Role;
  readonly status: number;
  /** Body bytes handed to the socket. */
  readonly bytes: number;
  readonly userAgent: string;
  /** Requests to this host under way when this one began, itself included. */
  readonly concurrent: number;
}

/** A request that should not have been made. */
interface Breach {
  readonly kind: BreachKind;
  readonly host: string;
  readonly path: string;
  readonly startMs: number;
}

interface AccessStart {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly role: Role;
  readonly userAgent: string;
  /** Why this request breaks the rules by itself. */
  readonly breach?: Exclude<BreachKind, 'retry-after'>;
}

/** A request under way. */
interface AccessTicket {
  sent(bytes: number): void;
  answered(status: number, retryAfterMs?: number): void;
  /** Called once, when the exchange is over. */
  end(): void;
}

export interface AccessLog {
  start(request: AccessStart): AccessTicket;
  /** The newest entries, oldest first; at most `keep` of them. */
  entries(): readonly AccessEntry[];
  /** Requests since the start, whether or not their entries are still kept. */
  count(): number;
  hosts(): readonly HostFacts[];
  sites(): readonly SiteFacts[];
  breaches(): readonly Breach[];
  /** Forgets what was seen so far, for a second run on the same lab. */
  clear(): void;
  close(): Promise<void>;
}

export interface AccessLogOptions {
  readonly now: () => number;
  /** JSON lines go here as well, one for each request that has ended. */
  readonly file?: string;
  readonly keep?: number;
}

const DEFAULT_KEEP = 20_000;
const MAX_BREACHES = 1000;

type Ended = Pick<AccessEntry, 'status' | 'bytes'>;

/** A ticket for one exchange; `done` gets what came of it. */
function ticketFor(state: HostState, now: () => number, done: (ended: Ended) => void): AccessTicket {
  let bytes = 0;
  let status = 0;
  return {
    sent(more) {
      bytes += more;
    },
    answered(code, retryAfterMs) {
      status = code;
      state.statuses.set(code, (state.statuses.get(code) ?? 0) + 1);
      if (retryAfterMs === undefined) return;
      state.quietFromMs = now();
      state.quietUntilMs = Math.max(state.quietUntilMs, now() + retryAfterMs);
    },
    end() {
      state.underWay -= 1;
      state.bytes += bytes;
      done({ status, bytes });
    },
  };
}

const closed = (file: WriteStream | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (file) file.end(resolve);
    else resolve();
  });

/** Remembers every request in figures and the newest ones in full. */
export function createAccessLog(options: AccessLogOptions): AccessLog {
  const { now, keep = DEFAULT_KEEP } = options;
  const file = options.file === undefined ? undefined : createWriteStream(options.file, { flags: 'a' });
  const hosts = new Map<string, HostState>();
  const sites = new Map<string, Gap>();
  let kept: AccessEntry[] = [];
  let breaches: Breach[] = [];
  let seq = 0;

  function accuse(state: HostState, breach: Breach): void {
    state.breaches[breach.kind] += 1;
    if (breaches.length < MAX_BREACHES) breaches.push(breach);
  }

  function remember(entry: AccessEntry): void {
    kept.push(entry);
    if (kept.length >= keep * 2) kept = kept.slice(-keep);
    file?.write(`${JSON.stringify(entry)}\n`);
  }

  return {
    start({ breach, ...request }) {
      const { host, path } = request;
      const startMs = now();
      const state = hosts.get(host) ?? newHost();
      hosts.set(host, state);
      noteStart(state, request.role, startMs);
      const site = sites.get(siteName(host)) ?? newGap();
      sites.set(siteName(host), site);
      noteGap(site, startMs);
      if (breach !== undefined) accuse(state, { kind: breach, host, path, startMs });
      if (isQuietTime(state, startMs)) accuse(state, { kind: 'retry-after', host, path, startMs });
      seq += 1;
      const begun = { seq, startMs, ...request, concurrent: state.underWay };
      return ticketFor(state, now, (ended) => remember({ ...begun, ...ended, endMs: now() }));
    },
    entries: () => kept.slice(-keep).toSorted((one, other) => one.seq - other.seq),
    count: () => seq,
    hosts: () => [...hosts].map(([host, state]) => factsOf(host, state)),
    sites: () =>
      [...sites].map(([site, { requests, smallestMs }]) => ({ site, requests, smallestGapMs: smallestMs })),
    breaches: () => breaches,
    clear() {
      hosts.clear();
      sites.clear();
      kept = [];
      breaches = [];
      seq = 0;
    },
    close: () => closed(file),
  };
}
