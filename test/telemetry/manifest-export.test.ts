import { describe, expect, test } from 'vitest';
import { UserError } from '../../src/core/errors.ts';
import type { Event } from '../../src/core/events.ts';
import type { Files } from '../../src/core/files.ts';
import { nodeFiles } from '../../src/platform/node-files.ts';
import { type ManifestExporter, manifestExporter } from '../../src/telemetry/manifest-export.ts';
import { MAX_LINE_BYTES } from '../../src/telemetry/manifest-line.ts';
import type { Outbox } from '../../src/telemetry/manifest-place.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { tempDir } from '../support/temp-dir.ts';
import { memoryFiles } from './memory-files.ts';
import { type MemoryOutbox, memoryOutbox } from './memory-outbox.ts';
import { attempt, outcome } from './records.ts';

const FOLDER = '/out/run-1';
const PATH = `${FOLDER}/manifest.jsonl`;

interface Opened {
  readonly exporter: ManifestExporter;
  readonly warnings: string[];
}

function open(ledger: Outbox, files: Files, folder = FOLDER): Opened {
  const warnings: string[] = [];
  const emit = (event: Event) => {
    if (event.type === 'warning') warnings.push(event.message);
  };
  const exporter = manifestExporter({ ledger, files, clock: fakeClock(), emit, runId: 'run-1', folder });
  return { exporter, warnings };
}

async function flushOnce(ledger: Outbox, files: Files): Promise<string[]> {
  const { exporter, warnings } = open(ledger, files);
  await using _ = exporter;
  await exporter.flush();
  return warnings;
}

const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const postMany = (ledger: MemoryOutbox, count: number) => {
  for (let n = 1; n <= count; n++)
    ledger.post(attempt({ doc_id: `doi:10.1/${n}`, url: `https://a.org/ü/${n}` }));
};

describe('the manifest exporter', () => {
  test('writes every record once, whole, numbered from 1, seq first', async () => {
    const files = memoryFiles();
    const ledger = memoryOutbox();
    postMany(ledger, 3);
    await flushOnce(ledger, files);
    const text = files.contents.get(PATH)!.toString();
    expect(text.split('\n')[0]).toMatch(/^\{"seq":1,"schema_version":3,"run_id":"run-1",/);
    expect(linesOf(text).map(({ seq, doc_id }) => [seq, doc_id])).toEqual([
      [1, 'doi:10.1/1'],
      [2, 'doi:10.1/2'],
      [3, 'doi:10.1/3'],
    ]);
    expect(ledger.marks).toEqual([{ lastId: 3, seq: 3 }]);
  });

  test('syncs once for a batch, before it marks the rows', async () => {
    const files = memoryFiles();
    const ledger = memoryOutbox();
    postMany(ledger, 500);
    const syncsAtMark: number[] = [];
    const watched: Outbox = {
      ...ledger,
      exported: async (runId, lastId, seq) => {
        syncsAtMark.push(files.syncs());
        await ledger.exported(runId, lastId, seq);
      },
    };
    await flushOnce(watched, files);
    expect(syncsAtMark).toEqual([1]);
  });

  test('keeps seq contiguous while 16 writers commit and flushes race', async () => {
    await using dir = await tempDir();
    const ledger = memoryOutbox();
    const random = seededRandom(7);
    const { exporter } = open(ledger, nodeFiles(), dir.path);
    await using _ = exporter;
    const writer = async (name: number) => {
      for (let n = 0; n < 250; n++) {
        ledger.post(outcome({ doc_id: `doi:10.${name}/${n}` }));
        if (random.next() < 0.1) await exporter.flush();
        else if (random.next() < 0.2) await new Promise((resolve) => setImmediate(resolve));
      }
    };
    await Promise.all(Array.from({ length: 16 }, (_, name) => writer(name)));
    await exporter.flush();
    const lines = linesOf(Buffer.from(await nodeFiles().read(`${dir.path}/manifest.jsonl`)).toString());
    expect(lines.map(({ seq }) => seq)).toEqual(Array.from({ length: 4000 }, (_, index) => index + 1));
    expect(new Set(lines.map(({ doc_id }) => doc_id)).size).toBe(4000);
  });

  test('a flush covers what was committed before it, also while another one runs', async () => {
    const files = memoryFiles();
    const ledger = memoryOutbox();
    const { exporter } = open(ledger, files);
    await using _ = exporter;
    postMany(ledger, 1);
    const first = exporter.flush();
    await Promise.resolve();
    await Promise.resolve();
    ledger.post(outcome({ doc_id: 'doi:10.1/late' }));
    await exporter.flush();
    await first;
    expect(linesOf(files.contents.get(PATH)!.toString()).at(-1)).toMatchObject({ doc_id: 'doi:10.1/late' });
  });

  test('goes on until aborted', async () => {
    const files = memoryFiles();
    const ledger = memoryOutbox();
    const clock = fakeClock();
    const stop = new AbortController();
    await using exporter = manifestExporter({
      ledger,
      files,
      clock,
      emit: () => undefined,
      runId: 'run-1',
      folder: FOLDER,
    });
    const running = exporter.run(stop.signal);
    postMany(ledger, 2);
    await clock.advance(300);
    expect(ledger.marks.at(-1)).toEqual({ lastId: 2, seq: 2 });
    stop.abort();
    await running;
    expect(clock.pending).toBe(0);
  });

  test('closes its file', async () => {
    const files = memoryFiles();
    const ledger = memoryOutbox();
    postMany(ledger, 1);
    await flushOnce(ledger, files);
    expect(files.open()).toBe(0);
  });
});

describe('a manifest that was left behind', () => {
  test('a crash between writing and marking neither doubles nor loses a record', async () => {
    const files = memoryFiles();
    const ledger = memoryOutbox();
    postMany(ledger, 5);
    const dying: Outbox = { ...ledger, exported: () => Promise.reject(new Error('killed')) };
    await expect(flushOnce(dying, files)).rejects.toThrow('killed');
    expect(await ledger.exportedSeq('run-1')).toBe(0);
    const written = files.contents.get(PATH)!.toString();

    ledger.post(outcome());
    const warnings = await flushOnce(ledger, files);
    const text = files.contents.get(PATH)!.toString();
    // What was never marked may have been lost by a failed fsync, whatever reading it back shows: it is written again.
    expect(warnings).toEqual([expect.stringContaining('is cut off and written again')]);
    expect(text.startsWith(written)).toBe(true);
    expect(linesOf(text).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(ledger.marks).toEqual([{ lastId: 6, seq: 6 }]);
  });

  test('lines whose fsync failed are written anew: the system shows them, and no later fsync would write them', async () => {
    const files = memoryFiles();
    const ledger = memoryOutbox();
    postMany(ledger, 2);
    await flushOnce(ledger, files);
    const marked = files.contents.get(PATH)!.length;
    postMany(ledger, 2);
    files.fail('sync', 'EIO');
    await expect(flushOnce(ledger, files)).rejects.toThrow('EIO');
    const cuts: number[] = [];
    const watched: Files = {
      ...files,
      truncate: (path, sizeBytes) => {
        cuts.push(sizeBytes);
        return files.truncate(path, sizeBytes);
      },
    };
    await flushOnce(ledger, watched);
    expect(cuts).toEqual([marked]);
    expect(linesOf(files.contents.get(PATH)!.toString()).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  });

  test('every truncation within the last three lines, unmarked, is repaired to the same file', async () => {
    const files = memoryFiles();
    const ledger = memoryOutbox();
    postMany(ledger, 6);
    const dying: Outbox = { ...ledger, exported: () => Promise.reject(new Error('killed')) };
    await expect(flushOnce(dying, files)).rejects.toThrow('killed');
    const whole = files.contents.get(PATH)!;
    const lastThree = whole.toString().split('\n').slice(-4, -1).join('\n').length + 1;
    for (let cut = 1; cut <= lastThree; cut++) {
      const again = memoryOutbox();
      postMany(again, 6);
      files.contents.set(PATH, whole.subarray(0, whole.length - cut));
      await flushOnce(again, files);
      expect(files.contents.get(PATH)!.equals(whole), `cut by ${cut}`).toBe(true);
    }
  });

  test('every truncation within the last three lines, marked long ago, is repaired to the same file', async () => {
    const files = memoryFiles();
    const ledger = memoryOutbox(1000);
    postMany(ledger, 6);
    await flushOnce(ledger, files);
    const whole = files.contents.get(PATH)!;
    const lastThree = Buffer.byteLength(whole.toString().split('\n').slice(-4, -1).join('\n')) + 1;
    for (let cut = 1; cut <= lastThree; cut++) {
      files.contents.set(PATH, whole.subarray(0, whole.length - cut));
      const warnings = await flushOnce(ledger, files);
      expect(files.contents.get(PATH)!.equals(whole), `cut by ${cut}`).toBe(true);
      expect(warnings.length, `cut by ${cut}`).toBeGreaterThan(0);
    }
  });

  test('a tail of zeros is cut off, and the lost bytes are told', async () => {
    const files = memoryFiles();
    const ledger = memoryOutbox();
    postMany(ledger, 4);
    await flushOnce(ledger, files);
    const whole = files.contents.get(PATH)!;
    files.contents.set(PATH, Buffer.concat([whole, Buffer.alloc(200_000)]));
    ledger.post(outcome());
    const warnings = await flushOnce(ledger, files);
    expect(warnings).toEqual([`${PATH}: an unfinished end of 200000 bytes is cut off and written again`]);
    expect(linesOf(files.contents.get(PATH)!.toString()).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
  });

  test('a last line of zeros that kept its line end costs only itself', async () => {
    const files = memoryFiles();
    const ledger = memoryOutbox(3);
    postMany(ledger, 10);
    await flushOnce(ledger, files);
    const whole = files.contents.get(PATH)!;
    const zeroed = Buffer.from(whole);
    zeroed.fill(0, whole.lastIndexOf('\n', whole.length - 2) + 1, whole.length - 1);
    files.contents.set(PATH, zeroed);
    await flushOnce(ledger, files);
    expect(files.contents.get(PATH)!.equals(whole)).toBe(true);
  });

  test('zeros inside the unmarked end, with whole lines after them, are written again', async () => {
    const files = memoryFiles();
    const ledger = memoryOutbox();
    postMany(ledger, 6);
    const dying: Outbox = { ...ledger, exported: () => Promise.reject(new Error('killed')) };
    await expect(flushOnce(dying, files)).rejects.toThrow('killed');
    const whole = files.contents.get(PATH)!;
    const holed = Buffer.from(whole);
    const third = whole.toString().split('\n').slice(0, 2).join('\n').length + 20;
    holed.fill(0, third, third + 30);
    files.contents.set(PATH, holed);
    await flushOnce(ledger, files);
    expect(files.contents.get(PATH)!.equals(whole)).toBe(true);
  });

  test('a deleted manifest is written again as far as the ledger keeps it, and the gap is told', async () => {
    const files = memoryFiles();
    const ledger = memoryOutbox(3);
    postMany(ledger, 10);
    await flushOnce(ledger, files);
    files.contents.delete(PATH);
    const warnings = await flushOnce(ledger, files);
    expect(linesOf(files.contents.get(PATH)!.toString()).map(({ seq }) => seq)).toEqual([8, 9, 10]);
    expect(warnings.at(-1)).toContain('records 1 to 7 are missing for good');
    expect(await flushOnce(ledger, files)).toEqual([]);
  });

  test('records the ledger does not know are never cut off', async () => {
    const files = memoryFiles();
    const ledger = memoryOutbox();
    postMany(ledger, 4);
    await flushOnce(ledger, files);
    const whole = files.contents.get(PATH)!;
    const restored = memoryOutbox();
    postMany(restored, 2);
    await restored.exported('run-1', 2, 2);
    await expect(flushOnce(restored, files)).rejects.toMatchObject({ exitCode: 3 });
    expect(files.contents.get(PATH)!.equals(whole)).toBe(true);
    expect(files.open()).toBe(0);
  });
});

describe('a manifest that cannot be written', () => {
  test.each(['write', 'sync', 'append'] as const)('stops the run when %s fails, for good', async (call) => {
    const files = memoryFiles();
    const ledger = memoryOutbox();
    postMany(ledger, 2);
    const { exporter } = open(ledger, files);
    files.fail(call, 'ENOSPC', 100);
    const failure = await exporter.flush().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UserError);
    expect(failure).toMatchObject({ exitCode: 3, message: `cannot write ${PATH}: ENOSPC: as told` });
    await expect(exporter.flush()).rejects.toBe(failure);
    await exporter[Symbol.asyncDispose]();
    expect(files.open()).toBe(0);
    expect(ledger.marks).toEqual([]);

    await flushOnce(ledger, files);
    expect(linesOf(files.contents.get(PATH)!.toString()).map(({ seq }) => seq)).toEqual([1, 2]);
  });

  test('an error of the ledger is not blamed on the file', async () => {
    const ledger = memoryOutbox();
    const broken: Outbox = { ...ledger, outbox: () => Promise.reject(new TypeError('a bug')) };
    await expect(flushOnce(broken, memoryFiles())).rejects.toThrow(TypeError);
  });
});

describe('a record that is too long', () => {
  const writeOne = async (record: object) => {
    const files = memoryFiles();
    const ledger = memoryOutbox();
    ledger.post(record);
    await flushOnce(ledger, files);
    const text = files.contents.get(PATH)!.toString();
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_LINE_BYTES);
    return linesOf(text)[0]!;
  };

  test('loses the largest parts of extra first, and says which', async () => {
    const line = await writeOne(
      outcome({ extra: { title: 'A title', claims: ['ü'.repeat(100_000)], year: 2020 } }),
    );
    expect(line).toMatchObject({ seq: 1, extra: { title: 'A title', year: 2020, trimmed: ['claims'] } });
  });

  test('loses long texts when extra is not enough', async () => {
    const chain = Array.from({ length: 20_000 }, (_, n) => `resolver:${n}`);
    const line = await writeOne(
      outcome({ fallback_chain: chain, url: `https://a.org/${'x'.repeat(70_000)}` }),
    );
    expect(line).toMatchObject({
      doc_id: 'doi:10.1/a',
      status: 'saved',
      extra: { trimmed: ['extra', 'long fields'] },
    });
  });

  test('keeps what a record cannot do without', async () => {
    const wide = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`field${n}`, 'x'.repeat(600)]));
    const line = await writeOne({ ...outcome(), ...wide });
    expect(line).toMatchObject({ seq: 1, record_type: 'outcome', doc_id: 'doi:10.1/a', reason: 'ok' });
  });

  test('of 64 KiB exactly stays as it is', async () => {
    const room =
      MAX_LINE_BYTES - Buffer.byteLength(`{"seq":1,${JSON.stringify(outcome({ url: '' })).slice(1)}\n`);
    const line = await writeOne(outcome({ url: 'x'.repeat(room) }));
    expect(String(line['url']).length).toBe(room);
  });
});
