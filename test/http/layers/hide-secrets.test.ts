import fc from 'fast-check';
import { expect, test } from 'vitest';
import { secretMask } from '../../../src/core/mask-secrets.ts';
import type { HttpResponse } from '../../../src/http/client.ts';
import { hideSecrets } from '../../../src/http/layers/hide-secrets.ts';
import { stackUnderTest } from '../stack-under-test.ts';
import { readAll } from '../transport-under-test.ts';

const textOf = async (response: HttpResponse): Promise<string> => (await readAll(response)).bytes.toString();

const KEY = 'S3CR3T-key-ü';
const secrets = secretMask([{ name: 'key', value: KEY }]);

test('what a server repeats of a secret is hidden in body, headers and addresses', async () => {
  const script = [
    { status: 302, headers: { location: `/y?repeat=${encodeURIComponent(KEY)}` } },
    { body: `{"a":"${KEY}"}`, headers: { link: `<${KEY}>` } },
  ];
  const stack = stackUnderTest(script, { secrets });
  const response = await stack.send('https://a.org/x');
  expect(response.headers['link']).toBe('<[secret:key]>');
  expect(response.url).toBe('https://a.org/y?repeat=[secret:key]');
  expect(await textOf(response)).toBe('{"a":"[secret:key]"}');
});

test('an artifact is left as it is', async () => {
  const stack = stackUnderTest([{ body: KEY }], { secrets });
  expect(await textOf(await stack.send('https://a.org/x', { role: 'artifact' }))).toBe(KEY);
});

test('a secret is hidden however a body is cut into pieces, and the rest stays whole', async () => {
  const text = Buffer.from(
    `before ${KEY} between ${encodeURIComponent(KEY)}${KEY}${KEY} S3CR3T- after S3CR3T`,
  );
  const expected = `before [secret:key] between [secret:key][secret:key][secret:key] S3CR3T- after S3CR3T`;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: text.length })), async (cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), text.length];
      const pieces = at.slice(1).map((end, index) => text.subarray(at[index], end));
      const layer = hideSecrets(secrets)(async (hop) => ({
        status: 200,
        headers: {},
        url: hop.url,
        hops: [hop.url],
        body: {
          async read(onChunk) {
            for (const piece of pieces) await onChunk(piece);
            return { wireBytes: text.length, decodedBytes: text.length };
          },
          discard: async () => undefined,
        },
      }));
      const response = await layer({
        url: 'https://a.org/',
        method: 'GET',
        role: 'metadata',
        signal: new AbortController().signal,
        note: () => undefined,
      });
      expect(await textOf(response)).toBe(expected);
    }),
  );
});

test('a body in which a secret might begin everywhere is masked in linear time, and nothing of it is held back', async () => {
  const value = 'a'.repeat(24);
  const body = `${value.repeat(15_000)}`;
  const stack = stackUnderTest([{ body }], { secrets: secretMask([{ name: 'key', value }]) });
  const startedAt = performance.now();
  const text = await textOf(await stack.send('https://a.org/x'));
  expect(text).toBe('[secret:key]'.repeat(15_000));
  expect(performance.now() - startedAt).toBeLessThan(2000);
});
