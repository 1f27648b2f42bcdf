import { dirname, join, resolve } from 'node:path';
import type { Config } from '../config/schema.ts';
import { UserError } from '../core/errors.ts';
import { sqliteStories } from '../ledger/sqlite/sqlite-stories.ts';
import type { Stories } from '../ledger/story.ts';
import { placesOf } from './places.ts';
import type { Platform } from './platform.ts';

export interface StoryPlaces {
  readonly database: string;
  /** Where the files of this ledger lie. */
  readonly artifacts: string;
}

/** The ledger that `--db-path`, `--out` or the configuration name, whether or not it exists. */
export function storyPlaces(config: Config, dbPath: string | undefined): StoryPlaces {
  const places = placesOf(config);
  if (dbPath === undefined) return places;
  const database = resolve(dbPath);
  const { root } = config.artifacts;
  return { database, artifacts: root === null ? join(dirname(database), 'artifacts') : places.artifacts };
}

/** `undefined` where no run has been yet; a ledger that was named by its file must be there. */
export async function openStories(
  config: Config,
  dbPath: string | undefined,
  { files }: Pick<Platform, 'files'>,
): Promise<Stories | undefined> {
  const { database } = storyPlaces(config, dbPath);
  if ((await files.stat(database))?.kind === 'file') return sqliteStories(database);
  if (dbPath === undefined) return undefined;
  throw new UserError(`no catalog at ${database}: name it by --out, --db-path or config`, 2);
}
