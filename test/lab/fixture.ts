import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve('../shared/fixtures');
export const hasFixtures = existsSync(root);

export interface Recorded {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json?: Record<string, unknown>;
  readonly body?: string;
}

/** A recorded answer of the real service, the measure of the lab's shapes. */
export const recorded = (name: string): Recorded =>
  (JSON.parse(readFileSync(resolve(root, `${name}.json`), 'utf8')) as { response: Recorded }).response;

export const keysOf = (value: unknown): readonly string[] => Object.keys(value as object).toSorted();
