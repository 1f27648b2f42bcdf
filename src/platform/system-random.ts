import { randomUUIDv7 } from 'node:crypto';
import type { Random } from '../core/random.ts';

export const systemRandom = (): Random => ({ next: () => Math.random(), id: () => randomUUIDv7() });
