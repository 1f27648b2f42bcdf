import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text as streamText } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { FAULT_KINDS } from '../test/simulation/faults.ts';
import { NO_PLANT, type Plant } from '../test/simulation/plant.ts';
import { PLANTS } from '../test/simulation/plants.ts';
import { shrink } from '../test/simulation/shrink.ts';
import { type SimulationReport, simulate } from '../test/simulation/simulate.ts';
import { timeline } from '../test/simulation/timeline.ts';

const USAGE = `npm run simulate -- --seed N              one seed; when it goes wrong: shrunk, with its timeline
npm run simulate -- --seeds FROM..TO      many; the first that goes wrong ends it with the command that repeats it
npm run simulate -- --plants [--seeds ..] every planted bug: how many seeds it takes to find it
  --plant NAME   with this bug planted (${Object.keys(PLANTS).length} of them; a part of the name is enough)
  --trace        every step of one seed
  --times N      starts per planted bug, for the median (default 3)
  --jobs N       with --seeds: N processes at a time, a new one for every thousand seeds`;

/** A share of the seeds runs twice, and must do the same both times. */
const TWICE_EVERY = 50;
const MAX_LINES = 200;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    plant: { type: 'string' },
    plants: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
    times: { type: 'string', default: '3' },
    jobs: { type: 'string' },
  },
});

function plantNamed(name: string | undefined): { readonly name: string; readonly plant: Plant } {
  if (name === undefined) return { name: '', plant: NO_PLANT };
  const found =
    Object.keys(PLANTS).find((one) => one === name) ?? Object.keys(PLANTS).find((one) => one.includes(name));
  if (found === undefined) throw new Error(`no such plant; there are:\n${Object.keys(PLANTS).join('\n')}`);
  return { name: found, plant: PLANTS[found]! };
}

function rangeOf(text: string): { readonly from: number; readonly to: number } {
  const [from = 1, to = from] = text.split('..').map(Number);
  if (!Number.isInteger(from) || !Number.isInteger(to) || to < from) throw new Error(USAGE);
  return { from, to };
}

async function tellFailure(
  report: SimulationReport,
  { name, plant }: ReturnType<typeof plantNamed>,
): Promise<void> {
  console.log(
    `seed ${report.seed}: ${report.violations.length} violations with ${report.fired.length} faults`,
  );
  const small = await shrink({ seed: report.seed, plant }, report);
  console.log(`\nshrunk to ${small.fired.length} faults:`);
  for (const { id } of small.fired) console.log(`  ${id}`);
  console.log('\nviolations:');
  for (const violation of small.violations.slice(0, 20)) console.log(`  ${violation}`);
  console.log('\ntimeline:');
  const lines = timeline(small);
  for (const line of lines.slice(-MAX_LINES)) console.log(line);
  if (lines.length > MAX_LINES) console.log(`(${lines.length - MAX_LINES} earlier lines left out)`);
  console.log(`\nagain: npm run simulate -- --seed ${report.seed}${name ? ` --plant "${name}"` : ''}`);
}

async function runOne(seed: number, chosen: ReturnType<typeof plantNamed>): Promise<boolean> {
  const report = await simulate({ seed, plant: chosen.plant, keepsLines: values.trace });
  if (values.trace)
    for (const { atMs, who, what } of report.lines) console.log(`${(atMs / 1000).toFixed(3)} ${who} ${what}`);
  if (report.violations.length > 0) await tellFailure(report, chosen);
  else
    console.log(
      `seed ${seed}: nothing wrong; ${report.works} works, ${report.sessions} starts, ${report.requests} requests, ${report.fired.length} faults, ${Math.round(report.virtualMs / 1000)} s of virtual time, trace ${report.traceHash}`,
    );
  return report.violations.length === 0;
}

async function runMany(text: string, chosen: ReturnType<typeof plantNamed>): Promise<boolean> {
  const { from, to } = rangeOf(text);
  const startedAt = performance.now();
  const kinds = new Map<string, number>();
  const totals = { works: 0, sessions: 0, faults: 0, requests: 0, virtualMs: 0 };
  for (let seed = from; seed <= to; seed++) {
    const report = await simulate({ seed, plant: chosen.plant });
    if (report.violations.length > 0) {
      await tellFailure(report, chosen);
      return false;
    }
    if (seed % TWICE_EVERY === 0) {
      const again = await simulate({ seed, plant: chosen.plant });
      if (again.traceHash !== report.traceHash) {
        console.log(`seed ${seed} is not deterministic: ${report.traceHash} and ${again.traceHash}`);
        return false;
      }
    }
    for (const { kind } of report.fired) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    totals.works += report.works;
    totals.sessions += report.sessions;
    totals.faults += report.fired.length;
    totals.requests += report.requests;
    totals.virtualMs += report.virtualMs;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const count = to - from + 1;
  console.log(
    `${count} seeds, 0 violations, ${(count / seconds).toFixed(1)} seeds/s, ${seconds.toFixed(0)} s`,
  );
  console.log(
    `${totals.works} works, ${totals.sessions} starts, ${totals.requests} requests, ${totals.faults} faults, ${(totals.virtualMs / 3600_000).toFixed(0)} h of virtual time`,
  );
  for (const kind of FAULT_KINDS) console.log(`  ${kind.padEnd(18)} ${kinds.get(kind) ?? 0}`);
  return true;
}

const SEEDS_PER_PROCESS = 1000;

/** A long run, in processes that end before their memory grows; the first that finds something ends it. */
async function runInProcesses(text: string, jobs: number): Promise<boolean> {
  const { from, to } = rangeOf(text);
  const startedAt = performance.now();
  const starts = Array.from(
    { length: Math.ceil((to - from + 1) / SEEDS_PER_PROCESS) },
    (_, n) => from + n * SEEDS_PER_PROCESS,
  );
  let done = 0;
  let isGood = true;
  const worker = async (): Promise<void> => {
    for (let first = starts.shift(); first !== undefined && isGood; first = starts.shift()) {
      const last = Math.min(to, first + SEEDS_PER_PROCESS - 1);
      const child = spawn(process.execPath, [import.meta.filename, '--seeds', `${first}..${last}`], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [output, [code]] = await Promise.all([streamText(child.stdout), once(child, 'close')]);
      if (code !== 0) {
        isGood = false;
        console.log(output);
        return;
      }
      done += last - first + 1;
      // What another has found is the last word.
      if (!isGood) return;
      console.log(
        `${done} of ${to - from + 1} seeds, 0 violations, ${Math.round((performance.now() - startedAt) / 1000)} s`,
      );
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  return isGood;
}

const median = (sorted: readonly number[]): number => sorted[Math.floor((sorted.length - 1) / 2)]!;

/** How many seeds until a planted bug is seen, from several starting points. */
async function findPlants(text: string, times: number): Promise<boolean> {
  const { from, to } = rangeOf(text);
  const medians: number[] = [];
  let missed = 0;
  for (const [name, plant] of Object.entries(PLANTS)) {
    const taken: number[] = [];
    let seen = '';
    for (let start = 0; start < times; start++) {
      const first = from + start * (to - from + 1);
      let seed = first;
      while (seed < first + (to - from + 1)) {
        const { violations } = await simulate({ seed, plant });
        if (violations.length > 0) {
          seen ||= violations[0]!;
          break;
        }
        seed += 1;
      }
      taken.push(seed - first + 1);
    }
    taken.sort((a, b) => a - b);
    if (seen === '') missed += 1;
    else medians.push(median(taken));
    console.log(
      `${String(seen ? median(taken) : 'missed').padStart(6)}  ${name}  (${taken.join(', ')}): ${seen.slice(0, 90)}`,
    );
  }
  medians.sort((a, b) => a - b);
  console.log(`${medians.length} of ${medians.length + missed} found; median of medians ${median(medians)}`);
  return missed === 0;
}

const chosen = plantNamed(values.plant);
const isGood = values.plants
  ? await findPlants(values.seeds ?? '1..400', Number(values.times))
  : values.seed !== undefined
    ? await runOne(Number(values.seed), chosen)
    : values.seeds !== undefined
      ? await (values.jobs === undefined
          ? runMany(values.seeds, chosen)
          : runInProcesses(values.seeds, Number(values.jobs)))
      : (console.log(USAGE), true);
process.exitCode = isGood ? 0 : 1;
