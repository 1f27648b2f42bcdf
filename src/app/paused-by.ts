import { operatorName } from '../platform/operator.ts';
import type { Platform } from './platform.ts';

/** Who pauses a queue, by what and when, for whoever wonders later why nothing is done. */
export const pausedBy = (means: string, { clock }: Pick<Platform, 'clock'>): string =>
  `${means}, ${operatorName()}, ${clock.wall().toISOString()}`;
