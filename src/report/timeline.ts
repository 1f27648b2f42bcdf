import { OUTCOMES, type OutcomeKind } from '../core/outcome.ts';

/** Enough for a chart; twice the width takes half of them. */
const MAX_STEPS = 120;
const FIRST_STEP_MS = 1000;

/** How works ended over time: one number per step, from `start_ms` on. */
export interface Timeline {
  readonly start_ms: number;
  readonly step_ms: number;
  readonly outcomes: Readonly<Record<OutcomeKind, readonly number[]>>;
  /** Of the files stored. */
  readonly bytes: readonly number[];
}

interface EndedAt {
  readonly atMs: number;
  readonly status: OutcomeKind;
  readonly sizeBytes: number;
}

/** Steps grow with the run, so that memory does not. */
export interface TimelineTally {
  add(ended: EndedAt): void;
  /** Null before the first work has ended. */
  view(): Timeline | null;
}

type Series = Record<OutcomeKind | 'bytes', number[]>;

const NAMES = [...OUTCOMES, 'bytes'] as const;

const emptySeries = (): Series => ({
  saved: [],
  cached: [],
  html_only: [],
  skipped: [],
  quarantined: [],
  failed: [],
  bytes: [],
});

const inPairs = (counts: readonly number[]): number[] =>
  Array.from(
    { length: Math.ceil(counts.length / 2) },
    (_, n) => (counts[2 * n] ?? 0) + (counts[2 * n + 1] ?? 0),
  );

export function timelineTally(): TimelineTally {
  let startMs = Number.NaN;
  let stepMs = FIRST_STEP_MS;
  let steps = 0;
  const series = emptySeries();

  const widen = () => {
    stepMs *= 2;
    for (const name of NAMES) series[name] = inPairs(series[name]);
    steps = Math.ceil(steps / 2);
  };
  return {
    add({ atMs, status, sizeBytes }) {
      if (!Number.isFinite(atMs)) return;
      if (Number.isNaN(startMs)) startMs = atMs;
      // What is told late belongs to the first step.
      const at = () => Math.max(0, Math.floor((atMs - startMs) / stepMs));
      while (at() >= MAX_STEPS) widen();
      const step = at();
      steps = Math.max(steps, step + 1);
      for (const name of NAMES) while (series[name].length < steps) series[name].push(0);
      series[status][step] = (series[status][step] ?? 0) + 1;
      series.bytes[step] = (series.bytes[step] ?? 0) + sizeBytes;
    },
    view() {
      if (Number.isNaN(startMs)) return null;
      const { bytes, ...outcomes } = structuredClone(series);
      return { start_ms: startMs, step_ms: stepMs, outcomes, bytes };
    },
  };
}
