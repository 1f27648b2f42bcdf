import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { samplePdf } from '../support/sample-pdf.ts';
import { tempDir } from '../support/temp-dir.ts';
import { labConfig, run } from './binary.ts';

const HOSTS = ['one.press.example', 'two.press.example', 'press.example', 'other.example'];
const PER_HOST = 5;

/** Files under any host name, a while after they were asked for; keeps the most that were under way under each name. */
async function slowOrigin() {
  const most = new Map<string, number>();
  const underWay = new Map<string, number>();
  const count = (name: string, by: number): void => {
    const now = (underWay.get(name) ?? 0) + by;
    underWay.set(name, now);
    most.set(name, Math.max(most.get(name) ?? 0, now));
  };
  const server = createServer((request, response) => {
    const host = request.headers.host ?? '';
    const names = [host, host.split('.').slice(-2).join('.'), 'all'];
    for (const name of new Set(names)) count(name, 1);
    setTimeout(() => {
      for (const name of new Set(names)) count(name, -1);
      response.writeHead(200, { 'content-type': 'application/pdf' });
      response.end(samplePdf(`${host}${request.url}`));
    }, 60);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    most,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const urls = HOSTS.flatMap((host) => Array.from({ length: PER_HOST }, (_, n) => `https://${host}/${n}.pdf`));

async function pulled(settings: Record<string, unknown>, ...flags: readonly string[]) {
  await using folder = await tempDir();
  await using server = await slowOrigin();
  const config = await labConfig(folder.path, server.origin, {
    robots: { enabled: false },
    download: { verify_identity: 'off' },
    resolvers: { order: ['landing'] },
    ...settings,
  });
  const { code, stderr } = await run(['pull', ...urls, '-c', config, ...flags]);
  expect(code, stderr).toBe(0);
  return server.most;
}

test('--max-per-host holds for a host and for all hosts of its site together', async () => {
  const most = await pulled({}, '--max-per-host', '2');
  expect(most.get('press.example')).toBeLessThanOrEqual(2);
  expect(most.get('other.example')).toBeLessThanOrEqual(2);
  expect(most.size).toBe(5);
});

test('max_per_resolver holds for all requests of a resolver together', async () => {
  const most = await pulled({ orchestrator: { max_per_resolver: { landing: 1 } } });
  expect(most.get('all')).toBe(1);
});
