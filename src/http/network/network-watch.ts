import type { Clock, Instant } from '../../core/clock.ts';
import type { Outage } from '../../core/offline.ts';
import type { Network, Trouble, TroubleKind } from './network.ts';
import { type Peers, peersOf } from './peers.ts';

/** What came of a connection made only to see whether a peer can be reached. */
export type Probed =
  | { readonly reached: true }
  | { readonly reached: false; readonly kind: TroubleKind; readonly why: string };

/** Opens a connection to the peer, asks nothing, and closes it; gives up after `ms`. Never rejects. */
export type Probe = (peer: string, ms: number) => Promise<Probed>;

export interface WatchDeps {
  readonly clock: Clock;
  readonly probe: Probe;
  /** The longest a connection may take. */
  readonly connectMs: number;
  /** Peers that will be asked anyway: dialled where nobody has been heard yet. */
  readonly wanted?: readonly string[];
  readonly onChange?: (outage: Outage | undefined, lastedMs: number) => void;
}

/** A peer that was found to be the one in trouble is not inquired about again for a while, as long as others are heard. */
const FRESH_MS = 1000;
const NAMES_FRESH_MS = 5000;
const BLAMED_MS = 30_000;
/** Who is asked for a second opinion. */
const WITNESSES = 2;
/** How long witnesses have; longer where connections are known to take longer. */
const PATIENCE_MS = 1000;
/** Where there is no witness, others that are under way may be heard meanwhile. */
const GRACE_MS = 300;
/** While nothing can be reached: so many peers are dialled, so often; after a minute less often. */
const PROBES = 2;
const PROBE_EVERY_MS = 1000;
const PROBE_LATER_MS = 2500;
const LATER_AFTER_MS = 60_000;
/** Every so many rounds a probe may take as long as any connection: a slow network is one too. */
const PATIENT_ROUND = 4;

/** So many peers of one kind of trouble, and nobody heard, are no coincidence. */
const ENOUGH: Readonly<Record<TroubleKind, number>> = { network: 1, unclear: 2, certificate: 2, refused: 3 };

const IMPOSTOR =
  'every host shows a certificate that does not check: a login page of this network, or a proxy whose authority is not in http.ca_file';

interface State {
  readonly deps: WatchDeps;
  readonly peers: Peers;
  readonly listeners: Set<() => void>;
  /** Told when something is heard. */
  readonly hopes: Set<() => void>;
  /** When something was heard last, and when a connection stood last that was new. */
  heardAt: Instant;
  connectedAt: Instant;
  outage: (Outage & { readonly kind: TroubleKind }) | undefined;
  outages: number;
  readonly inquiries: Map<boolean, Promise<'host' | 'network'>>;
  patienceMs: number;
}

/** Judges by what this process and, over lines, its family hear. */
export function networkWatch(deps: WatchDeps): Network {
  const state: State = {
    deps,
    peers: peersOf(),
    listeners: new Set(),
    hopes: new Set(),
    heardAt: Number.NEGATIVE_INFINITY,
    connectedAt: Number.NEGATIVE_INFINITY,
    outage: undefined,
    outages: 0,
    inquiries: new Map(),
    patienceMs: PATIENCE_MS,
  };
  return {
    outage: () => state.outage,
    outages: () => state.outages,
    heard: (peer, isNew) => heard(state, peer, isNew),
    judge: (trouble) => judge(state, trouble),
    onChange: (listen) => void state.listeners.add(listen),
  };
}

function heard(state: State, peer: string, isNew: boolean): void {
  state.heardAt = state.deps.clock.now();
  if (isNew) state.connectedAt = state.heardAt;
  state.peers.heard(peer, state.heardAt);
  if (state.hopes.size > 0) for (const hope of state.hopes) hope();
  if (state.outage) end(state, state.outage);
}

async function judge(state: State, trouble: Trouble): Promise<'host' | 'network'> {
  const now = state.deps.clock.now();
  state.peers.troubled(trouble, now);
  if (state.outage) return 'network';
  const { isName = false } = trouble;
  if (trouble.kind !== 'network' && isKnownToBeIts(state, trouble, now)) return 'host';
  const underWay = state.inquiries.get(isName) ?? inquire(state, isName);
  state.inquiries.set(isName, underWay);
  const verdict = await underWay.finally(() => state.inquiries.delete(isName));
  if (verdict === 'host') state.peers.blamed(trouble.peer, now);
  return verdict;
}

const provenAt = (state: State, isName: boolean): Instant => (isName ? state.connectedAt : state.heardAt);

/** Others were heard while this one was asked in vain, or it has been found out before. */
function isKnownToBeIts(state: State, { peer, startedAt, isName = false }: Trouble, now: Instant): boolean {
  if (provenAt(state, isName) > startedAt) return true;
  const freshMs = isName ? NAMES_FRESH_MS : FRESH_MS;
  return provenAt(state, isName) >= now - freshMs && state.peers.blamedAt(peer) >= now - BLAMED_MS;
}

/** Dials others that were heard before; whatever is heard meanwhile, from whomever, decides. */
async function inquire(state: State, isName: boolean): Promise<'host' | 'network'> {
  const { clock } = state.deps;
  const begunAt = clock.now();
  const isProven = (): boolean => provenAt(state, isName) >= begunAt;
  const proof = Promise.withResolvers<void>();
  const hope = (): void => {
    if (isProven()) proof.resolve();
  };
  state.hopes.add(hope);
  try {
    const witnesses = state.peers.witnesses(state.heardAt, {
      count: WITNESSES,
      others: state.deps.wanted ?? [],
    });
    const asked =
      witnesses.length > 0
        ? Promise.all(witnesses.map((peer) => probe(state, peer, state.patienceMs)))
        : clock.sleep(GRACE_MS);
    await Promise.race([proof.promise, asked]);
  } finally {
    state.hopes.delete(hope);
  }
  if (state.outage) return 'network';
  if (isProven()) return 'host';
  const last = state.peers.evidence(provenAt(state, isName), ENOUGH);
  if (!last) return 'host';
  begin(state, last);
  return 'network';
}

async function probe(state: State, peer: string, ms: number): Promise<void> {
  const { clock } = state.deps;
  const startedAt = clock.now();
  const probed = await state.deps.probe(peer, ms);
  if (probed.reached) {
    const tookMs = clock.now() - startedAt;
    state.patienceMs = Math.min(Math.max(PATIENCE_MS, 3 * tookMs), state.deps.connectMs);
    return heard(state, peer, true);
  }
  // A refusal is an answer, unless answers of that kind are all there is.
  const { outage } = state;
  if (probed.kind === 'refused' && outage && outage.kind !== 'refused') return heard(state, peer, true);
  state.peers.troubled({ peer, startedAt, ...probed }, clock.now());
}

function begin(state: State, { kind, why }: Trouble): void {
  const { clock } = state.deps;
  const words = kind === 'certificate' ? IMPOSTOR : `no host can be reached (${why})`;
  state.outage = { since: clock.now(), why: words, kind };
  state.outages += 1;
  tell(state, 0);
  lookAgain(state, 0);
}

function end(state: State, { since }: Outage): void {
  state.outage = undefined;
  tell(state, state.deps.clock.now() - since);
}

function tell({ deps, outage, listeners }: State, lastedMs: number): void {
  deps.onChange?.(outage, lastedMs);
  for (const listen of listeners) listen();
}

/** While the outage lasts, a few peers that are wanted anyway are dialled in turn. */
function lookAgain(state: State, round: number): void {
  const { clock, connectMs } = state.deps;
  const { outage } = state;
  if (!outage) return;
  const isLong = clock.now() - outage.since > LATER_AFTER_MS;
  clock.after(isLong ? PROBE_LATER_MS : PROBE_EVERY_MS, () => {
    if (state.outage !== outage) return;
    const isPatient = round % PATIENT_ROUND === PATIENT_ROUND - 1;
    for (const peer of state.peers.inTurn(round, PROBES))
      void probe(state, peer, isPatient ? connectMs : state.patienceMs);
    lookAgain(state, round + 1);
  });
}
