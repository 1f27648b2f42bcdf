import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { REASONS } from '../../src/core/errors.ts';
import { canonicalWorkId, parseIdentifier } from '../../src/core/identifiers.ts';
import { DEFAULT_CAPABILITY } from '../../src/lab/expected.ts';
import { SCENARIOS } from '../../src/lab/scenarios/index.ts';
import { HOSTILE_TITLE_COUNT } from '../../src/lab/titles.ts';
import { createWorld, type World } from '../../src/lab/world.ts';

const small = { sizeScale: 0.02 } as const;
const fingerprint = (world: World): string =>
  createHash('sha256')
    .update(JSON.stringify(world.works.map(({ paper, label, setup }) => [paper, label, setup])))
    .digest('hex');

describe('a world', () => {
  const world = createWorld({ seed: 1, works: 250, ...small });

  test('is the same for the same seed, in facts and in bytes, whatever is asked first', () => {
    const twin = createWorld({ seed: 1, works: 250, ...small });
    const copies = [3, 77, 140].map((work) => ({ work, version: 'published', format: 'pdf' }) as const);
    const digests = copies.map((copy) => world.shelf.sha256(copy));
    expect(copies.toReversed().map((copy) => twin.shelf.sha256(copy))).toEqual(digests.toReversed());
    expect(fingerprint(twin)).toBe(fingerprint(world));
  });

  test('is another one for another seed', () => {
    expect(fingerprint(createWorld({ seed: 2, works: 250, ...small }))).not.toBe(fingerprint(world));
  });

  test('gives every work an id of its own, in the canonical spelling of its identifier', () => {
    expect(new Set(world.works.map(({ paper }) => paper.id)).size).toBe(250);
    for (const { paper } of world.works) {
      const parsed = parseIdentifier(paper.spelling);
      expect(parsed && canonicalWorkId(parsed)).toBe(paper.id);
      if (paper.arxiv !== undefined) expect(parseIdentifier(paper.arxiv)?.arxiv).toBe(paper.arxiv);
    }
  });

  test('has DOIs with brackets, colons and angle brackets, works without DOI, and every hostile title', () => {
    const dois = world.works.map(({ paper }) => paper.doi ?? '');
    expect(dois.some((doi) => doi.includes('(sici)') && doi.includes('<'))).toBe(true);
    expect(dois.some((doi) => doi.includes('/a:'))).toBe(true);
    expect(dois.some((doi) => /\/s0140-6736\(\d\d\)/.test(doi))).toBe(true);
    expect(dois.some((doi) => doi.startsWith('10.48550/arxiv.'))).toBe(true);
    expect(dois).toContain('');
    const titles = world.works.map(({ paper }) => paper.title);
    expect(titles).toContain(null);
    for (const piece of ['../../', '=HYPERLINK', '<script>', '\u202e', '🧬', '\u0000', 'CON.pdf']) {
      expect(titles.some((title) => title?.includes(piece))).toBe(true);
    }
    expect(titles.some((title) => title !== null && title !== title.normalize('NFC'))).toBe(true);
    expect(titles.some((title) => Buffer.byteLength(title ?? '') > 300)).toBe(true);
    expect(250 / 12).toBeGreaterThan(HOSTILE_TITLE_COUNT);
  });

  test('plays every scenario of the default mix, and most works can be saved', () => {
    const usual = SCENARIOS.filter(({ weight }) => weight > 0).map(({ label }) => label);
    expect(new Set(world.works.map(({ label }) => label))).toEqual(new Set(usual));
    const saved = world.works.filter(({ paper }) => world.expected(paper.id).outcome === 'saved');
    expect(saved.length / 250).toBeGreaterThan(0.8);
  });

  test('spreads works over hosts by Zipf: a few crowded ones, a long tail', () => {
    const large = createWorld({ seed: 1, works: 2000, ...small });
    const counts = new Map<string, number>();
    for (const { publisher } of large.works)
      counts.set(publisher.host, (counts.get(publisher.host) ?? 0) + 1);
    const sorted = [...counts.values()].toSorted((one, other) => other - one);
    expect(sorted[0]).toBeGreaterThan(2000 / 10);
    expect(sorted.filter((count) => count <= 3).length).toBeGreaterThan(50);
  });

  test('takes exactly the scenarios it is told to, also those outside the usual mix', () => {
    const told = createWorld({ seed: 1, works: 6, faults: ['wrong-paper', '500-always'], ...small });
    expect(new Set(told.works.map(({ label }) => label))).toEqual(new Set(['wrong-paper', '500-always']));
  });

  test('names the scenarios there are when one is unknown', () => {
    expect(() => createWorld({ seed: 1, works: 5, faults: ['nonsense'] })).toThrow(/nonsense.*gold-best-pdf/);
  });
});

describe('what must come of a work', () => {
  const each = createWorld({
    seed: 3,
    works: SCENARIOS.length * 3,
    faults: SCENARIOS.map(({ label }) => label),
    ...small,
  });
  const one = (label: string) => {
    const work = each.works.find((candidate) => candidate.label === label);
    if (!work) throw new Error(`no work plays ${label}`);
    return work;
  };

  test('follows the table of reasons for every scenario', () => {
    for (const { label } of SCENARIOS) {
      const { outcome, reason, sha256 } = each.expected(one(label).paper.id);
      const facts = REASONS[reason].outcome;
      expect(facts === 'good' ? ['saved', 'html_only'] : [facts]).toContain(outcome);
      expect(sha256.length > 0).toBe(facts === 'good' || facts === 'quarantined');
    }
  });

  test('is the digest of the bytes that are served', () => {
    const { paper } = one('arxiv-doi');
    const bytes = each.shelf.bytes({ work: paper.index, version: 'submitted', format: 'pdf' });
    expect(each.expected(paper.id).sha256).toEqual([createHash('sha256').update(bytes).digest('hex')]);
  });

  test('may be an open breaker where a host fails for ever, and nothing else elsewhere', () => {
    expect(each.expected(one('500-always').paper.id)).toMatchObject({
      reason: 'http-5xx',
      alsoRight: ['breaker-open'],
    });
    expect(each.expected(one('dead-link').paper.id)).toMatchObject({ reason: 'http-4xx', alsoRight: [] });
  });

  test('depends on the resolvers that are there', () => {
    const { id } = one('unpaywall-only').paper;
    expect(each.expected(id)).toMatchObject({ outcome: 'saved', reason: 'ok' });
    const without = { ...DEFAULT_CAPABILITY, resolvers: ['openalex', 'arxiv'] };
    expect(each.expected(id, without)).toMatchObject({ outcome: 'failed', reason: 'no-candidates' });
  });

  test('depends on whether identity is verified', () => {
    const trusting = { ...DEFAULT_CAPABILITY, verifiesIdentity: false };
    const alone = one('wrong-paper').paper;
    expect(each.expected(alone.id, trusting)).toMatchObject({ outcome: 'saved', needsIdentity: true });
    expect(each.expected(alone.id)).toMatchObject({ outcome: 'quarantined', reason: 'wrong-paper' });
    const rescued = one('wrong-paper-then-repository').paper;
    const right = each.shelf.sha256({ work: rescued.index, version: 'accepted', format: 'pdf' });
    expect(each.expected(rescued.id)).toMatchObject({ outcome: 'saved', sha256: [right] });
    expect(each.expected(rescued.id, trusting).sha256).not.toContain(right);
  });

  test('is html_only for full text on the web, unless HTML was asked for first', () => {
    const { id } = one('html-fulltext-link').paper;
    expect(each.expected(id)).toMatchObject({ outcome: 'html_only', reason: 'ok', format: 'html' });
    const htmlFirst = { ...DEFAULT_CAPABILITY, formats: ['html', 'pdf'] as const };
    expect(each.expected(id, htmlFirst).outcome).toBe('saved');
  });
});
