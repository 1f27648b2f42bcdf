import { describe, expect, test } from 'vitest';
import type { HttpRequest, HttpResponse } from '../../../src/http/client.ts';
import { stackUnderTest } from '../stack-under-test.ts';

const textOf = async ({ body }: HttpResponse): Promise<string> => {
  let text = '';
  await body.read((chunk) => void (text += Buffer.from(chunk).toString()));
  return text;
};

const ABOUT_WORK: Partial<HttpRequest> = { resolver: 'crossref', tier: 'direct_oa' };
const WORK = 'https://api.example.org/works/10.1';

describe('rememberAnswers', () => {
  test.each([200, 404, 410])(
    'a resolver is told %i once in a run, and the second time for nothing',
    async (status) => {
      const stack = stackUnderTest(() => ({
        status,
        body: 'told',
        headers: { 'cache-control': 'no-store' },
      }));
      expect(await textOf(await stack.send(WORK, ABOUT_WORK))).toBe('told');
      const again = await stack.send(WORK, ABOUT_WORK);
      expect([again.status, await textOf(again)]).toEqual([status, 'told']);
      expect(stack.sent).toHaveLength(1);
      expect(stack.notes.map(({ status: noted, cache_hit: hit }) => [noted, hit ?? false])).toEqual([
        [status === 200 ? 'http-200' : 'http-error', false],
        ['cache-hit', true],
      ]);
    },
  );

  test('trouble is no answer, and half an answer none either', async () => {
    const stack = stackUnderTest(() => ({ status: 403, body: 'no' }));
    await textOf(await stack.send(WORK, ABOUT_WORK));
    await textOf(await stack.send(WORK, ABOUT_WORK));
    expect(stack.sent).toHaveLength(2);
    const halting = stackUnderTest(() => ({
      body: 'x'.repeat(100_000),
      headers: { 'content-length': '100000' },
    }));
    await (await halting.send(WORK, ABOUT_WORK)).body.discard();
    await textOf(await halting.send(WORK, ABOUT_WORK));
    expect(halting.sent).toHaveLength(2);
  });

  test.each<[string, Partial<HttpRequest>]>([
    ['another resolver', { ...ABOUT_WORK, resolver: 'unpaywall' }],
    ['another body', { ...ABOUT_WORK, method: 'POST', body: '{"ids":[1]}' }],
    ['a listing', { resolver: 'openalex' }],
    ['a landing page', { ...ABOUT_WORK, role: 'landing' }],
  ])('%s is not answered with it', async (_, request) => {
    const stack = stackUnderTest(() => ({ body: 'told', headers: { 'cache-control': 'no-store' } }));
    await textOf(await stack.send(WORK, ABOUT_WORK));
    await textOf(await stack.send(WORK, request));
    expect(stack.sent).toHaveLength(2);
  });
});
