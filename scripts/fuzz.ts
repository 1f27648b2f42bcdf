/**
 * `npm run fuzz -- [--inputs N] [--reader NAME] [--seed N] [--minutes N]`: feeds every reader of strangers' bytes with N
 * texts each, and prints what held the thread, grew beyond bounds or threw what it does not declare.
 */
import { parseArgs } from 'node:util';
import { fuzz } from '../test/fuzz/fuzz.ts';
import { endReading } from '../test/fuzz/readers/elsewhere.ts';
import { READERS } from '../test/fuzz/readers/index.ts';

const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '10000' },
    reader: { type: 'string' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '60' },
  },
});
const chosen = READERS.filter(({ name }) => values.reader === undefined || name.includes(values.reader));
if (chosen.length === 0)
  throw new Error(`no reader is called ${values.reader}: ${READERS.map(({ name }) => name).join(', ')}`);
const effort = {
  inputs: Number(values.inputs),
  seed: Number(values.seed),
  maxMs: (Number(values.minutes) * 60_000) / chosen.length,
};
const count = (kinds: readonly { kind: string }[], kind: string) =>
  kinds.filter((one) => one.kind === kind).length;
const show = (input: unknown) => JSON.stringify(input).slice(0, 600);

let total = 0;
for (const reader of chosen) {
  const { inputs, findings, longestHoldMs, grewMiB } = await fuzz(reader, effort);
  total += inputs;
  console.log(
    `${reader.name.padEnd(28)} ${String(inputs).padStart(8)} inputs  crashes ${count(findings, 'crash')}  ` +
      `superlinear ${count(findings, 'superlinear') + count(findings, 'hold')}  longest hold ${longestHoldMs.toFixed(1)} ms  grew ${grewMiB.toFixed(0)} MiB`,
  );
  for (const { kind, input, told } of findings)
    console.log(`  ${kind}, seed ${values.seed}: ${told}\n    ${show(input)}`);
  if (findings.length > 0) process.exitCode = 1;
}
await endReading();
console.log(`${total} inputs`);
