import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskDeep, maskSecrets } from '../../src/core/mask-secrets.ts';

const VALUE = 'S3CR3T/key +"ü&=1';
const mask = maskSecrets([{ name: 'resolvers.core.api_key', value: VALUE }]);
const MASKED = '[secret:resolvers.core.api_key]';

describe('maskSecrets', () => {
  test.each([
    ['as it is', VALUE],
    ['in a URL', encodeURIComponent(VALUE)],
    [
      'in a URL with small letters',
      encodeURIComponent(VALUE)
        .replaceAll('%2F', '%2f')
        .replaceAll('%C3%BC', '%c3%bc')
        .replaceAll('%2B', '%2b')
        .replaceAll('%3D', '%3d'),
    ],
    ['in a form', encodeURIComponent(VALUE).replaceAll('%20', '+')],
    ['in JSON', JSON.stringify(VALUE).slice(1, -1)],
  ])('hides a secret %s', (_name, written) => {
    expect(mask(`before ${written} after`)).toBe(`before ${MASKED} after`);
  });

  test('hides a secret in Base64, wherever it stands in what was encoded', () => {
    for (const before of ['', 'u', 'us', 'user:']) {
      const encoded = Buffer.from(`${before}${VALUE} and more`).toString('base64');
      expect(mask(encoded)).toContain(MASKED);
      expect(Buffer.from(mask(encoded), 'base64').toString('latin1')).not.toContain('S3CR3T');
      expect(mask(Buffer.from(`${before}${VALUE}`).toString('base64url'))).toContain(MASKED);
    }
  });

  test('hides any secret, whatever characters it has', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8, unit: 'binary' }), (value) => {
        const hide = maskSecrets([{ name: 'k', value }]);
        expect(hide(value)).toBe('[secret:k]');
      }),
    );
    expect(maskSecrets([{ name: 'k', value: 'half \ud800 pair' }])('half \ud800 pair')).toBe('[secret:k]');
  });

  test('takes the longest where one secret holds another, and lets short words be', () => {
    const hide = maskSecrets([
      { name: 'url', value: 'http://user:password@proxy' },
      { name: 'password', value: 'password' },
      { name: 'word', value: 'pdf' },
    ]);
    expect(hide('via http://user:password@proxy, password, a.pdf')).toBe(
      'via [secret:url], [secret:password], a.pdf',
    );
  });
});

test('maskDeep masks every text in a value, and leaves a value without secrets the very same', () => {
  const clean = { a: ['x', { b: 1, c: null }], d: undefined };
  expect(maskDeep(clean, mask)).toBe(clean);
  expect(maskDeep({ a: [`x${VALUE}`, { b: VALUE }], c: 1 }, mask)).toEqual({
    a: [`x${MASKED}`, { b: MASKED }],
    c: 1,
  });
});
