import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canMakeNamespaces, WORLD } from './namespaces.ts';
import { type Stage, setStage } from './stage.ts';

describe.skipIf(!canMakeNamespaces())('who stands between', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await setStage(12);
  }, 60_000);
  afterAll(() => stage?.[Symbol.asyncDispose]());

  const direct = { connect_to: {}, https_only: false, allow_http_hosts: ['*'] };

  test('a proxy of the environment that cannot be reached is named within seconds, and no host is blamed', async () => {
    const pulled = await stage.pull({
      http: direct,
      env: { HTTPS_PROXY: `http://user:S3CR3T-proxy@${WORLD.one}:3129` },
      args: ['--max-wait', '3s'],
    });
    const { code, stderr, stdout, ms } = await pulled.ended;
    expect(code).toBe(1);
    expect(ms).toBeLessThan(15_000);
    expect(stderr).toContain(`the proxy ${WORLD.one}:3129 cannot be reached`);
    expect(stderr).toContain(`requests go through the proxy ${WORLD.one}:3129 (from env HTTPS_PROXY)`);
    expect(stderr + stdout).not.toContain('S3CR3T');
    expect(stderr).not.toMatch(/"event":"breaker"/);
    const [row] = await pulled.query('SELECT sum(attempts) AS burned, count(*) AS n FROM jobs');
    expect(row).toMatchObject({ burned: 0, n: 12 });
  });

  test('a login page that answers for every host with its own certificate is named, and burns nothing', async () => {
    await stage.order({ portal: true });
    try {
      const pulled = await stage.pull({
        http: { connect_to: { '*.org': 'https://two.world:8443', '*': 'https://one.world:8443' } },
        args: ['--max-wait', '3s'],
      });
      const { code, stderr } = await pulled.ended;
      expect(code).toBe(1);
      expect(stderr).toContain(
        'every host shows a certificate that does not check: a login page of this network',
      );
      expect(stderr).not.toMatch(/"event":"breaker"/);
      const [row] = await pulled.query('SELECT sum(attempts) AS burned, count(*) AS n FROM jobs');
      expect(row).toMatchObject({ burned: 0, n: 12 });
    } finally {
      await stage.order({ portal: false });
    }
  });

  test('a login page over plain http is never stored', async () => {
    await stage.order({ portal: true });
    try {
      const pulled = await stage.pull({ more: { orchestrator: { max_job_attempts: 1 } } });
      const { signal } = await pulled.ended;
      expect(signal).toBeNull();
      for (const [id, end] of await pulled.outcomes())
        expect([id, end.split('/')[0]]).toEqual([id, 'failed']);
    } finally {
      await stage.order({ portal: false });
    }
  });
});
