import { describe, expect, test } from 'vitest';
import { asksToWait, type Reason, reasonFacts, reasonOfAnswer } from '../../src/core/errors.ts';
import { saysTooMany } from '../../src/core/rate-words.ts';

describe('the reason of a status', () => {
  test.each<[number, Reason]>([
    [204, 'empty-body'],
    [302, 'protocol-error'],
    [400, 'http-4xx'],
    [403, 'http-4xx'],
    [404, 'http-4xx'],
    [408, 'timeout'],
    [420, 'retry-after'],
    [422, 'http-4xx'],
    [425, 'retry-after'],
    [429, 'retry-after'],
    [451, 'http-4xx'],
    [500, 'http-5xx'],
    [503, 'http-5xx'],
    [509, 'retry-after'],
    [599, 'http-5xx'],
  ])('%i is %s', (status, reason) => {
    expect(reasonOfAnswer({ status })).toBe(reason);
    expect(asksToWait({ status })).toBe(reason === 'retry-after');
  });

  test('what an archived page was answered with asks nobody to wait', () => {
    const headers = { 'memento-datetime': 'Sun, 06 Nov 1994 08:49:37 GMT' };
    const archived = { status: 429, headers, url: 'https://web.archive.org/web/1994id_/http://a.org/' };
    expect(reasonOfAnswer(archived)).toBe('http-4xx');
    expect(asksToWait(archived)).toBe(false);
    expect(asksToWait({ ...archived, headers: {} })).toBe(true);
    for (const url of ['https://a.org/', 'https://notarchive.org/', 'https://archive.org.a.org/'])
      expect(asksToWait({ ...archived, url })).toBe(true);
  });

  test('whatever asks to wait is worth another try as a job', () => {
    expect(reasonOfAnswer({ status: 422, isRateRefusal: true })).toBe('retry-after');
    expect(reasonFacts('retry-after')).toMatchObject({ outcome: 'failed', retry: 'yes' });
  });
});

describe('words for "too many requests"', () => {
  test.each([
    '{"HTTP_status_code":422,"message":"Too many requests per second","error":true}',
    'API rate limit exceeded for 192.0.2.1. (But here is the good news: ...)',
    'You have exceeded a secondary rate limit. Please wait a few minutes.',
    'History of API use exceeding rate limits, please email support.',
    'Rate exceeded.',
    '<html><head><title>Error</title></head><body><p>You are being rate limited</p></body></html>',
    '{"detail":"Request was throttled. Expected available in 3 seconds."}',
    'You are allowed 10 requests per second.',
  ])('%s', (text) => expect(saysTooMany(text)).toBe(true));

  test.each([
    'Please use your own email address in API calls.',
    '<html><script>const rateLimit = throttle(f); // too many requests</script><body>Forbidden</body></html>',
    '<html><script>// too many requests',
    'Access to this article is limited to subscribers.',
    'The exchange rate is limited to the year 2020.',
    'Your subscription has reached its end date.',
    '',
  ])('not: %s', (text) => expect(saysTooMany(text)).toBe(false));

  test('a long text of another kind costs little', () => {
    const text = `<${'script '.repeat(40_000)}`;
    const startedAt = performance.now();
    saysTooMany(text + '<'.repeat(200_000));
    saysTooMany('rate limit '.repeat(60_000));
    expect(performance.now() - startedAt).toBeLessThan(500);
  });
});
