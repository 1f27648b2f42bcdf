import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type Progress, showProgress } from '../../src/cli/progress.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import type { OutcomeKind } from '../../src/core/outcome.ts';
import { type FakeClock, fakeClock } from '../support/fake-clock.ts';
import { attempt, outcome } from '../telemetry/records.ts';

interface Screen {
  readonly terminal: Terminal;
  readonly written: string[];
}

function screen({ isTty = false, hasColor = false, columns = 120 } = {}): Screen {
  const written: string[] = [];
  const stream = { isTty, hasColor, columns };
  return {
    written,
    terminal: {
      print: () => {
        throw new Error('progress belongs on stderr');
      },
      note: (text) => void written.push(`${text}\n`),
      draw: (text) => void written.push(text),
      stdout: stream,
      stderr: stream,
    },
  };
}

const ESC = '\u001b';
const REDRAW = new RegExp(String.raw`^${ESC}\[(\d+)A${ESC}\[0J`);

/** What a person sees: the escapes of the block, played back. */
function playBack(written: readonly string[]): string[] {
  const lines: string[] = [];
  for (const text of written) {
    const up = REDRAW.exec(text);
    if (up) lines.splice(lines.length - Number(up[1]));
    lines.push(
      ...stripVTControlCharacters(text.slice(up?.[0].length ?? 0))
        .split('\n')
        .slice(0, -1),
    );
  }
  return lines;
}

const ended = (progress: Progress, status: OutcomeKind, count = 1) => {
  for (let n = 0; n < count; n++) progress.listen({ type: 'outcome', record: outcome({ status }) });
};
const enqueued = (progress: Progress, added: number, rejected = 0) =>
  progress.listen({ type: 'enqueued', added, rearmed: 0, duplicates: 0, rejected });
const parked = (progress: Progress, clock: FakeClock, host: string, ms: number) =>
  progress.listen({
    type: 'parked',
    docId: 'doi:10.1/a',
    host,
    role: 'artifact',
    untilMs: clock.wall().getTime() + ms,
    why: 'rate',
  });

describe('elsewhere than on a terminal', () => {
  test('a plain line comes every ten seconds while something changes', async () => {
    const clock = fakeClock();
    const { terminal, written } = screen();
    using progress = showProgress({ terminal, clock, quiet: false });
    enqueued(progress, 1000);
    ended(progress, 'saved', 40);
    ended(progress, 'failed', 2);
    progress.listen({ type: 'attempt', record: attempt({ verb: 'GET', size_bytes: 5_000_000 }) });
    await clock.advance(10_000);
    progress.listen({ type: 'listing-done' });
    parked(progress, clock, 'arxiv.org', 15_000);
    await clock.advance(10_000);
    expect(written).toEqual([
      '42 of 1,000+ works, saved 40, html 0, failed 2, 4.2 works/s, 5.0 MB, 500.0 kB/s\n',
      '42 of 1,000 works, saved 40, html 0, failed 2, 2.1 works/s, 5.0 MB, 250.0 kB/s, about 7 min 36 s left, waiting for arxiv.org 5.0 s\n',
    ]);
  });

  test('nothing is repeated, and the end is shown', async () => {
    const clock = fakeClock();
    const { terminal, written } = screen();
    const progress = showProgress({ terminal, clock, quiet: false });
    await clock.advance(60_000);
    expect(written).toHaveLength(1);
    enqueued(progress, 1);
    progress.listen({ type: 'listing-done' });
    ended(progress, 'html_only');
    progress[Symbol.dispose]();
    expect(written.at(-1)).toContain('1 of 1 works, saved 0, html 1, failed 0');
    expect(clock.pending).toBe(0);
  });
});

describe('on a terminal', () => {
  test('a block is redrawn in place', async () => {
    const clock = fakeClock();
    const { terminal, written } = screen({ isTty: true });
    using progress = showProgress({ terminal, clock, quiet: false });
    enqueued(progress, 30, 2);
    await clock.advance(1000);
    for (const status of ['saved', 'cached', 'html_only', 'skipped', 'quarantined', 'failed'] as const)
      ended(progress, status);
    parked(progress, clock, 'arxiv.org', 3200);
    await clock.advance(1000);
    expect(playBack(written)).toEqual([
      '6 of 30+ works   saved 1 · html 1 · failed 1 · skipped 1 · cached 1 · quarantined 1 · bad input 2',
      '3.0 works/s · 0 B · 0 B/s',
      'waiting for arxiv.org 2.2 s',
    ]);
    expect(written.join('')).not.toContain('\u001b[1m');
    await clock.advance(3000);
    expect(playBack(written)).toHaveLength(2);
  });

  test('warnings stay above the block', async () => {
    const clock = fakeClock();
    const { terminal, written } = screen({ isTty: true });
    using progress = showProgress({ terminal, clock, quiet: false });
    await clock.advance(200);
    progress.listen({ type: 'warning', message: 'disk nearly full' });
    await clock.advance(200);
    expect(playBack(written)[0]).toBe('warning: disk nearly full');
    expect(playBack(written)).toHaveLength(3);
  });

  test('colour only where it is wanted', async () => {
    const clock = fakeClock();
    const { terminal, written } = screen({ isTty: true, hasColor: true });
    using _ = showProgress({ terminal, clock, quiet: false });
    await clock.advance(200);
    expect(written.join('')).toContain('\u001b[1m');
  });

  test('no line is wider than the window', async () => {
    const clock = fakeClock();
    const { terminal, written } = screen({ isTty: true, columns: 40 });
    using progress = showProgress({ terminal, clock, quiet: false });
    for (let n = 0; n < 10; n++) parked(progress, clock, `${'long-name'.repeat(5)}${n}.org`, 60_000);
    await clock.advance(200);
    for (const line of playBack(written)) expect(line.length).toBeLessThan(40);
  });

  test('many waiting hosts are counted, the longest wait first', async () => {
    const clock = fakeClock();
    const { terminal, written } = screen({ isTty: true });
    using progress = showProgress({ terminal, clock, quiet: false });
    for (let n = 1; n <= 6; n++) parked(progress, clock, `h${n}.org`, n * 10_000 + 200);
    await clock.advance(200);
    expect(playBack(written)[2]).toBe('waiting for h6.org 1 min 00 s, h5.org 50.0 s, h4.org 40.0 s, 3 more');
  });
});

describe('whatever comes', () => {
  test('text from outside cannot steer the terminal', async () => {
    const clock = fakeClock();
    const { terminal, written } = screen();
    using progress = showProgress({ terminal, clock, quiet: false });
    progress.listen({ type: 'warning', message: 'title \u001b]52;c;x\u0007 \u009b31m\nforged' });
    parked(progress, clock, 'evil\u001b[2J\r\n.org', 60_000);
    await clock.advance(10_000);
    for (const text of written) expect(text.trimEnd()).not.toMatch(/\p{Cc}/u);
    expect(written).toHaveLength(2);
  });

  test('a terminal that is gone takes nobody with it', async () => {
    const clock = fakeClock();
    let tries = 0;
    const broken = () => {
      tries++;
      throw Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    };
    const { terminal } = screen({ isTty: true });
    const progress = showProgress({
      terminal: { ...terminal, note: broken, draw: broken },
      clock,
      quiet: false,
    });
    await clock.advance(1000);
    progress.listen({ type: 'warning', message: 'x' });
    progress[Symbol.dispose]();
    expect(tries).toBe(1);
    expect(clock.pending).toBe(0);
  });

  test('quiet shows warnings only', async () => {
    const clock = fakeClock();
    const { terminal, written } = screen({ isTty: true });
    const progress = showProgress({ terminal, clock, quiet: true });
    enqueued(progress, 5);
    ended(progress, 'saved', 5);
    await clock.advance(60_000);
    progress.listen({ type: 'warning', message: 'a lock is held' });
    progress[Symbol.dispose]();
    expect(written).toEqual(['warning: a lock is held\n']);
    expect(clock.pending).toBe(0);
  });

  test('works that waited before the start are in the total', async () => {
    const clock = fakeClock();
    const { terminal, written } = screen();
    const progress = showProgress({ terminal, clock, quiet: false, queued: 12 });
    enqueued(progress, 3);
    progress[Symbol.dispose]();
    expect(written[0]).toMatch(/^0 of 15\+ works/);
  });

  test('speed is that of the last half minute', async () => {
    const clock = fakeClock();
    const { terminal, written } = screen({ isTty: true });
    using progress = showProgress({ terminal, clock, quiet: false });
    ended(progress, 'saved', 900);
    await clock.advance(60_000);
    ended(progress, 'saved', 30);
    await clock.advance(15_000);
    expect(playBack(written)[1]).toMatch(/^1\.0 works\/s/);
  });
});
