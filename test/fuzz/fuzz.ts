import fc from 'fast-check';
import { measure } from './measure.ts';
import type { FuzzedReader } from './reader.ts';
import { type Pump, pumped, pumps, shortTexts } from './texts.ts';

interface Finding {
  readonly kind: 'crash' | 'hold' | 'superlinear';
  /** The smallest input found; of a pumped one its parts. */
  readonly input: string | Pump;
  readonly told: string;
}

export interface Fuzzed {
  readonly reader: string;
  readonly inputs: number;
  readonly findings: readonly Finding[];
  readonly longestHoldMs: number;
  readonly grewMiB: number;
}

export interface Effort {
  readonly inputs: number;
  readonly seed: number;
  /** Readers are left after this time, whatever their share. */
  readonly maxMs?: number;
}

/** Nothing holds the thread longer: requests of others are answered, leases kept, timers kept. */
const MAX_HOLD_MS = 100;
/** Below this, noise is as large as what is measured. */
const SLOW_FROM_MS = 25;
/** Four times the text may take a little more than four times as long (n log n, caches); quadratic time is sixteen. */
const MAX_GROWTH = 9;
/** Pumped texts take a thousand times as long as short ones: every twentieth of few, fewer of many. */
const pumpedOf = (inputs: number): number => Math.ceil(Math.min(inputs / 20, 25 + inputs / 100));
const MAX_FINDINGS = 3;
const SHRINK_MS = 5000;

/** The least of several measurements: what is slow is slow every time, what is busy is not. */
async function leastHold(reader: FuzzedReader, text: string, enoughMs: number): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < 4 && least > enoughMs; round++)
    least = Math.min(least, (await measure(reader, text)).holdMs);
  return least;
}

export async function judgePump(
  reader: FuzzedReader,
  pump: Pump,
): Promise<{ holdMs: number; finding?: Omit<Finding, 'input'> }> {
  const text = pumped(reader, pump, reader.cap);
  const first = await measure(reader, text);
  if (first.problem !== undefined)
    return { holdMs: first.holdMs, finding: { kind: 'crash', told: first.problem } };
  if (reader.isElsewhere || first.holdMs < SLOW_FROM_MS) return first;
  const holdMs = Math.min(first.holdMs, await leastHold(reader, text, SLOW_FROM_MS));
  if (holdMs < SLOW_FROM_MS) return { holdMs };
  if (holdMs > MAX_HOLD_MS)
    return {
      holdMs,
      finding: { kind: 'hold', told: `${Math.round(holdMs)} ms at ${text.length} characters` },
    };
  const quarterMs = await leastHold(reader, pumped(reader, pump, reader.cap / 4), holdMs / MAX_GROWTH);
  if (holdMs <= quarterMs * MAX_GROWTH) return { holdMs };
  const told = `${quarterMs.toFixed(1)} ms at a quarter, ${holdMs.toFixed(1)} ms at ${text.length} characters`;
  return { holdMs, finding: { kind: 'superlinear', told } };
}

type Judge<Input> = (input: Input) => Promise<{ holdMs: number; finding?: Omit<Finding, 'input'> }>;

/** Tries inputs, and of one that fails the smaller ones. */
async function tryInputs<Input extends string | Pump>(
  inputs: fc.Arbitrary<Input>,
  judge: Judge<Input>,
  { seed, runs, until }: { seed: number; runs: number; until: number },
): Promise<{ tried: number; holdMs: number; finding?: Finding }> {
  let tried = 0;
  let holdMs = 0;
  let finding: Finding | undefined;
  let shrinkUntil = Infinity;
  const property = fc.asyncProperty(inputs, async (input) => {
    // Without an end to it, one slow input after the other would be made smaller for minutes.
    if (performance.now() > Math.min(until, shrinkUntil)) return;
    if (!finding) tried++;
    const end = await judge(input);
    if (!finding) holdMs = Math.max(holdMs, end.holdMs);
    if (!end.finding) return;
    if (!finding) shrinkUntil = performance.now() + SHRINK_MS;
    finding = { ...end.finding, input };
    throw new Error(end.finding.told);
  });
  await fc.check(property, { seed, numRuns: runs });
  return { tried, holdMs, ...(finding && { finding }) };
}

/** Feeds one reader with texts, short and pumped, until there are enough of them or of findings. */
export async function fuzz(reader: FuzzedReader, { inputs, seed, maxMs = 1e9 }: Effort): Promise<Fuzzed> {
  const wanted = Math.ceil((inputs * (reader.share ?? 1000)) / 1000);
  const until = performance.now() + maxMs;
  const before = process.memoryUsage.rss();
  const findings: Finding[] = [];
  let tried = 0;
  let longestHoldMs = 0;
  const short: Judge<string> = async (text) => {
    const { holdMs, problem } = await measure(reader, text);
    return problem === undefined ? { holdMs } : { holdMs, finding: { kind: 'crash', told: problem } };
  };
  for (
    let round = 0;
    tried < wanted && findings.length < MAX_FINDINGS && performance.now() < until;
    round++
  ) {
    const left = Math.min(wanted - tried, 50_000);
    const many = pumpedOf(left);
    const ends = [
      await tryInputs(shortTexts(reader), short, {
        seed: seed + round,
        runs: Math.max(1, left - many),
        until,
      }),
      await tryInputs(pumps(reader), (pump) => judgePump(reader, pump), {
        seed: seed + round,
        runs: many,
        until,
      }),
    ];
    for (const end of ends) {
      tried += end.tried;
      if (!reader.isElsewhere) longestHoldMs = Math.max(longestHoldMs, end.holdMs);
      if (end.finding) findings.push(end.finding);
    }
  }
  const grewMiB = (process.memoryUsage.rss() - before) / 1024 / 1024;
  return { reader: reader.name, inputs: tried, findings, longestHoldMs, grewMiB };
}
