import { dirname, join } from 'node:path';
import { parseIdentifier } from '../core/identifiers.ts';
import type { SearchAnswer, StoryAnswer } from '../dashboard/state.ts';
import { sqliteStories } from '../ledger/sqlite/sqlite-stories.ts';
import { searchWorks } from '../ledger/sqlite/sqlite-watch.ts';
import { systemClock } from '../platform/system-clock.ts';
import { RESOLVERS } from '../resolvers/index.ts';
import { explainStory } from './explain-story.ts';

/** What a page wants to know of works. */
export type LookUpQuestion =
  | { readonly kind: 'search'; readonly database: string; readonly text: string; readonly limit: number }
  | { readonly kind: 'story'; readonly database: string; readonly docId: string; readonly artifacts: string };

export type LookUpAnswer =
  | { readonly found: SearchAnswer | StoryAnswer | undefined }
  | { readonly problem: string };

function search({ database, text, limit }: LookUpQuestion & { kind: 'search' }): SearchAnswer {
  const works = searchWorks(database, text, limit + 1);
  return { works: works.slice(0, limit), truncated: works.length > limit };
}

async function story(question: LookUpQuestion & { kind: 'story' }): Promise<StoryAnswer | undefined> {
  await using stories = sqliteStories(question.database);
  const found = await stories.find(parseIdentifier(question.docId) ?? {});
  if (!found) return undefined;
  const { id, title, year } = found.work;
  return {
    doc_id: id,
    title: title ?? null,
    year: year ?? null,
    names: found.names,
    ...explainStory(found, {
      root: question.artifacts,
      clock: systemClock(),
      folderOf: (runId) => join(dirname(question.database), runId),
      resolvers: RESOLVERS,
    }),
  };
}

/** Works are looked for in a process of its own, which is killed when it takes too long: the run goes on meanwhile. */
process.once('message', (question: LookUpQuestion) => {
  const looked = question.kind === 'search' ? Promise.try(() => search(question)) : story(question);
  looked.then(
    (found) => process.send?.({ found } satisfies LookUpAnswer),
    (error: unknown) => process.send?.({ problem: String(error) } satisfies LookUpAnswer),
  );
});
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
