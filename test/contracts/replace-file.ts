import { rename } from 'node:fs/promises';
import type { ReplaceFile } from '../../src/artifacts/store.ts';

/** Somebody whose lease is held. */
export const live: ReplaceFile = async ({ from, to }) => {
  await rename(from, to);
  return true;
};

/** Somebody whose lease was taken over. */
export const dead: ReplaceFile = () => Promise.resolve(false);
