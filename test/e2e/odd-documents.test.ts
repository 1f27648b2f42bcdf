import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loopback } from '../support/loopback.ts';
import { tempDir } from '../support/temp-dir.ts';
import { labConfig, run } from './binary.ts';
import { entries } from './results.ts';

const DOI = '10.5555/1';
const PLACE = 'https://files.example.org/1';

interface Served {
  readonly type: string;
  readonly body: string | Buffer;
}

/** Pulls one work, which Unpaywall knows at an address that answers with the document. */
async function pulled({ type, body }: Served): Promise<{ readonly end: string; readonly tookMs: number }> {
  await using web = await loopback((request, response) => {
    if (request.headers.host !== 'api.unpaywall.org') {
      if (request.url === '/robots.txt') return void response.writeHead(404).end();
      return void response.writeHead(200, { 'content-type': type }).end(body);
    }
    const location = { url_for_pdf: PLACE, url: PLACE, host_type: 'repository' };
    const said = {
      doi: DOI,
      title: 'A paper',
      year: 2020,
      best_oa_location: location,
      oa_locations: [location],
    };
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  });
  await using folder = await tempDir();
  const ids = join(folder.path, 'ids.txt');
  await writeFile(ids, DOI);
  const config = await labConfig(folder.path, web.url, { resolvers: { order: ['unpaywall'] } });
  const startedAt = performance.now();
  await run(['pull', '-c', config, '--ids', ids, '--run-id', 'one', '--json']);
  const tookMs = performance.now() - startedAt;
  const [entry] = entries(join(folder.path, 'out'));
  return { end: `${entry?.status}/${entry?.reason}`, tookMs };
}

/** What takes quadratic time takes half a minute; a run of one work takes one second. */
const SOON_MS = 10_000;

const FRONT = `<front><article-meta><article-id pub-id-type="doi">${DOI}</article-id>
  <title-group><article-title>A paper</article-title></title-group></article-meta></front>`;
const BODY = `<body>${'<p>Words of the paper, one after the other.</p>'.repeat(50)}</body>`;

test('tags within an entity of an article in XML are no elements of it', async () => {
  const entity = `<!ENTITY e "${'<a>'.repeat(70_000)}<article-title>Another</article-title>">`;
  const body = `<?xml version="1.0"?><!DOCTYPE article [${entity}]><article>${FRONT}${BODY}</article>`;
  const { end, tookMs } = await pulled({ type: 'application/xml', body });
  expect(end).toBe('saved/ok');
  expect(tookMs).toBeLessThan(SOON_MS);
});
