/** `count` starts in every `periodMs`. */
export interface Rate {
  readonly count: number;
  readonly periodMs: number;
}

const UNIT_MS: Readonly<Record<string, number>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

const RATE = /^\s*(\d+(?:\.\d+)?)\s*\/\s*(\d+(?:\.\d+)?)?\s*(second|minute|hour|day)s?\s*$/i;

/**
 * Reads `"5/second"`, `"1/3second"`, `"1/3 SECONDS"`, `"90000/day"`; `undefined` when it is no rate. A rate of nothing,
 * or per no time, is none: a limit is never switched off by a slip of the pen.
 */
export function parseRate(text: string): Rate | undefined {
  const match = RATE.exec(text);
  if (!match) return undefined;
  const count = Number(match[1]);
  const periodMs = Number(match[2] ?? 1) * (UNIT_MS[match[3]?.toLowerCase() ?? ''] ?? 0);
  return count > 0 && periodMs > 0 ? { count, periodMs } : undefined;
}
