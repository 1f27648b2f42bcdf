import { expect, test } from 'vitest';
import { candidatesOfPage } from '../../src/resolvers/page-candidates.ts';
import { isPreprintAddress } from '../../src/resolvers/preprint-servers.ts';
import { scriptedAsker } from '../support/scripted-asker.ts';

test.each([
  ['https://www.biorxiv.org/content/10.1101/123456v1', true],
  ['https://www.researchsquare.com/article/rs-15999/v1', true],
  ['https://papers.ssrn.com/sol3/papers.cfm?abstract_id=1', true],
  ['https://peerj.com/preprints/27295/', true],
  ['https://peerj.com/articles/4375/', false],
  ['https://osf.io/preprints/psyarxiv/abcde', true],
  ['https://osf.io/abcde/', false],
  ['https://notbiorxiv.org/content/x', false],
  ['https://www.nature.com/articles/s41586-020-1', false],
  ['no address', false],
])('%s is a preprint’s: %s', (address, isOne) => expect(isPreprintAddress(address)).toBe(isOne));

test('what the page of a preprint offers is the submitted version', async () => {
  const page = (url: string) =>
    candidatesOfPage(
      {
        status: 200,
        headers: { 'content-type': 'text/html' },
        url,
        text: '<html><head><meta name="citation_pdf_url" content="/files/1.pdf"></head><body></body></html>',
      },
      { ask: scriptedAsker({}), lead: () => undefined },
      {},
    );
  const [preprint] = await page('https://www.researchsquare.com/article/rs-1/v1');
  expect(preprint).toMatchObject({ version: 'submitted', hostType: 'repository' });
  const [article] = await page('https://www.publisher.org/article/1');
  expect(article).not.toHaveProperty('version');
});
