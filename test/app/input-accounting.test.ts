import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkInput } from '../../src/app/check-input.ts';
import { type FeedDeps, feed } from '../../src/app/feed.ts';
import { Failure } from '../../src/core/errors.ts';
import { parseIdentifier } from '../../src/core/identifiers.ts';
import { NO_PROGRESS } from '../../src/core/progress.ts';
import type { Work } from '../../src/core/work.ts';
import { type Ledger, LOCAL_LANE } from '../../src/ledger/queue.ts';
import { inThreadLedger } from '../../src/ledger/sqlite/in-thread-ledger.ts';
import { sqliteCatalog } from '../../src/ledger/sqlite/sqlite-catalog.ts';
import { sqliteStories } from '../../src/ledger/sqlite/sqlite-stories.ts';
import { NO_REQUEST } from '../../src/pipeline/route.ts';
import { openSqlite } from '../../src/platform/sqlite.ts';
import { jsonLines } from '../../src/work/jsonl.ts';
import type { Source } from '../../src/work/source.ts';
import { ending, HOLDER, NO_HEARTBEATS, run } from '../ledger/samples.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { tempDir } from '../support/temp-dir.ts';
import { inputOf } from '../work/read-sources.ts';

/** One line of the input: few enough identifiers that lines repeat, share and contradict each other. */
const Line = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.constantFrom('no json', '{"title":"none"}', '[1]', '{"doi":"x"}', '"', '\u0000'),
  },
  { weight: 1, arbitrary: fc.constantFrom('', '   ') },
  {
    weight: 12,
    arbitrary: fc
      .record(
        {
          id: fc.integer({ min: 1, max: 60 }).map((n) => `10.1000/d${n}`),
          doi: fc.integer({ min: 1, max: 60 }).map((n) => `10.1000/d${n}`),
          openalex: fc.integer({ min: 10, max: 60 }).map((n) => `W${n}`),
          arxiv: fc.integer({ min: 10, max: 40 }).map((n) => `2104.000${n}`),
          pmcid: fc.integer({ min: 1, max: 60 }).map((n) => `PMC${n}`),
          pmid: fc.integer({ min: 1, max: 60 }).map(String),
          url: fc.integer({ min: 1, max: 9 }).map((n) => `https://x.org/${n}.pdf`),
          title: fc.constantFrom('On the growth of ferns', 'Nuclear pasta and its phases', 'A short history'),
        },
        { requiredKeys: [] },
      )
      .map((fields) => JSON.stringify(fields)),
  },
);

const Story = fc.record({
  lines: fc.array(Line, { minLength: 1, maxLength: 500, size: 'max' }),
  /** After how many pages the feed is stopped, again and again. */
  stops: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 3 }),
  /** What sources tell of works while they are done, and how these end. */
  seed: fc.integer({ min: 1, max: 1_000_000 }),
});

interface Bench {
  readonly open: () => Promise<Ledger>;
  readonly source: Source;
}

const depsOf = (ledger: FeedDeps['ledger'], isResumed: boolean): FeedDeps => ({
  ledger,
  pipeline: { firstRequest: () => Promise.resolve(NO_REQUEST) },
  emit: () => {},
  runId: 'run-1',
  maxWorks: undefined,
  isResumed,
  priority: 'recent_first',
  isUrgent: false,
  forget: false,
  takeJournal: () => [],
  counted: { works: 0, rejects: 0, earlier: 0 },
  queued: () => {},
});

/** Feeds until the input is read, stopped after so many pages each time. */
async function feedWithStops({ open, source }: Bench, stops: readonly number[]): Promise<void> {
  for (const [index, after] of [...stops, Number.POSITIVE_INFINITY].entries()) {
    await using ledger = await open();
    await ledger.openRun(run());
    const stop = new AbortController();
    let pages = 0;
    const counting: FeedDeps['ledger'] = {
      ...ledger,
      async enqueue(page) {
        const count = await ledger.enqueue(page);
        if (++pages > after) stop.abort(new Error('stopped'));
        return count;
      },
    };
    if (after === 0) stop.abort(new Error('stopped'));
    await feed([source], depsOf(counting, index > 0), stop.signal).catch((error: unknown) => {
      if (!stop.signal.aborted) throw error;
    });
  }
}

/** Does all works: some learn names, some fail, twins wait for each other. */
async function drain(ledger: Ledger, seed: number): Promise<void> {
  const random = seededRandom(seed);
  const pick = (n: number) => Math.floor(random.next() * n);
  const clock = 9e15;
  for (let turn = 0; turn < 20_000; turn++) {
    const [lease] = await ledger.lease([{ lane: LOCAL_LANE, limit: 1 }], HOLDER);
    if (!lease) return;
    const learnt = [`pmid:${1 + pick(60)}`, `openalex:W${10 + pick(50)}`, `doi:10.1000/d${1 + pick(60)}`];
    const names = pick(3) === 0 ? [learnt[pick(3)] ?? ''] : [];
    const { twin } = await ledger.claimNames(lease.work.id, names);
    const next = { lane: LOCAL_LANE, at: clock, why: 'twin', pushBack: false };
    if (twin?.hasFile)
      await ledger.finish(lease, ending(lease, { kind: 'skipped', reason: 'duplicate-work' }));
    else if (twin) await ledger.park(lease, { progress: NO_PROGRESS, next, journal: [] });
    else await ledger.finish(lease, ending(lease, pick(3) === 0 ? { kind: 'failed' } : {}));
  }
  throw new Error('the works never come to an end');
}

const fieldsOf = (line: string): Record<string, string> | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, string>)
      : undefined;
  } catch {
    return undefined;
  }
};

/** Whether a line names a work, by a rule of its own. */
const isNaming = (line: string): boolean => {
  const { title: _title, ...fields } = fieldsOf(line) ?? {};
  return Object.values(fields).some((value) => value !== 'x');
};

/** The identifiers that works were given and are not known by. */
function conflictsIn(path: string): ReadonlySet<string> {
  using db = openSqlite(path);
  const works = db.all<{ json: string }>('SELECT work_json AS json FROM works');
  return new Set(
    works.flatMap(({ json }) => ((JSON.parse(json) as Work).conflicts ?? []).map(({ name }) => name)),
  );
}

const linesOf = (ledger: Ledger, kind: 'rejected' | 'duplicate') =>
  ledger.inputLines({ runId: 'run-1', kind, after: 0, limit: 10_000 });

/** Every line is on record once as a reject, once as a duplicate of a work that ended, or is the one that brought a work. */
async function expectOneEndEach(ledger: Ledger, lines: readonly string[], ended: ReadonlySet<string>) {
  const [rejected, duplicates] = [await linesOf(ledger, 'rejected'), await linesOf(ledger, 'duplicate')];
  const numberOf = ({ where }: { where: string }) => Number(where.slice('w.jsonl:'.length));
  const elsewhere = [...rejected, ...duplicates].map(numberOf);
  expect(new Set(elsewhere).size).toBe(elsewhere.length);
  const told = lines.flatMap((line, at) => (line.trim() === '' ? [] : [{ line, number: at + 1 }]));
  const left = told.filter(({ number }) => !elsewhere.includes(number));
  expect(left).toHaveLength(ended.size);
  expect(left.every(({ line }) => isNaming(line))).toBe(true);
  for (const { workId } of duplicates) expect(ended).toContain(workId);
  const refused = new Set(rejected.map(numberOf));
  for (const { line, number } of told) if (!isNaming(line)) expect(refused).toContain(number);
  // What names a work is rejected only where it contradicts the title of a line before it, and has no DOI.
  for (const one of rejected.filter((row) => isNaming(lines[numberOf(row) - 1] ?? ''))) {
    const other = /is that of line (\d+), which has another title$/.exec(one.problem)?.[1];
    const [mine, its] = [lines[numberOf(one) - 1], lines[Number(other) - 1]].map((line) =>
      fieldsOf(line ?? ''),
    );
    expect(mine?.['doi']).toBeUndefined();
    expect(mine?.['title']).not.toBe(its?.['title']);
    expect(Number(other)).toBeLessThan(numberOf(one));
  }
}

describe('every line of any input', () => {
  test('comes to one outcome, one duplicate or one reject, over any stops, and is explained', async () => {
    await fc.assert(
      fc.asyncProperty(Story, async ({ lines, stops, seed }) => {
        await using dir = await tempDir();
        const path = join(dir.path, 'manifest.sqlite3');
        const ports = { clock: fakeClock(), random: seededRandom(seed) };
        const open = () => inThreadLedger(path, ports, NO_HEARTBEATS);
        await feedWithStops({ open, source: jsonLines(inputOf(lines.join('\n'), 'w.jsonl')) }, stops);
        await using ledger = await open();
        const waiting = await ledger.countedInput('run-1');
        checkInput(waiting);
        await drain(ledger, seed);
        const end = await ledger.countedInput('run-1');
        checkInput(end);

        const told = lines.filter((line) => line.trim() !== '');
        expect(end.counted).toEqual(waiting.counted);
        expect(end.counted).toMatchObject({ lines: told.length });
        const stats = await ledger.stats();
        expect(stats.queued + stats.in_progress).toBe(0);
        expect(stats.done + stats.skipped + stats.error).toBe(end.counted.works);

        await using catalog = sqliteCatalog(path, ports.clock);
        const ended = new Set<string>();
        for await (const { doc_id } of catalog.entries('run-1')) ended.add(doc_id);
        await expectOneEndEach(ledger, lines, ended);

        await using stories = sqliteStories(path);
        const conflicts = conflictsIn(path);
        // A weaker identifier may since have turned out to be claimed by two works; a DOI always tells its own work.
        for (const { id, doi = id } of told.filter(isNaming).map((line) => fieldsOf(line) ?? {})) {
          if (doi === undefined || doi === 'x') continue;
          const story = await stories.find(parseIdentifier(doi) ?? {});
          expect(story?.entries, doi).toHaveLength(1);
          expect(story?.work.doi, doi).toBe(doi);
          // A second DOI of a record is kept as a conflict, with the work or with the one that went on for it.
          if (id !== undefined && id !== doi) expect(conflicts).toContain(`doi:${id}`);
        }
      }),
      { numRuns: 12, endOnFailure: true },
    );
  }, 120_000);
});

describe('a sum that does not add up', () => {
  const right = {
    counted: { lines: 3, works: 1, duplicates: 1, rejected: 1 },
    works: 1,
    rejected: 1,
    duplicates: 1,
  };

  test.each([
    [{ ...right, counted: { ...right.counted, lines: 4 } }, '4 lines were read'],
    [{ ...right, works: 2 }, '1 works were counted, and 2 ended or wait'],
    [{ ...right, rejected: 0 }, '1 rejected lines were counted, and 0 are on record'],
    [{ ...right, duplicates: 0 }, '1 duplicates were counted, and 0 are on record'],
  ])('is an error with exit code 3 that names the figure: %#', (input, message) => {
    expect(() => checkInput(right)).not.toThrow();
    expect(() => checkInput(input)).toThrow(expect.objectContaining({ exitCode: 3 }));
    expect(() => checkInput(input)).toThrow(message);
  });
});

describe('an input that is gone on with', () => {
  const text = Array.from({ length: 450 }, (_, n) => `{"doi":"10.1000/d${n}"}`);

  test('is read from where it was left, counts no line twice, and keeps to the most works of the run', async () => {
    await using dir = await tempDir();
    const ports = { clock: fakeClock(), random: seededRandom(1) };
    const open = () => inThreadLedger(join(dir.path, 'l.sqlite3'), ports, NO_HEARTBEATS);
    const source = jsonLines(inputOf(text.join('\n'), 'w.jsonl'));
    await using ledger = await open();
    await ledger.openRun(run());
    const stop = new AbortController();
    const deps = { ...depsOf(ledger, false), maxWorks: 300, queued: () => stop.abort(new Error('stopped')) };
    await expect(feed([source], deps, stop.signal)).rejects.toThrow('stopped');
    const again = { ...depsOf(ledger, true), maxWorks: 300 };
    await feed([source], again, new AbortController().signal);
    expect((await ledger.countedInput('run-1')).counted).toEqual({
      lines: 300,
      works: 300,
      duplicates: 0,
      rejected: 0,
    });
  });

  test('is read until the run has so many distinct works: duplicates and bad lines are none', async () => {
    await using dir = await tempDir();
    const ports = { clock: fakeClock(), random: seededRandom(1) };
    await using ledger = await inThreadLedger(join(dir.path, 'l.sqlite3'), ports, NO_HEARTBEATS);
    await ledger.openRun(run());
    const lines = [text[0], text[0], 'no json', text[1], text[1], text[2]].join('\n');
    const source = jsonLines(inputOf(lines, 'w.jsonl'));
    const deps = { ...depsOf(ledger, false), maxWorks: 2 };
    await feed([source], deps, new AbortController().signal);
    const { counted, ...onRecord } = await ledger.countedInput('run-1');
    expect(counted).toEqual({ lines: 4, works: 2, duplicates: 1, rejected: 1 });
    checkInput({ counted, ...onRecord });
    expect(await ledger.cursor('run-1', source.name)).toEqual({
      cursor: undefined,
      exhausted: true,
      listed: 3,
      problem: 'max_works = 2 was reached, and the rest of the input was not read',
    });
  });

  test('counts at its most works the lines up to the last one that was taken, and no reject behind it', async () => {
    await using dir = await tempDir();
    const ports = { clock: fakeClock(), random: seededRandom(1) };
    await using ledger = await inThreadLedger(join(dir.path, 'l.sqlite3'), ports, NO_HEARTBEATS);
    await ledger.openRun(run());
    const told: string[] = [];
    const lines = ['bad 1', text[0], 'bad 3', text[1], 'bad 5', text[1], text[2], 'bad 8'].join('\n');
    const source = jsonLines(inputOf(lines, 'w.jsonl'));
    const emit: FeedDeps['emit'] = (event) => event.type === 'rejected' && told.push(event.where);
    const deps = { ...depsOf(ledger, false), maxWorks: 2, emit };
    await feed([source], deps, new AbortController().signal);
    const counted = await ledger.countedInput('run-1');
    checkInput(counted);
    expect(counted.counted).toEqual({ lines: 4, works: 2, duplicates: 0, rejected: 2 });
    expect(told).toEqual(['w.jsonl:1', 'w.jsonl:3']);
    expect((await linesOf(ledger, 'rejected')).map(({ where }) => where)).toEqual(told);
  });

  test('is not called capped where its last line brings the last work that is wanted', async () => {
    await using dir = await tempDir();
    const ports = { clock: fakeClock(), random: seededRandom(1) };
    await using ledger = await inThreadLedger(join(dir.path, 'l.sqlite3'), ports, NO_HEARTBEATS);
    await ledger.openRun(run());
    const source = jsonLines(inputOf(text.slice(0, 2).join('\n'), 'w.jsonl'));
    await feed([source], { ...depsOf(ledger, false), maxWorks: 2 }, new AbortController().signal);
    expect(await ledger.cursor('run-1', source.name)).toEqual({
      cursor: undefined,
      exhausted: true,
      listed: 2,
      of: 2,
    });
  });

  test.each([
    ['goes on', text.slice(0, 5), { lines: 5, works: 5, duplicates: 0, rejected: 0 }],
    ['ends before it', text.slice(0, 2), { lines: 2, works: 2, duplicates: 0, rejected: 0 }],
    [
      'repeats a line there',
      [...text.slice(0, 2), text[0]],
      { lines: 3, works: 2, duplicates: 1, rejected: 0 },
    ],
    ['has no work there', [...text.slice(0, 2), '{}'], { lines: 3, works: 2, duplicates: 0, rejected: 1 }],
  ])('and was cut in line 3 counts that line once when it is mended and %s', async (_, mended, counts) => {
    await using dir = await tempDir();
    const ports = { clock: fakeClock(), random: seededRandom(1) };
    await using ledger = await inThreadLedger(join(dir.path, 'l.sqlite3'), ports, NO_HEARTBEATS);
    await ledger.openRun(run());
    const never = new AbortController().signal;
    async function* cut(): AsyncIterable<Uint8Array> {
      yield Buffer.from(`${text[0]}\n${text[1]}\n{"do`);
      throw new Failure('bad-input', 'the gzip data end early');
    }
    const broken = jsonLines({ name: 'w.jsonl', read: cut });
    for (const isResumed of [false, true]) {
      await expect(feed([broken], depsOf(ledger, isResumed), never)).rejects.toThrow('end early');
      expect((await ledger.countedInput('run-1')).counted).toMatchObject({ lines: 3, rejected: 1 });
    }
    await feed([jsonLines(inputOf(mended.join('\n'), 'w.jsonl'))], depsOf(ledger, true), never);
    const counted = await ledger.countedInput('run-1');
    checkInput(counted);
    expect(counted.counted).toEqual(counts);
    expect(await linesOf(ledger, 'rejected')).toHaveLength(counts.rejected);
  });

  test('counts what was fed to each run; works that another run does are counted apart, also when they come back', async () => {
    await using dir = await tempDir();
    const ports = { clock: fakeClock(), random: seededRandom(1) };
    await using ledger = await inThreadLedger(join(dir.path, 'l.sqlite3'), ports, NO_HEARTBEATS);
    const feedRun = async (runId: string | undefined, lines: readonly string[]) => {
      if (runId !== undefined) await ledger.openRun(run(runId));
      const source = jsonLines(inputOf(lines.join('\n'), `${runId}.jsonl`));
      await feed([source], { ...depsOf(ledger, false), runId }, new AbortController().signal);
    };
    const lease = (runId: string, limit: number) =>
      ledger.lease([{ lane: LOCAL_LANE, limit }], { ...HOLDER, runId });
    const countedOf = async (runId: string) => {
      const counted = await ledger.countedInput(runId);
      checkInput(counted);
      return counted.counted;
    };
    await feedRun(undefined, text.slice(10, 13));
    await feedRun('a', text.slice(0, 6));
    await feedRun('b', text.slice(5, 8));
    const taken = await lease('b', 20);
    expect(taken).toHaveLength(11);
    expect(await countedOf('a')).toEqual({
      lines: 6,
      works: 6,
      duplicates: 0,
      rejected: 0,
      elsewhere: 6,
      elsewhere_in: ['b'],
    });
    expect(await countedOf('b')).toEqual({
      lines: 3,
      works: 3,
      duplicates: 0,
      rejected: 0,
      taken_over: 8,
      taken_over_from: ['a'],
    });
    await ledger.openRun(run('a'));
    expect(await lease('a', 20)).toHaveLength(11);
    expect(await countedOf('a')).toMatchObject({
      lines: 6,
      works: 6,
      elsewhere: 1,
      taken_over: 6,
      taken_over_from: ['b'],
    });
    expect(await countedOf('b')).toEqual({
      lines: 3,
      works: 3,
      duplicates: 0,
      rejected: 0,
      elsewhere: 3,
      elsewhere_in: ['a'],
    });
  });

  test('and has changed meanwhile is not gone on with; the rest of a pipe is lost, and said so', async () => {
    await using dir = await tempDir();
    const ports = { clock: fakeClock(), random: seededRandom(1) };
    await using ledger = await inThreadLedger(join(dir.path, 'l.sqlite3'), ports, NO_HEARTBEATS);
    await ledger.openRun(run());
    const stop = new AbortController();
    const deps = { ...depsOf(ledger, false), queued: () => stop.abort(new Error('stopped')) };
    const reading = (lines: readonly string[], isReadOnce = false) =>
      jsonLines({ ...inputOf(lines.join('\n'), 'w.jsonl'), isReadOnce });
    await expect(feed([reading(text)], deps, stop.signal)).rejects.toThrow('stopped');
    const never = new AbortController().signal;
    const changed = 'w.jsonl has changed since its first 200 entries were read';
    await expect(feed([reading(text.slice(1))], depsOf(ledger, true), never)).rejects.toThrow(changed);
    await expect(feed([reading(text.slice(0, 9))], depsOf(ledger, true), never)).rejects.toThrow(changed);
    await expect(feed([reading(text, true)], depsOf(ledger, true), never)).rejects.toThrow(
      'the rest of w.jsonl was not read',
    );
    await feed([reading([...text, '{"doi":"10.1000/more"}'])], depsOf(ledger, true), never);
    expect((await ledger.countedInput('run-1')).counted).toMatchObject({ lines: 451, works: 451 });
  });
});
