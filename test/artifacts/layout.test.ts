import { existsSync, readFileSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { artifactName, quarantineName, safeId } from '../../src/artifacts/layout.ts';
import type { WorkId } from '../../src/core/identifiers.ts';
import type { Format } from '../../src/core/plan.ts';

const NAUGHTY = resolve('../shared/corpora/naughty/blns.json');
const LEGAL = /^(PDF|HTML|XML)\/(\d{1,4}|noyear)__[a-z0-9][a-z0-9-]*__[a-z0-9][a-z0-9._-]*\.(pdf|html|xml)$/;

const named = (id: string, title?: string, year?: number, format: Format = 'pdf'): string =>
  artifactName(
    { id: id as WorkId, ...(title !== undefined && { title }), ...(year !== undefined && { year }) },
    format,
  );

function expectLegal(name: string): void {
  expect(name).toMatch(LEGAL);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(150);
  expect(resolve('/root', name).startsWith(`/root${sep}`)).toBe(true);
  expect(name.toLowerCase().split('/')[1]).toBe(name.split('/')[1]);
}

describe('artifactName', () => {
  test('reads as year, title and id', () => {
    expect(named('doi:10.1371/journal.pone.0213978', 'Assessment of β-Lactams in <i>E. coli</i>', 2019)).toBe(
      'PDF/2019__assessment-of-lactams-in-e-coli__doi_10.1371_journal.pone.0213978.pdf',
    );
    expect(named('arxiv:2104.12255', 'Größe & Déjà-vu — naïve Øresund', 2021, 'html')).toBe(
      'HTML/2021__grosse-deja-vu-naive-oresund__arxiv_2104.12255.html',
    );
    expect(named('pmid:123', undefined, undefined, 'xml')).toBe('XML/noyear__untitled__pmid_123.xml');
    expect(named('pmid:1', '统计学习方法', -3)).toBe('PDF/noyear__untitled__pmid_1.pdf');
  });

  test('an id that does not survive the reduction carries a hash', () => {
    expect(safeId('openalex:W2741809807')).toMatch(/^openalex_w2741809807__[0-9a-f]{8}$/);
    expect(safeId('doi:10.1002/(sici)1097')).toMatch(/^doi_10.1002_sici_1097__[0-9a-f]{8}$/);
    expect(safeId('arxiv:hep-th/9901001')).toBe('arxiv_hep-th_9901001');
  });

  test('ids that reduce to the same text stay apart', () => {
    const twins = [
      'doi:10.1/a/b',
      'doi:10.1/a_b',
      'doi:10.1/a__b',
      'doi:10.1/A_b',
      'doi:10.1/a:b',
      'doi:10.1/a b',
      'doi:10.1_a/b',
      'doi:10.1/\u00e9',
      'doi:10.1/e\u0301',
      'doi:10.1/e',
      'doi:10.1/\ud800',
      'doi:10.1/\ud801',
      `doi:10.1/x__${safeId('doi:10.1/X').slice(-8)}`,
      `doi:10.1/x-${safeId('doi:10.1/X').slice(-8)}`,
      'doi:10.1/X',
      `url:https://h.test/${'a'.repeat(300)}1`,
      `url:https://h.test/${'a'.repeat(300)}2`,
      '',
      '.',
      '..',
      '_',
    ];
    expect(new Set(twins.map((id) => named(id))).size).toBe(twins.length);
  });

  test('hostile ids and titles give legal names inside the root', () => {
    const hostile = [
      '../../etc/passwd',
      '..\\..\\x',
      '/abs',
      'C:\\x',
      'CON.pdf',
      'con',
      'a%2f..%2fb',
      'a\0.pdf',
      '.',
      '..',
      '~root',
      '-rf',
      'x'.repeat(300),
      '10.1000/../../x',
      '10.1000/<svg>',
      '\u202Egpj',
      '\u200B',
      '\uFEFF',
      '👩‍👩‍👧',
      '\ud800',
      'a\nb',
      '',
      ' ',
    ];
    for (const text of hostile) {
      expectLegal(named(text, text, 2020));
      expectLegal(named(`doi:10.1/${text}`, text));
    }
  });

  test.skipIf(!existsSync(NAUGHTY))(
    'every naughty string gives a legal name, different for different ids',
    () => {
      const strings = JSON.parse(readFileSync(NAUGHTY, 'utf8')) as string[];
      for (const text of strings) expectLegal(named(text, text));
      const unique = [...new Set(strings)];
      expect(new Set(unique.map((text) => named(text))).size).toBe(unique.length);
      expect(new Set(unique.map((text) => named(`doi:10.1/${text}`, 'same'))).size).toBe(unique.length);
    },
  );

  test('any id, title and year give a legal, stable name', () => {
    const any = fc.string({ unit: 'binary', maxLength: 400 });
    fc.assert(
      fc.property(any, fc.option(any), fc.option(fc.double()), (id, title, year) => {
        const name = named(id, title ?? undefined, year ?? undefined, 'html');
        expectLegal(name);
        expect(named(id, title ?? undefined, year ?? undefined, 'html')).toBe(name);
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  test('different ids give different names whatever they are made of', () => {
    const tricky = fc.string({
      unit: fc.constantFrom('a', 'A', '_', '/', ':', '.', '-', 'é', ' ', '\ud800'),
      maxLength: 6,
    });
    fc.assert(
      fc.property(tricky, tricky, (one, other) => {
        fc.pre(one !== other);
        expect(named(`doi:10.1/${one}`)).not.toBe(named(`doi:10.1/${other}`));
        expect(named(one)).not.toBe(named(other));
      }),
      { numRuns: 2000, seed: 7 },
    );
  });
});

describe('quarantineName', () => {
  const aside = (id: string, title: string, sha256: string): string =>
    quarantineName({ id: id as WorkId, title, year: 2021 }, 'pdf', sha256);

  test('tells the files that came for one work apart, and names the same bytes alike', () => {
    const name = aside('doi:10.1/x', 'A paper', 'ab'.repeat(32));
    expect(name).toBe('quarantine/2021__a-paper__doi_10.1_x__abababab.pdf');
    expect(aside('doi:10.1/x', 'A paper', 'cd'.repeat(32))).not.toBe(name);
  });

  test('is legal and short for any id and title', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), fc.string({ maxLength: 400 }), (id, title) => {
        const name = aside(`url:${id}`, title, '0'.repeat(64));
        expect(name).toMatch(/^quarantine\/[a-z0-9][a-z0-9._-]*\.pdf$/);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(150);
      }),
    );
  });
});
