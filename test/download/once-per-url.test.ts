import { describe, expect, test } from 'vitest';
import { Failure, type Reason } from '../../src/core/errors.ts';
import type { WorkId } from '../../src/core/identifiers.ts';
import type { AttemptNote } from '../../src/core/manifest-record.ts';
import type { Plan } from '../../src/core/plan.ts';
import type { Downloader, DownloadJob, DownloadResult } from '../../src/download/download.ts';
import { oncePerUrl } from '../../src/download/once-per-url.ts';
import { fakeClock } from '../support/fake-clock.ts';

const URL_A = 'https://a.org/x.pdf';

/** A downloader that answers as told and notes who asked. */
function under(answer: (job: DownloadJob) => Promise<DownloadResult>) {
  const asked: DownloadJob[] = [];
  const notes: AttemptNote[] = [];
  const clock = fakeClock();
  const inner = {
    download: (job: DownloadJob) => {
      asked.push(job);
      return answer(job);
    },
  } as Downloader;
  const downloader = oncePerUrl(inner, clock);
  const ask = (id: string, plan: Partial<Plan> = {}, more: Partial<DownloadJob> = {}) =>
    downloader.download({
      work: { id: `doi:10.1/${id}` as WorkId },
      plan: { url: URL_A, expected: 'pdf', resolver: 'test', tier: 'direct_oa', ...plan },
      token: 1,
      signal: new AbortController().signal,
      note: (note) => void notes.push(note),
      shelf: { part: undefined },
      ...more,
    } as DownloadJob);
  return { asked, notes, clock, ask };
}

const refusing = (reason: Reason) => under(async () => ({ kind: 'refused', reason }));

describe('an address that refused one work', () => {
  test('is not asked for another, whose reason is the same', async () => {
    const one = refusing('http-4xx');
    await one.ask('1');
    const again = `${URL_A}?utm_source=x`;
    expect(await one.ask('2', { url: again })).toEqual({ kind: 'refused', reason: 'http-4xx' });
    expect(one.asked).toHaveLength(1);
    expect(one.notes).toMatchObject([
      {
        status: 'content-policy-skip',
        reason: 'duplicate-url',
        url: again,
        canonical_url: URL_A,
        extra: { why: 'refused to doi:10.1/1: http-4xx' },
      },
    ]);
  });

  test('by throwing is not asked again either', async () => {
    const one = under(() => Promise.reject(new Failure('redirect-loop', 'round and round')));
    await expect(one.ask('1')).rejects.toMatchObject({ reason: 'redirect-loop' });
    expect(await one.ask('2')).toEqual({ kind: 'refused', reason: 'redirect-loop' });
  });

  test.each<Reason>(['http-5xx', 'timeout', 'retry-after', 'truncated', 'wrong-paper', 'preview-stub'])(
    'for a reason that may pass or is the work’s own is asked again: %s',
    async (reason) => {
      const one = refusing(reason);
      await one.ask('1');
      await one.ask('2');
      expect(one.asked).toHaveLength(2);
    },
  );

  test('is asked again by the same work, for another format, and for a stored file', async () => {
    const one = refusing('html-disguised');
    await one.ask('1');
    await one.ask('1');
    await one.ask('2', { expected: 'html' });
    await one.ask('3', {}, { known: {} as never });
    expect(one.asked).toHaveLength(4);
  });

  test('as no full text, or by a checksum, is asked for another work', async () => {
    const page = refusing('unexpected-ct');
    await page.ask('1', { expected: 'html' });
    await page.ask('2', { expected: 'html' });
    expect(page.asked).toHaveLength(2);
    const file = refusing('pdf-corrupt');
    await file.ask('1', { checksum: { algorithm: 'md5', hex: '00' } });
    await file.ask('2');
    expect(file.asked).toHaveLength(2);
  });

  test('is forgotten when many others were refused since', async () => {
    const one = refusing('http-4xx');
    await one.ask('1');
    for (let index = 0; index < 50_000; index++) await one.ask('1', { url: `https://b.org/${index}` });
    await one.ask('2');
    expect(one.asked).toHaveLength(50_002);
  });
});

describe('works that want one address at the same time', () => {
  test('ask it once, and share the refusal', async () => {
    const gate = Promise.withResolvers<DownloadResult>();
    const one = under(() => gate.promise);
    const all = ['1', '2', '3'].map((id) => one.ask(id));
    gate.resolve({ kind: 'refused', reason: 'http-4xx' });
    expect(await Promise.all(all)).toEqual(
      ['1', '2', '3'].map(() => ({ kind: 'refused', reason: 'http-4xx' })),
    );
    expect(one.asked).toHaveLength(1);
  });

  test('take the file that came', async () => {
    const artifact = { path: 'PDF/x.pdf', sha256: 'ab', sizeBytes: 3 };
    const gate = Promise.withResolvers<void>();
    const one = under(async () => {
      await gate.promise;
      return { kind: 'stored', artifact: artifact as never };
    });
    const all = [one.ask('1'), one.ask('2')];
    gate.resolve();
    await Promise.all(all);
    expect(one.asked.map(({ twin }) => twin)).toEqual([undefined, { ...artifact, docId: 'doi:10.1/1' }]);
  });

  test('do not wait for ever, and not at all when they are to stop', async () => {
    const one = under(() => new Promise(() => undefined));
    void one.ask('1');
    void one.ask('2');
    await one.clock.advance(15_000);
    expect(one.asked).toHaveLength(2);
    const stop = new AbortController();
    const third = one.ask('3', {}, { signal: stop.signal });
    stop.abort(new Error('stopping'));
    await expect(third).rejects.toThrow('stopping');
  });

  test('try each on their own when the first met trouble that may pass', async () => {
    const one = under(() => Promise.reject(new Failure('timeout', 'slow')));
    const all = await Promise.allSettled([one.ask('1'), one.ask('2')]);
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(one.asked).toHaveLength(2);
  });
});
