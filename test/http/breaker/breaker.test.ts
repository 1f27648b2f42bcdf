import { describe, expect, test } from 'vitest';
import { type Breaker, breaker } from '../../../src/http/breaker/breaker.ts';
import { fakeClock } from '../../support/fake-clock.ts';

const SETTINGS = {
  failureThreshold: 5,
  windowMs: 60_000,
  openMs: 30_000,
  openFactor: 2,
  maxOpenMs: 480_000,
  halfOpenTrials: 3,
};

function underTest() {
  const clock = fakeClock(0);
  const tested = breaker(SETTINGS, clock);
  return { clock, tested };
}

const admit = (tested: Breaker) => {
  const admission = tested.admit();
  if (admission.kind !== 'go') throw new Error(`not admitted: ${admission.kind}`);
  return admission.ticket;
};
const times = (count: number, tested: Breaker, verdict: 'good' | 'bad') => {
  for (let turn = 0; turn < count; turn++) tested.report(admit(tested), verdict);
};

describe('breaker', () => {
  test('opens at the fifth failure within a minute, for 30 seconds', () => {
    const { tested } = underTest();
    times(4, tested, 'bad');
    expect(tested.admit().kind).toBe('go');
    times(1, tested, 'bad');
    expect(tested.admit()).toEqual({ kind: 'wait', until: 30_000 });
    expect(tested.readyAt()).toBe(30_000);
  });

  test('does not count failures older than the window, nor successes against them', async () => {
    const { clock, tested } = underTest();
    times(4, tested, 'bad');
    await clock.advance(60_001);
    times(4, tested, 'bad');
    times(10, tested, 'good');
    expect(tested.admit().kind).toBe('go');
    times(1, tested, 'bad');
    expect(tested.admit().kind).toBe('wait');
  });

  test('lets three trials through at a time when its time is over, and closes when all were good', async () => {
    const { clock, tested } = underTest();
    times(5, tested, 'bad');
    await clock.advance(30_000);
    const trials = [admit(tested), admit(tested), admit(tested)];
    expect(tested.admit()).toEqual({ kind: 'wait', until: 31_000 });
    for (const trial of trials) tested.report(trial, 'good');
    times(4, tested, 'bad');
    expect(tested.admit().kind).toBe('go');
  });

  test('opens for twice as long when a trial fails, whatever the other trials say later', async () => {
    const { clock, tested } = underTest();
    times(5, tested, 'bad');
    await clock.advance(30_000);
    const [first, second, third] = [admit(tested), admit(tested), admit(tested)];
    tested.report(second, 'bad');
    tested.report(first, 'good');
    tested.report(third, 'bad');
    expect(tested.admit()).toEqual({ kind: 'wait', until: 90_000 });
  });

  test('gives a trial back that said nothing', async () => {
    const { clock, tested } = underTest();
    times(5, tested, 'bad');
    await clock.advance(30_000);
    const trials = [admit(tested), admit(tested), admit(tested)];
    tested.report(trials[0]!, 'none');
    expect(tested.admit().kind).toBe('go');
  });

  test('ignores what was sent before it opened', async () => {
    const { clock, tested } = underTest();
    const late = admit(tested);
    times(5, tested, 'bad');
    await clock.advance(30_000);
    const trial = admit(tested);
    tested.report(late, 'bad');
    tested.report(trial, 'good');
    expect(tested.admit().kind).toBe('go');
  });

  test('doubles up to its longest time, and is down when the trials fail there twice', async () => {
    const { clock, tested } = underTest();
    times(5, tested, 'bad');
    const opened: number[] = [];
    for (let turn = 0; turn < 10; turn++) {
      const admission = tested.admit();
      if (admission.kind !== 'wait') break;
      opened.push((admission.until - clock.now()) / 1000);
      await clock.advance(admission.until - clock.now());
      times(1, tested, 'bad');
    }
    expect(opened).toEqual([30, 60, 120, 240, 480, 480]);
    expect(tested.admit()).toEqual({ kind: 'down' });
    expect(tested.readyAt()).toBe(0);
  });

  test('is short again after it has closed', async () => {
    const { clock, tested } = underTest();
    times(5, tested, 'bad');
    await clock.advance(30_000);
    times(1, tested, 'bad');
    await clock.advance(60_000);
    times(3, tested, 'good');
    times(5, tested, 'bad');
    expect(tested.readyAt() - clock.now()).toBe(30_000);
  });
});
