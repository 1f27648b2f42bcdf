import { once } from 'node:events';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { idsFile, labConfig, type Started, start, startLab } from './binary.ts';
import { enginesOf, ownerOfPort } from './process-tree.ts';
import { entries, surprises } from './results.ts';

const ORCHESTRATOR = { workers: 6, job_retry_backoff_s: 0.1 };

/**
 * Stands before the lab. One file, the first that is asked for once some requests have passed, kills whoever asks for it,
 * every time: a work whose processing brings its process down.
 */
async function poisoner(origin: string, victims: () => readonly number[]) {
  let poison: string | undefined;
  let seen = 0;
  let kills = 0;
  const server = createServer((request, response) => {
    const place = `${request.headers.host}${request.url}`;
    seen += 1;
    if (seen > 20 && request.url?.endsWith('.pdf')) poison ??= place;
    if (place === poison) {
      const killer = ownerOfPort(request.socket.remotePort ?? 0, victims());
      if (killer !== undefined) process.kill(killer, 'SIGKILL');
      kills += Number(killer !== undefined);
      request.socket.destroy();
      return;
    }
    const { method, headers, url } = request;
    const passed = ask(new URL(url ?? '/', origin), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    kills: () => kills,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function setUp(victims: () => readonly number[]) {
  const lab = await startLab('--works', '40', '--seed', '51', '--latency', '20');
  const folder = await tempDir();
  const world = await lab.world();
  const proxy = await poisoner(lab.origin, victims);
  const config = await labConfig(folder.path, proxy.origin, { orchestrator: ORCHESTRATOR });
  const ids = await idsFile(folder.path, world);
  const args = ['pull', '-c', config, '--ids', ids, '--run-id', 'r'];
  return { lab, folder, world, proxy, args, out: join(folder.path, 'out') };
}

describe('a work that brings its process down', () => {
  test('is found out and ended, and no other work suffers', async () => {
    let running: Started | undefined;
    const { lab, folder, world, proxy, args, out } = await setUp(() => (running ? [running.child.pid!] : []));
    await using _lab = lab;
    await using _folder = folder;
    await using _proxy = proxy;
    let deaths = 0;
    for (let next = args; ; next = ['resume', '--run', join(out, 'r')]) {
      running = start(next);
      const { signal, code, stderr } = await running.ended;
      if (signal !== 'SIGKILL') {
        expect(code, stderr).toBe(1);
        break;
      }
      deaths += 1;
      expect(deaths).toBeLessThan(10);
    }
    // Two unclean ends make it a suspect, three more prove it.
    expect(deaths).toBeGreaterThanOrEqual(3);
    const blamed = entries(out).filter(({ reason }) => reason === 'internal-error');
    expect(blamed).toHaveLength(1);
    expect(surprises(world, entries(out)).filter((one) => !one.includes(blamed[0]!.doc_id))).toEqual([]);
  }, 180_000);

  test('is found out by a run with several processes, which goes on', async () => {
    const pids: number[] = [];
    const { lab, folder, world, proxy, args, out } = await setUp(() => pids.flatMap(enginesOf));
    await using _lab = lab;
    await using _folder = folder;
    await using _proxy = proxy;
    const running = start([...args, '--processes', '2']);
    pids.push(running.child.pid!);
    const { code, stderr } = await running.ended;
    expect(code, stderr).toBe(1);
    expect(stderr).toContain('has killed its process too often and is given up');
    expect(proxy.kills()).toBeGreaterThanOrEqual(3);
    const blamed = entries(out).filter(({ reason }) => reason === 'internal-error');
    expect(blamed).toHaveLength(1);
    expect(surprises(world, entries(out)).filter((one) => !one.includes(blamed[0]!.doc_id))).toEqual([]);
  }, 180_000);
});
