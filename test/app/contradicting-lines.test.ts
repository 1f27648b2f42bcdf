import { join } from 'node:path';
import { expect, test } from 'vitest';
import { feed } from '../../src/app/feed.ts';
import type { Event } from '../../src/core/events.ts';
import { LOCAL_LANE } from '../../src/ledger/queue.ts';
import { inThreadLedger } from '../../src/ledger/sqlite/in-thread-ledger.ts';
import { NO_REQUEST } from '../../src/pipeline/route.ts';
import { openWorks } from '../../src/work/formats.ts';
import { HOLDER, NO_HEARTBEATS, run } from '../ledger/samples.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { tempDir } from '../support/temp-dir.ts';
import { inputOf } from '../work/read-sources.ts';

const TITLES = [
  'On the growth of ferns',
  'Nuclear pasta and its phases',
  'Trade in medieval Lübeck',
] as const;

/** Feeds each text in a run of its own; what became of the last one. */
async function fed(name: string, ...texts: readonly string[]) {
  await using dir = await tempDir();
  const ports = { clock: fakeClock(), random: seededRandom(1) };
  await using ledger = await inThreadLedger(join(dir.path, 'l.sqlite3'), ports, NO_HEARTBEATS);
  const events: Event[] = [];
  let runId = '';
  for (const [at, text] of texts.entries()) {
    runId = `run-${at + 1}`;
    await ledger.openRun(run(runId));
    const deps = {
      ledger,
      pipeline: { firstRequest: () => Promise.resolve(NO_REQUEST) },
      emit: (event: Event) => events.push(event),
      runId,
      maxWorks: undefined,
      isResumed: false,
      priority: 'recent_first' as const,
      isUrgent: false,
      forget: false,
      takeJournal: () => [],
      counted: { works: 0, rejects: 0, earlier: 0 },
      queued: () => {},
    };
    await feed([openWorks(inputOf(text, name))], deps, new AbortController().signal);
  }
  const lines = async (kind: 'rejected' | 'duplicate') =>
    (await ledger.inputLines({ runId, kind, after: 0, limit: 99 })).map(({ where, workId, problem }) =>
      [where, workId, problem].filter(Boolean).join(' | '),
    );
  const leases = await ledger.lease([{ lane: LOCAL_LANE, limit: 99 }], { ...HOLDER, runId });
  return {
    rejected: await lines('rejected'),
    duplicates: await lines('duplicate'),
    works: leases.map(({ work }) => work),
    ids: leases.map(({ work }) => work.id as string).toSorted(),
    taken: events.flatMap((event) => (event.type === 'rejected' && event.isTaken ? [event.problem] : [])),
  };
}

test.each(['pmid', 'pmcid', 'openalex', 'arxiv', 'url'])(
  'a %s filled down joins no other title',
  async (kind) => {
    const value = {
      pmid: '5',
      pmcid: 'PMC5',
      openalex: 'W55',
      arxiv: '2104.00001',
      url: 'https://a.org/p.pdf',
    }[kind];
    const rows = [...TITLES, TITLES[0]].map((title) => `${title},${value}\n`);
    const { rejected, duplicates, ids } = await fed('w.csv', `title,${kind}\n${rows.join('')}`);
    expect(rejected).toEqual(
      [3, 4].map((line) => `w.csv:${line} | its ${kind} ${value} is that of line 2, which has another title`),
    );
    expect(duplicates).toEqual([`w.csv:5 | ${ids[0]} | same work`]);
    expect(ids).toHaveLength(1);
  },
);

test('a line with an identifier of its own is a work of its own, and the conflict is on record', async () => {
  const text = `title,pmid,pmcid,doi,url
${TITLES[0]},5,,,https://a.org/1
${TITLES[1]},5,PMC9,,
${TITLES[2]},5,,10.1000/c,
Rivers and their names,5,,,https://a.org/2
Salt roads of the north,5,,,https://a.org/1
`;
  const { works, ids, rejected, duplicates } = await fed('w.csv', text);
  expect(ids).toEqual(['doi:10.1000/c', 'pmcid:PMC9', 'pmid:5', 'url:https://a.org/2']);
  expect(rejected).toEqual(['w.csv:6 | its pmid 5 is that of line 2, which has another title']);
  expect(duplicates).toEqual([]);
  for (const work of works.filter(({ id }) => id !== 'pmid:5')) {
    expect(work.conflicts, work.id).toEqual([{ name: 'pmid:5', with: 'pmid:5' }]);
    expect(work.pmid, work.id).toBeUndefined();
  }
});

test('a DOI decides whatever the titles are, and both lines are told', async () => {
  const text = `doi,title\n10.1000/a,${TITLES[0]}\n10.1000/A,${TITLES[1]}\n10.1000/a,${TITLES[0]}\n`;
  const { ids, duplicates, taken, rejected } = await fed('w.csv', text);
  const doubt = 'same DOI 10.1000/a as line 2, which has another title';
  expect(ids).toEqual(['doi:10.1000/a']);
  expect(rejected).toEqual([]);
  expect(taken).toEqual([doubt]);
  expect(duplicates).toEqual([`w.csv:3 | doi:10.1000/a | ${doubt}`, 'w.csv:4 | doi:10.1000/a | same work']);
});

test('the first title that is stated counts, also where the first line states none', async () => {
  const text = `pmid,title\n5,\n5,${TITLES[0]}\n5,${TITLES[1]}\n`;
  const { rejected, duplicates } = await fed('w.csv', text);
  expect(duplicates).toEqual(['w.csv:3 | pmid:5 | same work']);
  expect(rejected).toEqual(['w.csv:4 | its pmid 5 is that of line 3, which has another title']);
});

test('what an earlier run was told contradicts nothing: the input may have been mended', async () => {
  const table = (title: string) => `pmid,title\n5,${title}\n`;
  const { rejected, ids } = await fed('w.csv', table(TITLES[0]), table(TITLES[1]));
  expect(rejected).toEqual([]);
  expect(ids).toEqual(['pmid:5']);
});
