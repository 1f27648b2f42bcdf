import { afterAll, describe, expect, test } from 'vitest';
import { fuzz } from './fuzz.ts';
import type { FuzzedReader } from './reader.ts';
import { endReading } from './readers/elsewhere.ts';
import { READERS } from './readers/index.ts';

/** Over all readers 10,000 inputs; `npm run fuzz` for as many as there is time for. */
const TOTAL = 10_000;
const SEED = 20_261_118;
const shares = READERS.reduce((sum, { share = 1000 }) => sum + share, 0);
const inputs = Math.ceil((TOTAL * 1000) / shares);

afterAll(endReading);

const told = (reader: FuzzedReader) =>
  `npm run fuzz -- --reader "${reader.name}" --seed ${SEED} --inputs ${inputs}`;

describe('whatever strangers write', () => {
  test.each(READERS.map((reader) => [reader.name, reader] as const))(
    '%s: nothing crashes, grows out of bounds or holds the thread',
    { timeout: 180_000 },
    async (_name, reader) => {
      const { findings, inputs: tried } = await fuzz(reader, { inputs, seed: SEED });
      expect(findings, told(reader)).toEqual([]);
      expect(tried).toBeGreaterThan(0);
    },
  );
});
