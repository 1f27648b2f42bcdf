import { describe, expect, test } from 'vitest';
import { semanticScholar } from '../../src/resolvers/semantic-scholar.ts';
import { resolve, scriptedAsker } from '../support/scripted-asker.ts';
import { listShared, readFixture, sharedIsAbsent } from '../support/shared-data.ts';
import { workBy } from '../support/work-by.ts';
import { candidateLine } from './candidate-line.ts';

interface Expected {
  readonly plans?: readonly string[];
  readonly leads?: readonly string[];
  readonly learnt?: Readonly<Record<string, unknown>>;
  readonly failure?: string;
}

/** Read off each recorded answer by hand. */
const EXPECTED: Readonly<Record<string, Expected>> = {
  // Answers to other questions (a batch, a search, a match) and records another program has reshaped: no single paper.
  batch_with_null_entries: { failure: 'parse-error' },
  enrich_10_1038_nature11476: { failure: 'parse-error' },
  enrich_10_1371_journal_pone_0123456: { failure: 'parse-error' },
  http400_bad_fields: { failure: 'http-4xx' },
  http403_forbidden: { failure: 'http-4xx' },
  http404_paper_not_found: {},
  // Without a key there is nothing to wait for.
  http429_body_2026_09: { failure: 'budget-spent' },
  paperqa_openaccesspdf_01: {
    // A DOI, not a file.
    leads: ['https://doi.org/10.1021/acs.jctc.2c01235'],
    learnt: {
      doi: '10.1021/acs.jctc.2c01235',
      pmid: '36972469',
      pmcid: 'PMC10134429',
      title: 'A Perspective on Explanations of Molecular Prediction Models',
      year: 2023,
      authors: ['G. Wellawatte', 'Heta A. Gandhi', 'Aditi Seshadri', 'A. White'],
    },
  },
  paperqa_openaccesspdf_03: {
    plans: ['pdf https://www.pnas.org/content/pnas/111/45/E4832.full.pdf'],
    learnt: { doi: '10.1073/pnas.1414271111', pmid: '25349395', year: 2014 },
  },
  paperqa_openaccesspdf_05: { failure: 'parse-error' },
  paperqa_openaccesspdf_08: { failure: 'parse-error' },
  paperqa_openaccesspdf_09: { failure: 'parse-error' },
  paperqa_openaccesspdf_10: { failure: 'parse-error' },
  paperqa_openaccesspdf_12: { failure: 'parse-error' },
  paperqa_openaccesspdf_14: { failure: 'parse-error' },
  search_empty: { failure: 'parse-error' },
  search_openaccesspdf_flag: { failure: 'parse-error' },
};

/** The papers inside those answers, each as a single one: the same shape. */
const INSIDE: readonly (readonly [name: string, at: number, expected: Expected])[] = [
  [
    'batch_with_null_entries',
    1,
    {
      plans: ['pdf http://papers.nber.org/papers/w8841.pdf'],
      learnt: { doi: '10.2139/ssrn.288970', year: 2001 },
    },
  ],
  [
    'batch_with_null_entries',
    2,
    {
      plans: ['pdf https://dspace.mit.edu/bitstream/1721.1/95941/1/Banerjee_The%20miracle.pdf'],
      learnt: { doi: '10.2139/ssrn.2250500' },
    },
  ],
  ['batch_with_null_entries', 3, { learnt: { doi: '10.1257/rct.1355', year: 2023 } }],
  ['paperqa_openaccesspdf_08', 0, { learnt: { doi: '10.3138/9781442621534-019' } }],
  ['paperqa_openaccesspdf_09', 0, { learnt: { doi: '10.52228/jrub.2025-38-1-6' } }],
  [
    'paperqa_openaccesspdf_10',
    0,
    {
      plans: [
        'pdf https://www.nature.com/articles/s42256-024-00832-8.pdf cc-by',
        'pdf https://arxiv.org/pdf/2304.05376 submitted repository',
      ],
      learnt: { arxiv: '2304.05376', pmcid: 'PMC11116106', pmid: '38799228' },
    },
  ],
  [
    'paperqa_openaccesspdf_12',
    0,
    { leads: ['https://doi.org/10.1016/j.xgen.2025.100814'], learnt: { pmcid: 'PMC12008803' } },
  ],
  ['paperqa_openaccesspdf_14', 0, { learnt: { doi: '10.1007/s40278-023-33114-1' } }],
];

const recordsOf = (name: string): readonly unknown[] => {
  const { json } = readFixture(`semanticscholar/${name}`).response as {
    json: unknown[] | { data: unknown[] };
  };
  return Array.isArray(json) ? json : json.data;
};

describe.skipIf(sharedIsAbsent)('recorded answers of Semantic Scholar', () => {
  const names = listShared('fixtures/semanticscholar').map((file) => file.replace(/\.json$/, ''));
  const check = async (answer: object, { plans = [], leads = [], learnt = {}, failure }: Expected) => {
    const found = await resolve(semanticScholar, workBy('10.1000/asked'), { asker: scriptedAsker(answer) });
    expect(found.failure?.reason).toBe(failure);
    expect(found.candidates.map(candidateLine)).toEqual(plans);
    expect(found.leads).toEqual(leads);
    expect(found.learnt).toMatchObject(learnt);
    if (Object.keys(learnt).length === 0) expect(found.learnt).toEqual({});
  };

  test('every one has an expectation', () => {
    expect(names).toEqual(Object.keys(EXPECTED).toSorted());
  });

  test.each(names)('%s gives the plans and facts that stand in it, or its reason', async (name) => {
    await check(readFixture(`semanticscholar/${name}`).response, EXPECTED[name]!);
  });

  test.each(INSIDE)('%s, paper %i', async (name, at, expected) => {
    await check({ json: recordsOf(name)[at] }, expected);
  });

  test('of a hundred papers with a file every address is offered, arXiv in one spelling, also when CLOSED', async () => {
    const papers = recordsOf('search_openaccesspdf_flag') as {
      openAccessPdf: { url: string; status: string };
    }[];
    expect(papers).toHaveLength(100);
    for (const paper of papers) {
      const { candidates } = await resolve(semanticScholar, workBy('10.1000/asked'), {
        asker: scriptedAsker({ json: paper }),
      });
      const right = paper.openAccessPdf.url.replace('http://arxiv.org/', 'https://arxiv.org/');
      expect(candidates.map(({ url }) => url)).toEqual([new URL(right).href]);
    }
  });
});

describe('semantic_scholar', () => {
  const asked = async (id: string, options = {}) => {
    const asker = scriptedAsker({ status: 404, json: { error: 'Paper with id x not found' } });
    await resolve(semanticScholar, workBy(id), { asker, options });
    return asker.asked[0];
  };

  test.each([
    ['10.1002/(SICI)1<2>3', 'DOI:10.1002%2F(sici)1%3C2%3E3'],
    ['arXiv:2104.12255v2', 'ARXIV:2104.12255'],
    ['hep-th/9901001', 'ARXIV:hep-th%2F9901001'],
    ['pmid:12', 'PMID:12'],
    ['PMC345', 'PMCID:345'],
  ])('asks for %s as %s', async (id, name) => {
    expect((await asked(id))?.url).toBe(
      `https://api.semanticscholar.org/graph/v1/paper/${name}?fields=title%2Cyear%2Cauthors%2CexternalIds%2CopenAccessPdf`,
    );
  });

  test('sends its key as a secret header', async () => {
    expect(await asked('10.1000/x', { api_key: 'k' })).toMatchObject({ secretHeaders: { 'x-api-key': 'k' } });
  });

  test('with a key, 429 is a request to come back later', async () => {
    const asker = scriptedAsker({ status: 429, json: { message: 'Too Many Requests', code: '429' } });
    const { failure } = await resolve(semanticScholar, workBy('10.1000/x'), {
      asker,
      options: { api_key: 'k' },
    });
    expect(failure?.reason).toBe('retry-after');
  });

  const plansOf = async (openAccessPdf: object | null, externalIds = {}) => {
    const asker = scriptedAsker({ json: { paperId: 'a', openAccessPdf, externalIds } });
    return (await resolve(semanticScholar, workBy('10.1000/x'), { asker })).candidates.map(candidateLine);
  };

  test('a closed paper is not asked for, and an empty address means none', async () => {
    expect(await plansOf({ url: 'https://p.org/a.pdf', status: 'CLOSED' })).toEqual([]);
    expect(await plansOf({ url: '', status: null })).toEqual([]);
    expect(await plansOf(null)).toEqual([]);
  });

  test('the web site of PMC is left alone', async () => {
    expect(
      await plansOf({ url: 'https://www.ncbi.nlm.nih.gov/pmc/articles/PMC12/pdf/main.pdf', status: 'GREEN' }),
    ).toEqual([]);
  });

  test.each([
    ['CCBY', 'cc-by'],
    ['CCBYNCND', 'cc-by-nc-nd'],
    ['CCBYSA', 'cc-by-sa'],
    ['CC0', 'cc0'],
  ])('reads the licence %s as %s', async (license, read) => {
    expect(await plansOf({ url: 'https://p.org/a.pdf', status: 'GOLD', license })).toEqual([
      `pdf https://p.org/a.pdf ${read}`,
    ]);
  });
});
