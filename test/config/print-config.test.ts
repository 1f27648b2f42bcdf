import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { configHash } from '../../src/config/hash.ts';
import { jsonSchema } from '../../src/config/json-schema.ts';
import { configAsJson, configAsYaml } from '../../src/config/print-config.ts';
import { redactConfig } from '../../src/config/redact.ts';
import { load } from './sample-resolvers.ts';

const SECRETS = `
http:
  proxy: http://user:S3CR3T-proxy@proxy.example:3128
  headers: { api.example.org: { authorization: Bearer S3CR3T-header } }
  cache: { backend: redis, url: "redis://:S3CR3T-cache@h" }
rate_limit: { backend: redis, url: "redis://:S3CR3T-limit@h" }
storage: { backend: postgres, connection_string: "postgres://u:S3CR3T-db@h/d" }
telemetry: { otlp: { headers: { x-key: S3CR3T-otlp } } }
resolvers: { unpaywall: { api_key: S3CR3T-key } }
`;

describe('the printed configuration', () => {
  test('shows each value with where it came from', () => {
    const lines = configAsYaml(
      load('out: here\nhttp:\n  max_redirects: 3', { env: { DTKG_DEDUPE__URLS: 'true' } }),
    ).split('\n');
    expect(lines).toContain('out: here  # cd.yaml:1');
    expect(lines).toContain('  max_redirects: 3  # cd.yaml:3');
    expect(lines).toContain('  urls: true  # env DTKG_DEDUPE__URLS');
    expect(lines).toContain('  timeout_read_s: 60  # default');
  });

  test('is YAML that reads back as the same configuration', () => {
    const yaml =
      'out: "yes"\ninputs: { query: "a: # b, \'c\'" }\nplugins: ["-", "1", "null", " x ", "ü\\n"]\nhttp: { headers: {} }';
    const loaded = load(yaml);
    expect(parse(configAsYaml(loaded))).toEqual(redactConfig(loaded.config, loaded.schema));
  });

  test('holds no secret, in either form', () => {
    const loaded = load(SECRETS);
    const both =
      configAsYaml(loaded) + JSON.stringify(configAsJson(loaded)) + JSON.stringify(loaded.storable);
    expect(both).not.toContain('S3CR3T');
    const prefix = createHash('sha256').update('S3CR3T-key').digest('hex').slice(0, 8);
    expect(configAsYaml(loaded)).toContain(`api_key: set (sha256 ${prefix})  # cd.yaml:9`);
    expect(configAsYaml(loaded)).toContain('api_key: unset  # default');
  });

  test('hides a key of a resolver by its name when nobody marked it', () => {
    const { schema } = load();
    expect(redactConfig({ resolvers: { plugin: { access_token: 'S3CR3T' } } }, schema)).toEqual({
      resolvers: { plugin: { access_token: expect.stringMatching(/^set \(sha256 /) } },
    });
  });

  test('has the same hash with and without its secrets', () => {
    expect(configHash(load('resolvers: { unpaywall: { api_key: a } }'))).toBe(configHash(load()));
  });
});

describe('the JSON Schema', () => {
  test('describes every key and marks secrets', () => {
    const schema = JSON.parse(JSON.stringify(jsonSchema(load().schema)));
    const missing: string[] = [];
    const visit = (node: Record<string, unknown>, path: string): void => {
      for (const [key, child] of Object.entries((node['properties'] ?? {}) as Record<string, never>)) {
        if (!child['description']) missing.push(`${path}.${key}`);
        visit(child, `${path}.${key}`);
      }
    };
    visit(schema, '');
    expect(missing).toEqual(['.resolvers.openalex.page_size']); // the sample's own key, undescribed
    expect(schema).toMatchObject({
      additionalProperties: false,
      properties: { http: { properties: { proxy: { writeOnly: true } } } },
    });
  });
});
