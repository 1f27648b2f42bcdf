import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Recorded answers and corpora stand beside the project and are never copied into it; without them such tests skip. */
const root = path.resolve('../shared');
export const sharedIsAbsent = !existsSync(root);

export const sharedPath = (name: string): string => path.join(root, name);
export const readShared = (name: string): string => readFileSync(sharedPath(name), 'utf8');
export const listShared = (folder: string): readonly string[] =>
  sharedIsAbsent ? [] : readdirSync(sharedPath(folder)).toSorted();

/** One recorded exchange: see the index of the fixtures. */
export interface Fixture {
  readonly request: { readonly url: string | null };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly json?: unknown;
    readonly body?: string;
  };
}

export const readFixture = (name: string): Fixture =>
  JSON.parse(readShared(`fixtures/${name}.json`)) as Fixture;
