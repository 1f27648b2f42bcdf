import { expect, test } from 'vitest';
import { retryAfterTally } from '../../src/report/retry-after-tally.ts';
import { attempt } from '../telemetry/records.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();
const asked = (second: number, host = 'a.org') =>
  attempt({ host, verb: 'GET', status: 'http-200', timestamp: at(second), duration_ms: 0 });
const refused = (second: number, seconds: number) =>
  attempt({
    host: 'a.org',
    verb: 'GET',
    status: 'http-error',
    http_status: 429,
    retry_after_s: seconds,
    timestamp: at(second),
    duration_ms: 0,
  });

function countsOf(...records: readonly ReturnType<typeof attempt>[]) {
  const tally = retryAfterTally();
  records.forEach(tally.add);
  return tally.counts();
}

test('a host that was left alone as long as it asked is told as obeyed', () => {
  expect(countsOf(asked(0), refused(1, 10), asked(11), asked(12))).toEqual({
    'a.org': { asked: 1, early: 0 },
  });
});

test('a request before the time is seen, in whichever order the records come', () => {
  const early = { 'a.org': { asked: 1, early: 1 } };
  expect(countsOf(refused(1, 10), asked(5))).toEqual(early);
  expect(countsOf(asked(5), refused(1, 10))).toEqual(early);
});

test('a request counts once, however many answers it ignored', () => {
  expect(countsOf(refused(1, 10), refused(1, 20), asked(5))).toEqual({ 'a.org': { asked: 2, early: 1 } });
});

test('other hosts, and decisions that are no requests, say nothing', () => {
  const decision = attempt({ host: 'a.org', status: 'retry', retry_after_s: 10, timestamp: at(2) });
  expect(countsOf(refused(1, 10), asked(5, 'b.org'), decision)).toEqual({ 'a.org': { asked: 1, early: 0 } });
});

test('a date that was obeyed to the second is not too early, however long the body of the refusal took', () => {
  // The head came at 1.0 s and named a date at 4.0 s; the body ended at 1.8 s, and the next request left at 4.0 s.
  const named = { ...refused(1.8, 3), duration_ms: 900 };
  expect(countsOf(named, asked(4))).toEqual({ 'a.org': { asked: 1, early: 0 } });
  expect(countsOf(named, asked(3))).toEqual({ 'a.org': { asked: 1, early: 1 } });
});
