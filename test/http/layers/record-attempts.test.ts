import { describe, expect, test } from 'vitest';
import { Failure } from '../../../src/core/errors.ts';
import { redactUrl } from '../../../src/http/redact-url.ts';
import { rejection, type ScriptedAnswer, stackUnderTest } from '../stack-under-test.ts';

const one = { maxAttempts: 1 } as const;

describe('recordAttempts', () => {
  test('says all there is to say about an exchange, when its body has ended', async () => {
    const stack = stackUnderTest([
      { headers: { 'content-type': 'Application/PDF; q=1', 'content-length': '4' }, body: '%PDF' },
    ]);
    const response = await stack.send('https://a.org/x.pdf?utm_source=y&b=2&a=1', {
      role: 'artifact',
      resolver: 'unpaywall',
      tier: 'direct_oa',
    });
    expect(stack.notes).toEqual([]);
    await stack.clock.advance(1234);
    await response.body.read(() => undefined);
    expect(stack.notes).toEqual([
      {
        status: 'http-200',
        stage: 'stream',
        url: 'https://a.org/x.pdf?utm_source=y&b=2&a=1',
        canonical_url: 'https://a.org/x.pdf?a=1&b=2',
        host: 'a.org',
        role: 'artifact',
        verb: 'GET',
        resolver: 'unpaywall',
        tier: 'direct_oa',
        attempt: 1,
        http_status: 200,
        mime: 'application/pdf',
        content_length_hdr: 4,
        size_bytes: 4,
        duration_ms: 1234,
        sleep_ms: 0,
      },
    ]);
  });

  test.each<[string, ScriptedAnswer, string, string | undefined]>([
    ['206', { status: 206 }, 'http-206', undefined],
    ['404', { status: 404 }, 'http-error', 'http-4xx'],
    ['500', { status: 500 }, 'http-error', 'http-5xx'],
    ['429', { status: 429 }, 'http-error', 'retry-after'],
    ['a redirect to nowhere', { status: 302 }, 'http-error', 'protocol-error'],
    [
      'a body of the wrong length',
      { brokenBody: new Failure('size-mismatch', 'x') },
      'size-mismatch',
      'size-mismatch',
    ],
    ['a body that broke off', { brokenBody: new Failure('conn-error', 'x') }, 'download-error', 'conn-error'],
  ])('names %s', async (_name, answer, status, reason) => {
    const stack = stackUnderTest([answer]);
    await (await stack.send('https://a.org/', one)).body.read(() => undefined).catch(() => undefined);
    const [note] = stack.notes;
    expect([note?.status, note?.reason]).toEqual([status, reason]);
  });

  test.each([
    ['GET', 'http-get'],
    ['HEAD', 'http-head'],
    ['POST', 'http-get'],
  ] as const)('names a %s without any answer', async (method, status) => {
    const stack = stackUnderTest([{ failure: new Failure('timeout', 'x') }]);
    await rejection(stack.send('https://a.org/', { ...one, method }));
    expect(stack.notes).toMatchObject([{ status, reason: 'timeout', verb: method }]);
  });

  test.each([
    ['HEAD', 200, 'http-200'],
    ['GET', 304, 'http-304'],
    ['GET', 204, 'http-200'],
  ] as const)('does not wait for a body where there is none (%s, %i)', async (method, status, name) => {
    const stack = stackUnderTest([{ status }]);
    await stack.send('https://a.org/', { method });
    expect(stack.notes).toMatchObject([{ status: name, http_status: status }]);
  });
});

describe('redactUrl', () => {
  test.each([
    ['https://a.org/x?y=1&z=2', 'https://a.org/x?y=1&z=2'],
    ['https://a.org/x', 'https://a.org/x'],
    ['https://user:pw@a.org/x#token', 'https://a.org/x'],
    ['https://a.org/a@b?c=d@e', 'https://a.org/a@b?c=d@e'],
    ['https://api.unpaywall.org/v2/10.1/x?email=me@uni.edu', 'https://api.unpaywall.org/v2/10.1/x?email=***'],
    [
      'https://a.org/?api_key=K&API-KEY=K&apikey=K&access_token=K&page=2',
      'https://a.org/?api_key=***&API-KEY=***&apikey=***&access_token=***&page=2',
    ],
    [
      'https://s3.org/k?X-Amz-Signature=S&X-Amz-Credential=C&X-Amz-Security-Token=T&X-Amz-Date=D',
      'https://s3.org/k?X-Amz-Signature=***&X-Amz-Credential=***&X-Amz-Security-Token=***&X-Amz-Date=D',
    ],
    [
      'https://a.org/?%61pi_key=K&sig=S&Signature=S&mailto=m',
      'https://a.org/?%61pi_key=***&sig=***&Signature=***&mailto=***',
    ],
    ['https://a.org/?%zz=1', 'https://a.org/?%zz=1'],
  ])('%s is written down as %s', (url, redacted) => expect(redactUrl(url)).toBe(redacted));
});
