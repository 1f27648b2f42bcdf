import { describe, test } from 'vitest';
import { expectNothingWrong } from './seeds.ts';

const CHUNK = 50;
const CHUNKS = 10;

/** Two such files, so that two cores share the work. */
describe('the simulated engine keeps every promise', () => {
  for (let chunk = 0; chunk < CHUNKS; chunk++) {
    const from = 1001 + chunk * CHUNK;
    test(`seeds ${from} to ${from + CHUNK - 1}`, { timeout: 180_000 }, () => expectNothingWrong(from, CHUNK));
  }
});
