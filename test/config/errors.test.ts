import { describe, expect, test } from 'vitest';
import { errorsOf } from './sample-resolvers.ts';

const TABLE: readonly (readonly [string, string, readonly string[]])[] = [
  ['an unknown section', 'htp: {}', ['config: htp is not a known key; did you mean http? (from cd.yaml:1)']],
  [
    'an unknown key with a near one',
    'http:\n  retrys: {}',
    ['config: http.retrys is not a known key; did you mean http.retry? (from cd.yaml:2)'],
  ],
  [
    'a key that lives in another section',
    'max_bytes: 5',
    ['config: max_bytes is not a known key; did you mean download.max_bytes? (from cd.yaml:1)'],
  ],
  [
    'a key like no other',
    'http: { qqqqqqqq: 1 }',
    ['config: http.qqqqqqqq is not a known key (from cd.yaml:1)'],
  ],
  [
    'the total of a domain under one of its hosts',
    'rate_limit:\n  policies:\n    www.big.org: { domain: 5/second }',
    [
      'config: rate_limit.policies["www.big.org"].domain is the total of big.org: write it under that name (from cd.yaml:3)',
    ],
  ],
  [
    'an old spelling',
    'workers: 4',
    ['config: workers is not a known key; it is now orchestrator.workers (from cd.yaml:1)'],
  ],
  [
    'an old spelling in a section',
    'rate_limit:\n  redis_url: redis://x',
    ['config: rate_limit.redis_url is not a known key; it is now rate_limit.url (from cd.yaml:2)'],
  ],
  [
    'a choice that is gone',
    'download: { atomic_write: true }',
    [
      'config: download.atomic_write is not a known key; files are always written atomically (from cd.yaml:1)',
    ],
  ],
  [
    'text for a number',
    'http:\n\n  timeout_read_s: soon',
    ['config: http.timeout_read_s must be a number, not text (from cd.yaml:3)'],
  ],
  [
    'a fraction for a whole number',
    'orchestrator: { workers: 1.5 }',
    ['config: orchestrator.workers must be a whole number, not a number (from cd.yaml:1)'],
  ],
  [
    'a number out of range',
    'http: { retry: { max_attempts: 0 } }',
    ['config: http.retry.max_attempts must be at least 1 (from cd.yaml:1)'],
  ],
  [
    'a list for a section',
    'http: [1]',
    ['config: http must be a section with keys of its own, not a list (from cd.yaml:1)'],
  ],
  ['text for a list', 'plugins: x', ['config: plugins must be a list, not text (from cd.yaml:1)']],
  [
    'a word that is no choice',
    'http: { retry: { strategy: exponental } }',
    [
      'config: http.retry.strategy must be one of exponential, constant; did you mean exponential? (from cd.yaml:1)',
    ],
  ],
  [
    'a format nobody knows',
    'download:\n  formats: [pdf, docx]',
    ['config: download.formats[1] must be one of pdf, xml, html (from cd.yaml:2)'],
  ],
  [
    'a size that is none',
    'download: { max_bytes: 5 parsecs }',
    ['config: download.max_bytes is not a size such as "50MB" or "1GiB" (from cd.yaml:1)'],
  ],
  [
    'a size of another type',
    'download: { max_bytes: true }',
    ['config: download.max_bytes must be a number of bytes or a size such as "50MB" (from cd.yaml:1)'],
  ],
  [
    'a rate without a unit',
    'rate_limit: { default: { metadata: "5" } }',
    ['config: rate_limit.default.metadata is not a rate such as "5/second" or "1/3second" (from cd.yaml:1)'],
  ],
  [
    'a rate of nothing',
    'rate_limit: { policies: { arxiv.org: { artifact: 0/second } } }',
    [
      'config: rate_limit.policies["arxiv.org"].artifact is not a rate such as "5/second" or "1/3second" (from cd.yaml:1)',
    ],
  ],
  [
    'an unknown role',
    'rate_limit:\n  policies:\n    x.org: { artefact: 1/second }',
    [
      'config: rate_limit.policies["x.org"].artefact is not a known key; did you mean rate_limit.policies["x.org"].artifact? (from cd.yaml:3)',
    ],
  ],
  [
    'an e-mail address that is none',
    'resolvers:\n  unpaywall:\n    email: me',
    ['config: resolvers.unpaywall.email is not an e-mail address (from cd.yaml:3)'],
  ],
  [
    'two ways to say how often',
    'resolvers: { arxiv: { min_interval_s: 3, rate_limit: 1/second } }',
    [
      'config: resolvers.arxiv.min_interval_s cannot stand beside resolvers.arxiv.rate_limit: both say how often to ask (from cd.yaml:1)',
    ],
  ],
  [
    'an unknown resolver in the order',
    'resolvers: { order: [arxv] }',
    ['config: resolvers.order names no resolver that is known: "arxv"; did you mean arxiv? (from cd.yaml:1)'],
  ],
  [
    'a resolver under its old short name',
    'resolvers: { order: [s2] }',
    [
      'config: resolvers.order names no resolver that is known: "s2"; did you mean semantic_scholar? (from cd.yaml:1)',
    ],
  ],
  [
    'a resolver named twice',
    'resolvers: { order: [arxiv, arxiv] }',
    ['config: resolvers.order names arxiv a second time (from cd.yaml:1)'],
  ],
  [
    'a resolver in two tiers',
    'resolvers:\n  tiers:\n    a: [arxiv]\n    b: [arxiv]',
    ['config: resolvers.tiers.b names arxiv a second time (from cd.yaml:4)'],
  ],
  [
    'a database without an address',
    'storage: { backend: postgres }',
    ['config: storage.backend postgres needs storage.connection_string (from cd.yaml:1)'],
  ],
  [
    'the old and the new name of the interval',
    'resolver_rate_limits: { arxiv: 3 }\nresolvers: { arxiv: { min_interval_s: 4 } }',
    [
      'config: resolver_rate_limits.arxiv cannot stand beside resolvers.arxiv.min_interval_s: it is the old name of the same thing (from cd.yaml:1)',
    ],
  ],
  [
    'a heartbeat slower than the lease allows',
    'orchestrator: { heartbeat_seconds: 40 }',
    [
      'config: orchestrator.heartbeat_seconds must be at most half of orchestrator.lease_ttl_seconds, or a single late heartbeat loses the lease (from cd.yaml:1)',
    ],
  ],
  [
    'a line break in the contact address',
    'mailto: "a@b.org\\r\\nHost: evil"',
    ['config: mailto is not an e-mail address in printable ASCII (from cd.yaml:1)'],
  ],
  [
    'a line break in the user agent',
    'http: { user_agent: "x\\r\\nHost: evil" }',
    ['config: http.user_agent may hold only printable ASCII characters (from cd.yaml:1)'],
  ],
  [
    'a placeholder nobody fills in',
    'http: { user_agent: "{name}" }',
    ['config: http.user_agent knows {version} and {mailto} only, not {name} (from cd.yaml:1)'],
  ],
  ['a scalar for a file', 'just text', ['config: the file must hold keys and values (from cd.yaml)']],
  [
    'a key that reaches the prototype',
    'http:\n  __proto__: { proxy: x }',
    ['config: http.__proto__ is not allowed as a key (from cd.yaml:2)'],
  ],
  [
    'a key that reaches the prototype through the constructor',
    'rate_limit: { policies: { constructor: { prototype: { polluted: 1 } } } }',
    ['config: rate_limit.policies.constructor is not allowed as a key (from cd.yaml:1)'],
  ],
];

describe('a configuration error', () => {
  test.each(TABLE)('names key, line and way out: %s', (_, yaml, expected) => {
    expect(errorsOf(yaml)).toEqual(expected);
  });

  test('never comes alone when there are several', () => {
    const lines = errorsOf(
      'htp: 1\nhttp: { timeout: 3 }\nresolvers: { order: [nobody] }\nstorage: { backend: postgres }',
    );
    expect(lines).toHaveLength(4);
    expect(lines.every((line) => line.startsWith('config: ') && line.includes('cd.yaml:'))).toBe(true);
  });

  test('names the line of broken YAML', () => {
    const [line] = errorsOf('http:\n  proxy: "unclosed\n');
    expect(line).toMatch(/^config: .+ \(from cd\.yaml:\d\)$/);
  });

  test('reports a key that is written twice', () => {
    expect(errorsOf('out: a\nout: b')).toEqual(['config: Map keys must be unique (from cd.yaml:2)']);
  });

  test('does not repeat a secret', () => {
    const yaml = 'http: { proxy: "S3CR3T-proxy" }\nresolvers: { arxiv: { api_key: [S3CR3T-key] } }';
    const text = errorsOf(yaml).join('\n');
    expect(text).toContain('http.proxy is not a URL');
    expect(text).toContain('resolvers.arxiv.api_key must be text, not a list');
    expect(text).not.toContain('S3CR3T');
  });

  test('stops a file of endless aliases', () => {
    const bomb = ['a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]'];
    for (let n = 1; n < 9; n++) bomb.push(`a${n}: &a${n} [${`*a${n - 1},`.repeat(10)}]`);
    expect(errorsOf(bomb.join('\n'))).toContain(
      'config: the file holds too much, or nests too deeply (from cd.yaml)',
    );
  });

  test.each([
    ['lists in lists', `plugins: ${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['sections in sections', `{"http": ${'{"a":'.repeat(200)}1${'}'.repeat(200)}}`],
    ['a section that holds itself', 'http: &x { retry: *x }'],
    ['a list that holds itself', 'plugins: &x [*x]'],
  ])('survives absurd nesting: %s', (_, yaml) => {
    expect(errorsOf(yaml)).toHaveLength(1);
  });
});
