import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { labConfig, run } from './binary.ts';

test('works whose host wants to be left alone for longer than max_park_s stay queued, and the run says until when', async () => {
  await using folder = await tempDir();
  const server = createServer((_request, response) => {
    response.writeHead(503, { 'retry-after': '7200' });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const config = await labConfig(
      folder.path,
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      {
        robots: { enabled: false },
        resolvers: { order: ['landing'] },
        orchestrator: { max_park_s: 60 },
      },
    );
    const startedAt = Date.now();
    const { code, stdout } = await run([
      'pull',
      'https://a.example/1.pdf',
      'https://a.example/2.pdf',
      '-c',
      config,
    ]);
    expect(code).toBe(1);
    const [, waiting, until] =
      /waiting +(\d+) works for their hosts, the first until (\S+)/.exec(stdout) ?? [];
    expect(waiting).toBe('2');
    expect(Date.parse(until!) - startedAt).toBeGreaterThanOrEqual(7_200_000);
    expect(Date.parse(until!) - startedAt).toBeLessThan(7_500_000);
    const stats = await run(['queue', 'stats', '-c', config, '--json']);
    expect(JSON.parse(stats.stdout)).toMatchObject({ queued: 2, error: 0 });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
