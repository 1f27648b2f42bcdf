import { dirname, join } from 'node:path';
import type { LoadedConfig } from '../config/assemble-config.ts';
import { UserError } from '../core/errors.ts';
import { aliasesOf, canonicalWorkId, type Identifiers, parseIdentifier } from '../core/identifiers.ts';
import type { Conflict } from '../core/same-work.ts';
import type { Work } from '../core/work.ts';
import type { WorkStory } from '../ledger/story.ts';
import { explainProspect, identifiersOf, type Prospect } from './explain-prospect.ts';
import { explainStory, type Story } from './explain-story.ts';
import { openStories, storyPlaces } from './open-stories.ts';
import type { Platform } from './platform.ts';

export interface WorkQuestion {
  /** An identifier in any spelling. */
  readonly id: string;
  readonly dbPath: string | undefined;
}

/** A work as it would be tried, or as it was. */
export interface ExplainedWork {
  readonly work_id: string;
  /** Every name it goes by. */
  readonly names: readonly string[];
  /** Identifiers that were told of it and are not believed, and whom they belong to. */
  readonly conflicts: readonly Conflict[];
  readonly identifiers: Identifiers;
  readonly title: string | null;
  readonly year: number | null;
  /** The ledger that was looked into, and whether it knows the work. */
  readonly ledger: { readonly path: string; readonly exists: boolean; readonly knows_work: boolean };
  /** What would be tried; null for a work that has ended. */
  readonly prospect: Prospect | null;
  /** What happened; null where nothing has yet. */
  readonly story: Story | null;
}

/** What would be tried for a work and why, or after a run: what happened, attempt by attempt. No request is made. */
export async function explainWork(
  { id, dbPath }: WorkQuestion,
  loaded: LoadedConfig,
  platform: Platform,
): Promise<ExplainedWork> {
  const ids = identifiersIn(id);
  const places = storyPlaces(loaded.config, dbPath);
  await using stories = await openStories(loaded.config, dbPath, platform);
  const storyDeps = {
    root: places.artifacts,
    clock: platform.clock,
    folderOf: (runId: string) => join(dirname(places.database), runId),
    resolvers: loaded.resolvers,
  };
  const told = await stories?.find(ids);
  const work: Work = told?.work ?? { id: canonicalWorkId(ids), ...ids };
  return {
    work_id: work.id,
    names: told?.names ?? aliasesOf(ids),
    conflicts: work.conflicts ?? [],
    identifiers: identifiersOf(work),
    title: work.title ?? null,
    year: work.year ?? null,
    ledger: { path: places.database, exists: stories !== undefined, knows_work: told !== undefined },
    prospect: hasEnded(told) ? null : await explainProspect(work, loaded, platform),
    story: told ? explainStory(told, storyDeps) : null,
  };
}

function identifiersIn(id: string): Identifiers {
  const ids = parseIdentifier(id);
  if (ids) return ids;
  throw new UserError(
    `--work: "${id}" is no DOI, OpenAlex id, arXiv id, PMID, PMCID or web address${/^\s*\d+\s*$/.test(id) ? ' (write pmid:… for a PMID)' : ''}`,
  );
}

const hasEnded = (told: WorkStory | undefined): boolean =>
  told !== undefined && told.entries.length > 0 && told.job?.state !== 'queued';
