import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  aliasesOf,
  canonicalWorkId,
  parseArxiv,
  parseDoi,
  parseIdentifier,
  parseOpenAlex,
  parsePmcid,
  parsePmid,
} from '../../src/core/identifiers.ts';
import { readShared, sharedIsAbsent } from '../support/shared-data.ts';

describe('DOI', () => {
  test.each([
    ['10.1000/xyz', '10.1000/xyz'],
    ['10.1000/XYZ', '10.1000/xyz'],
    ['  10.1000/xyz\t', '10.1000/xyz'],
    ['doi:10.1000/xyz', '10.1000/xyz'],
    ['DOI: 10.1000/xyz', '10.1000/xyz'],
    ['doi 10.1000/xyz', '10.1000/xyz'],
    ['info:doi/10.1000/xyz', '10.1000/xyz'],
    ['urn:doi:10.1000/xyz', '10.1000/xyz'],
    ['https://doi.org/10.1000/xyz', '10.1000/xyz'],
    ['http://dx.doi.org/10.1000/xyz', '10.1000/xyz'],
    ['https://www.doi.org/10.1000/xyz', '10.1000/xyz'],
    ['doi.org/10.1000/xyz', '10.1000/xyz'],
    ['doi:https://doi.org/10.1000/xyz', '10.1000/xyz'],
    ['https://doi.org/doi:10.1000/xyz', '10.1000/xyz'],
    ['https://doi.org/10.1000/xyz?utm_source=a#part', '10.1000/xyz'],
    [
      'https://doi.org/10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-#',
      '10.1002/(sici)1097-4571(199806)49:8<693::aid-asi4>3.0.co;2-#',
    ],
    ['https://doi.org/10.1046%2Fj.1365-2699.2003.00795.x', '10.1046/j.1365-2699.2003.00795.x'],
    ['10.1000%2Fxyz', '10.1000/xyz'],
    ['10.1000%252Fxyz', '10.1000/xyz'],
    ['10.1000/xyz.', '10.1000/xyz'],
    ['10.1000/xyz,', '10.1000/xyz'],
    ['(10.1000/xyz)', '10.1000/xyz'],
    ['<https://doi.org/10.1000/xyz>', '10.1000/xyz'],
    ['"10.1000/xyz"', '10.1000/xyz'],
    ['10.1000/x\u200by\u00adz\ufeff', '10.1000/xyz'],
    ['10.1016/0042-6989(95)00294-4', '10.1016/0042-6989(95)00294-4'],
    ['10.1016/S0009-2614(97)04014-1', '10.1016/s0009-2614(97)04014-1'],
    ['10.59324/ejtas.2024.2(2).44', '10.59324/ejtas.2024.2(2).44'],
    ['10.1000/a(b)', '10.1000/a(b)'],
    ['10.1000/a(b))', '10.1000/a(b)'],
    [
      '10.1002/(SICI)1097-0258(19980815/30)17:15/16<1661::AID-SIM968>3.0.CO;2-2',
      '10.1002/(sici)1097-0258(19980815/30)17:15/16<1661::aid-sim968>3.0.co;2-2',
    ],
    ['10.1002/(SICI)1&lt;2::AID&gt;3.0', '10.1002/(sici)1<2::aid>3.0'],
    ['10.1023/a:1007154515475', '10.1023/a:1007154515475'],
    ['10.2210/pdb4hhb/pdb', '10.2210/pdb4hhb/pdb'],
    ['10.1000.10/123', '10.1000.10/123'],
    ['10.64898/2026.01.01.123456', '10.64898/2026.01.01.123456'],
  ])('%j is %s', (text, doi) => {
    expect(parseDoi(text)).toBe(doi);
  });

  test.each([
    '',
    '10.',
    '10.1000/',
    '10.1000/ ',
    '10.12/x',
    'doi:',
    'foo',
    '10.1000/a b',
    '10.1000/\ud800',
    '110.1000/x',
  ])('%j is none', (text) => {
    expect(parseDoi(text)).toBeUndefined();
  });
});

describe('arXiv id', () => {
  test.each([
    ['2104.12255', '2104.12255'],
    ['2104.12255v2', '2104.12255v2'],
    ['2104.12255V2', '2104.12255v2'],
    ['0704.0001', '0704.0001'],
    ['arXiv:2104.12255', '2104.12255'],
    ['arXiv: 2104.12255v1 [cs.LG]', '2104.12255v1'],
    ['https://arxiv.org/abs/2104.12255', '2104.12255'],
    ['http://www.arxiv.org/pdf/2104.12255v3.pdf', '2104.12255v3'],
    ['arxiv.org/html/2104.12255v1', '2104.12255v1'],
    ['https://export.arxiv.org/abs/2104.12255?context=cs', '2104.12255'],
    ['hep-th/9901001', 'hep-th/9901001'],
    ['math.GT/0309136', 'math/0309136'],
    ['https://arxiv.org/pdf/math.GT/0309136v2', 'math/0309136v2'],
    ['10.48550/arXiv.2104.12255', '2104.12255'],
    ['https://doi.org/10.48550/arXiv.hep-th/9901001', 'hep-th/9901001'],
  ])('%j is %s', (text, id) => {
    expect(parseArxiv(text)).toBe(id);
  });

  test.each(['2113.12255', '2104.1', '1234', 'foo/9901001', 'hep-th/9913001', '10.1000/2104.12255', ''])(
    '%j is none',
    (text) => {
      expect(parseArxiv(text)).toBeUndefined();
    },
  );
});

describe('other ids', () => {
  test.each([
    ['W2741809807', 'W2741809807'],
    ['w2741809807', 'W2741809807'],
    ['openalex:W2741809807', 'W2741809807'],
    ['https://openalex.org/W2741809807', 'W2741809807'],
    ['https://openalex.org/works/w2741809807', 'W2741809807'],
    ['https://api.openalex.org/works/W2741809807?select=id', 'W2741809807'],
    ['A5023888391', undefined],
    ['https://openalex.org/works?filter=a:b', undefined],
  ])('OpenAlex: %j is %s', (text, id) => {
    expect(parseOpenAlex(text)).toBe(id);
  });

  test.each([
    ['PMC3917233', 'PMC3917233'],
    ['pmc3917233', 'PMC3917233'],
    ['PMCID: PMC3917233', 'PMC3917233'],
    ['PMC2883744.2', 'PMC2883744'],
    ['https://www.ncbi.nlm.nih.gov/pmc/articles/PMC3917233/', 'PMC3917233'],
    ['https://www.ncbi.nlm.nih.gov/pmc/articles/3917233', 'PMC3917233'],
    ['https://pmc.ncbi.nlm.nih.gov/articles/PMC3917233/pdf/x.pdf', 'PMC3917233'],
    ['https://europepmc.org/articles/PMC3917233?pdf=render', 'PMC3917233'],
    ['https://europepmc.org/article/PMC/PMC3917233', 'PMC3917233'],
    ['PMC', undefined],
    ['3917233', undefined],
  ])('PMC: %j is %s', (text, id) => {
    expect(parsePmcid(text)).toBe(id);
  });

  test.each([
    ['pmid:24520159', '24520159'],
    ['PMID: 024520159', '24520159'],
    ['PMID 24520159', '24520159'],
    ['https://pubmed.ncbi.nlm.nih.gov/24520159/', '24520159'],
    ['https://pubmed.ncbi.nlm.nih.gov/24520159/?term=x', '24520159'],
    ['https://www.ncbi.nlm.nih.gov/pubmed/24520159', '24520159'],
    ['https://europepmc.org/article/MED/24520159', '24520159'],
    ['24520159', undefined],
    ['pmid:0', undefined],
  ])('PubMed: %j is %s', (text, id) => {
    expect(parsePmid(text)).toBe(id);
  });
});

describe('parseIdentifier', () => {
  test('an arXiv DOI is both, and its version does not make another work', () => {
    expect(parseIdentifier('https://doi.org/10.48550/arXiv.2104.12255v2')).toEqual({
      doi: '10.48550/arxiv.2104.12255',
      arxiv: '2104.12255v2',
    });
  });

  test('the same work under its spellings shares an alias', () => {
    const spellings = [
      '2104.12255',
      'arXiv:2104.12255v3',
      '10.48550/ARXIV.2104.12255',
      'arxiv.org/abs/2104.12255v1',
    ];
    for (const text of spellings) {
      expect(aliasesOf(parseIdentifier(text)!)).toContain('doi:10.48550/arxiv.2104.12255');
      expect(aliasesOf(parseIdentifier(text)!)).toContain('arxiv:2104.12255');
    }
  });

  test('a web address is known by its canonical form and fetched as given', () => {
    const ids = parseIdentifier('https://Example.org/a/?utm_source=x&b=1#top')!;
    expect(ids).toEqual({ url: 'https://example.org/a/?utm_source=x&b=1#top' });
    expect(canonicalWorkId(ids)).toBe('url:https://example.org/a?b=1');
    expect(canonicalWorkId(parseIdentifier(canonicalWorkId(ids))!)).toBe(canonicalWorkId(ids));
  });

  test.each([
    'ftp://example.org/a',
    'https://user:secret@example.org/',
    'javascript:alert(1)',
    'hello',
    '',
    '42',
  ])('%j is none', (text) => {
    expect(parseIdentifier(text)).toBeUndefined();
  });

  test('the canonical id is the first known of doi, openalex, arxiv, pmcid, pmid, url', () => {
    const all = {
      ...parseIdentifier('https://example.org/a'),
      ...parseIdentifier('pmid:12'),
      ...parseIdentifier('PMC34'),
      ...parseIdentifier('2104.12255'),
      ...parseIdentifier('W56'),
      ...parseIdentifier('10.1000/x'),
    };
    const names = [];
    let left: Record<string, unknown> = all;
    for (const key of ['doi', 'openalex', 'arxiv', 'pmcid', 'pmid', 'url']) {
      names.push(canonicalWorkId(left));
      left = Object.fromEntries(Object.entries(left).filter(([name]) => name !== key));
    }
    expect(names).toEqual([
      'doi:10.1000/x',
      'openalex:W56',
      'arxiv:2104.12255',
      'pmcid:PMC34',
      'pmid:12',
      'url:https://example.org/a',
    ]);
  });

  const pieces = fc.constantFrom(
    ...'10.1000/|doi:|https://doi.org/|arxiv:|2104.12255|v2|W123|PMC|pmid:|url:https://a.b/'.split('|'),
    ...'%2F|%25|%|&amp;|lt;|(|)|<|>|.|?|#|/| |\0|\u200b|\ud800|ß|İ'.split('|'),
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces, { maxLength: 12 }).map((all) => all.join('')),
  );

  test('never throws, and reading its own result again changes nothing', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const ids = parseIdentifier(text);
        if (!ids) return;
        const id = canonicalWorkId(ids);
        const again = parseIdentifier(id);
        expect(again && canonicalWorkId(again)).toBe(id);
        expect(encodeURIComponent(id)).not.toBe('');
      }),
      { numRuns: 2000 },
    );
  });

  test.skipIf(sharedIsAbsent)('survives naughty strings', () => {
    const naughty = JSON.parse(readShared('corpora/naughty/blns.json')) as string[];
    expect(naughty.length).toBeGreaterThan(400);
    for (const text of naughty) {
      for (const spelling of [
        text,
        `10.1000/${text}`,
        `https://doi.org/10.1000/${text}`,
        `https://example.org/${text}`,
      ]) {
        const ids = parseIdentifier(spelling);
        if (ids) expect(canonicalWorkId(ids).length).toBeGreaterThan(4);
      }
    }
  });

  test('a text beyond any identifier is not looked at', () => {
    expect(parseIdentifier(`10.1000/${')'.repeat(1_000_000)}`)).toBeUndefined();
  });
});
