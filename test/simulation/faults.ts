import { draws, uniform } from './draws.ts';

/** What can go wrong, and how often where a seed switches it on: per process lifetime, or per call. */
const FAULTS = {
  // Once per process lifetime, at a step or a moment drawn for it.
  kill: 0.9,
  'power-cut': 0.6,
  'child-kill': 0.6,
  freeze: 0.9,
  'stop-signal': 0.6,
  'clock-step': 0.6,
  // Per call of a port.
  'fs-enospc': 0.04,
  'fs-eio': 0.03,
  'fs-emfile': 0.04,
  'fs-slow': 0.2,
  'manifest-trouble': 0.02,
  'db-busy': 0.05,
  'db-full': 0.004,
  'limiter-outage': 0.04,
  'conn-reset': 0.15,
  'cut-body': 0.5,
  'short-body': 0.1,
  'status-503': 0.15,
  'status-429': 0.15,
  'server-error': 0.1,
  stall: 0.1,
  'list-failure': 0.08,
} as const;

export type FaultKind = keyof typeof FAULTS;

/** What every other seed has: the deaths and stops that this is all about. */
const FREQUENT: ReadonlySet<FaultKind> = new Set(['kill', 'freeze', 'power-cut', 'stop-signal']);
export const FAULT_KINDS = Object.keys(FAULTS) as readonly FaultKind[];

/** A fault that has happened; enough to let it, and no other, happen again. */
export interface FiredFault {
  readonly id: string;
  readonly kind: FaultKind;
}

export interface Faults {
  /** Whether a fault of this kind strikes here, and if so a number in [0, 1) to shape it; every call is a draw of its own. */
  strikes(kind: FaultKind, site: string): number | undefined;
  /** Kinds that are on. */
  isOn(kind: FaultKind): boolean;
  /** Nothing goes wrong any more, until it does again. */
  cease(): void;
  goOn(): void;
  readonly fired: readonly FiredFault[];
}

/**
 * Swarm testing: a seed first draws which kinds are on and how hard; many are off, so that rare combinations get room.
 * `allowed` restricts what happens to the faults named: a failing schedule is shrunk by naming fewer and fewer.
 */
export function seededFaults(seed: number, allowed?: ReadonlySet<string>): Faults {
  const swarm = draws(seed);
  const rates = new Map<FaultKind, number>();
  const isQuiet = swarm.chance('no faults at all', 0.03);
  for (const kind of FAULT_KINDS) {
    if (!isQuiet && swarm.chance(`on ${kind}`, FREQUENT.has(kind) ? 0.5 : 0.3)) {
      rates.set(kind, FAULTS[kind] * (0.2 + 0.8 * swarm.next(`rate ${kind}`)));
    }
  }
  const asked = new Map<string, number>();
  const fired: FiredFault[] = [];
  let isOver = false;
  return {
    fired,
    isOn: (kind) => rates.has(kind),
    cease: () => {
      isOver = true;
    },
    goOn: () => {
      isOver = false;
    },
    strikes(kind, site) {
      const rate = rates.get(kind);
      if (rate === undefined || isOver) return undefined;
      const where = `${kind} ${site}`;
      const count = (asked.get(where) ?? 0) + 1;
      asked.set(where, count);
      const id = `${where} #${count}`;
      if (uniform(seed, `strike ${id}`) >= rate || (allowed && !allowed.has(id))) return undefined;
      fired.push({ id, kind });
      return uniform(seed, `shape ${id}`);
    },
  };
}
