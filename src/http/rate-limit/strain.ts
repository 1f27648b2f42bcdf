/** Answers that are looked back upon for refusals. */
const WINDOW = 16;
/** So many 429 among them are a rise; a single one is answered by waiting alone. */
const REFUSALS = 2;
const REFUSAL_FACTOR = 2;
/** However often it refuses, a host is not asked more than this many times slower than its policy. */
export const MAX_STRETCH = 16;

/** Latency has risen when none of so many answers in a row was near the usual. */
const SLOW_IN_A_ROW = 8;
const RISE_FACTOR = 3;
/** What a busy machine of our own adds stays below this. */
const RISE_MS = 1000;
const LATENCY_FACTOR = 1.5;
/** Slowness may have other causes than us. */
export const MAX_LATENCY_STRETCH = 4;

/** So many good answers ease a host by one step; each slow-down for refusals doubles the figure, up to the largest. */
const PATIENCE = 16;
const MAX_PATIENCE = 256;
const EASE_FACTOR = 1.5;

/** Weight of one latency in the usual; of one far above it: a host that stays slow is so as a matter of course one day. */
const WEIGHT = 1 / 32;
const OUTLIER_WEIGHT = 1 / 512;

interface Answer {
  readonly isRefused: boolean;
  /** From the start of the request to the headers of its answer. */
  readonly latencyMs: number;
}

export interface StrainChange {
  readonly kind: 'slowed' | 'eased';
  readonly cause: 'refusals' | 'latency' | 'calm';
  /** By how much the intervals of the policy are stretched from now on; never less than 1. */
  readonly stretch: number;
  readonly latencyMs: number;
  readonly usualMs: number;
}

/** How hard a host in one role finds it to bear us, judged by its answers alone. */
export interface Strain {
  answered(answer: Answer): StrainChange | undefined;
}

/**
 * Slows down when refusals or latency rise, and eases back in steps while all is well. A refusal after an easing makes
 * the next one wait longer, so that a host whose limit is below its policy is not driven into it again and again.
 * Latency that is constant or noisy changes nothing: of eight answers in a row all must be far above the usual, which
 * noise around any mean hardly ever is (exponential: once in 10^10).
 */
export function strain(): Strain {
  let stretch = 1;
  let patience = PATIENCE;
  let calm = 0;
  let sinceRefusal: number[] = [];
  let usualMs = 0;
  let seen = 0;
  let slowInARow = 0;

  const risenAbove = (): number => Math.max(usualMs * RISE_FACTOR, usualMs + RISE_MS);
  const change = (
    kind: StrainChange['kind'],
    cause: StrainChange['cause'],
    latencyMs: number,
  ): StrainChange => {
    calm = 0;
    slowInARow = 0;
    return { kind, cause, stretch, latencyMs, usualMs };
  };
  const learn = (latencyMs: number): void => {
    seen++;
    const isSlow = seen > SLOW_IN_A_ROW && latencyMs > risenAbove();
    slowInARow = isSlow ? slowInARow + 1 : 0;
    const weight = isSlow ? OUTLIER_WEIGHT : Math.max(WEIGHT, 1 / seen);
    usualMs += (latencyMs - usualMs) * weight;
  };
  const refused = (latencyMs: number): StrainChange | undefined => {
    calm = 0;
    sinceRefusal = [...sinceRefusal.filter((age) => age < WINDOW), 0];
    if (sinceRefusal.length < REFUSALS || stretch >= MAX_STRETCH) return undefined;
    sinceRefusal = [];
    stretch = Math.min(stretch * REFUSAL_FACTOR, MAX_STRETCH);
    patience = Math.min(patience * 2, MAX_PATIENCE);
    return change('slowed', 'refusals', latencyMs);
  };
  const accepted = (latencyMs: number): StrainChange | undefined => {
    learn(latencyMs);
    calm++;
    if (slowInARow >= SLOW_IN_A_ROW && stretch < MAX_LATENCY_STRETCH) {
      stretch = Math.min(stretch * LATENCY_FACTOR, MAX_LATENCY_STRETCH);
      return change('slowed', 'latency', latencyMs);
    }
    if (stretch === 1 && calm >= MAX_PATIENCE) patience = PATIENCE;
    if (stretch === 1 || calm < patience || slowInARow > 0) return undefined;
    stretch = stretch / EASE_FACTOR < 1.01 ? 1 : stretch / EASE_FACTOR;
    return change('eased', 'calm', latencyMs);
  };
  return {
    answered({ isRefused, latencyMs }) {
      if (sinceRefusal.length > 0) sinceRefusal = sinceRefusal.map((age) => age + 1);
      return isRefused ? refused(latencyMs) : accepted(latencyMs);
    },
  };
}
