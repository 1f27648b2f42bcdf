import { describe, expect, test } from 'vitest';
import { configHash } from '../../src/config/hash.ts';
import { load } from './sample-resolvers.ts';

const hashOf = (yaml: string, env: Record<string, string> = {}): string => configHash(load(yaml, { env }));
const plain = hashOf('');

describe('config_hash', () => {
  test('is a SHA-256 and the same every time', () => {
    expect(plain).toMatch(/^[0-9a-f]{64}$/);
    expect(hashOf('')).toBe(plain);
  });

  test('does not depend on the order of keys, nor on where a value was set', () => {
    const one = hashOf('http: { max_redirects: 3, verify_tls: false }\nmailto: a@b.org');
    const two = hashOf('mailto: a@b.org\nhttp: { verify_tls: false }', { DTKG_HTTP__MAX_REDIRECTS: '3' });
    expect(two).toBe(one);
    expect(one).not.toBe(plain);
  });

  test('does not depend on how a value is spelled', () => {
    expect(hashOf('download: { max_bytes: 100MiB }')).toBe(plain);
    expect(hashOf('http: { max_redirects: 10 }')).toBe(plain);
  });

  test.each([
    'http: { max_redirects: 9 }',
    'robots: { enabled: false }',
    'download: { formats: [xml, pdf] }',
    'rate_limit: { policies: { x.org: { artifact: 1/minute } } }',
    'resolvers: { order: [arxiv, openalex] }',
    'resolvers: { tiers: { landing_scrape: [landing], doi_redirect: [doi_redirect] } }',
    'resolvers: { arxiv: { min_interval_s: 9 } }',
    'orchestrator: { max_per_host: 1 }',
    'inputs: { query: cats }',
  ])('changes with behaviour: %s', (yaml) => {
    expect(hashOf(yaml)).not.toBe(plain);
  });

  test.each([
    'run_id: mine',
    'out: elsewhere',
    'artifacts: { root: s3://bucket/x }',
    'storage: { path: a.sqlite3, connection_string: "postgres://u:p@h/d" }',
    'http: { cache: { path: c.sqlite3, url: "redis://:p@h" }, ca_file: ca.pem, proxy: "http://u:p@proxy" }',
    'rate_limit: { url: "redis://:p@h" }',
    'telemetry: { csv_path: a.csv }',
    'inputs: { ids: list.txt, works: works.jsonl }',
    'resolvers: { arxiv: { api_key: k } }',
  ])('does not change with secrets, paths and the run id: %s', (yaml) => {
    expect(hashOf(yaml)).toBe(plain);
  });
});
