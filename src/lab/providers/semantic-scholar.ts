import { createHash } from 'node:crypto';
import { decoded, json, type LabContext, type LabRequest, type Provider, type Reply } from '../reply.ts';
import type { LabWork, World } from '../world.ts';

const PAPER = /^\/graph\/v1\/paper\/(.+)$/;
const DISCLAIMER =
  'Notice: Paper or abstract available at the source, which is subject to the license by the author or copyright owner provided with this content. Please go to the source to verify the license and copyright information for your use.';

/** No Retry-After, and the code is a text. */
const tooMany = (): Reply =>
  json(
    429,
    {
      message:
        'Too Many Requests. Please wait and try again or apply for a key for higher rate limits. https://www.semanticscholar.org/product/api#api-key-form',
      code: '429',
    },
    { 'x-amzn-errortype': 'TooManyRequestsException' },
  );

/** Every seventh work is unknown to it. */
const isKnown = ({ paper, setup }: LabWork): boolean =>
  setup.holdings?.semanticScholar !== undefined || (setup.doiTarget !== undefined && paper.index % 7 !== 0);

function lookUp(world: World, name: string): LabWork | undefined {
  const [, kind = '', id = ''] = /^(DOI|ARXIV|PMID|PMCID):(.+)$/i.exec(name) ?? [];
  switch (kind.toUpperCase()) {
    case 'DOI':
      return world.work('doi', id);
    case 'ARXIV':
      return world.work('arxiv', id);
    case 'PMID':
      return world.work('pmid', id);
    case 'PMCID':
      return world.work('pmcid', `PMC${id.replace(/^PMC/i, '')}`);
    default:
      return undefined;
  }
}

const MAX_BATCH = 500;

function idsIn(body: string): readonly string[] | undefined {
  try {
    const { ids } = JSON.parse(body) as { ids?: unknown };
    return Array.isArray(ids) ? ids.map(String) : undefined;
  } catch {
    return undefined;
  }
}

const corpusId = ({ paper }: LabWork): number => 250_000_000 + paper.index;

/** `url` is an empty text where it knows of no file. */
function openAccessPdf({ setup, paper }: LabWork): Record<string, unknown> | null {
  const held = setup.holdings?.semanticScholar;
  if (held) return { url: held.url, status: held.status, license: 'CCBY', disclaimer: DISCLAIMER };
  if (paper.index % 4 === 1) return null;
  return { url: '', status: paper.index % 4 === 2 ? null : 'CLOSED', license: null, disclaimer: DISCLAIMER };
}

function recordOf(work: LabWork): Record<string, unknown> {
  const { paper } = work;
  const pmid = work.setup.holdings?.semanticScholar?.wrongPmid ?? paper.pmid;
  const sha = createHash('sha1').update(paper.id).digest('hex');
  return {
    paperId: sha,
    corpusId: corpusId(work),
    externalIds: {
      ...(paper.doi !== undefined && { DOI: paper.doi }),
      ...(pmid !== undefined && { PubMed: pmid }),
      ...(paper.pmcid !== undefined && { PubMedCentral: paper.pmcid.replace('PMC', '') }),
      CorpusId: corpusId(work),
    },
    url: `https://www.semanticscholar.org/paper/${sha}`,
    title: paper.title ?? '',
    venue: paper.journal,
    year: paper.year,
    authors: paper.authors.map((name, at) => ({ authorId: `${corpusId(work)}${at}`, name })),
    isOpenAccess: work.setup.holdings?.semanticScholar !== undefined,
    openAccessPdf: openAccessPdf(work),
  };
}

/** Semantic Scholar Graph: one paper by any of its names, with the fields that were asked for. */
export function semanticScholar({ world }: LabContext): Provider {
  const asked = new Set<number>();

  function paperOf(name: string, fields: readonly string[]): Reply {
    const work = lookUp(world, name);
    if (!work || !isKnown(work)) return json(404, { error: `Paper with id ${name} not found` });
    const isFirst = !asked.has(work.paper.index);
    asked.add(work.paper.index);
    if (isFirst && work.setup.holdings?.semanticScholar?.isBusyAtFirst) return tooMany();
    const record = recordOf(work);
    const unknown = fields.filter((field) => !(field in record));
    if (unknown.length > 0)
      return json(400, { error: `Unrecognized or unsupported fields: [${unknown.join(', ')}]` });
    return json(200, Object.fromEntries(['paperId', ...fields].map((field) => [field, record[field]])));
  }

  /** Aligned with the ids, null for those it does not know; one busy paper makes the whole request wait. */
  function manyOf(body: string, fields: readonly string[]): Reply {
    const ids = idsIn(body);
    if (!ids || ids.length === 0 || ids.length > MAX_BATCH) return json(400, { error: 'No paper ids given' });
    const replies = ids.map((id) => paperOf(id, fields));
    const refusal = replies.find(({ status }) => status !== 200 && status !== 404);
    return (
      refusal ??
      json(
        200,
        replies.map(({ status, body: paper }) => (status === 200 ? JSON.parse(String(paper)) : null)),
      )
    );
  }

  return {
    hosts: ['api.semanticscholar.org'],
    takesPost: true,
    answer({ url, method, body }: LabRequest): Reply {
      const name = PAPER.exec(url.pathname)?.[1];
      if (name === undefined) return json(404, { message: 'Not Found' });
      const fields = (url.searchParams.get('fields') ?? 'title').split(',').filter(Boolean);
      return method === 'POST' && name === 'batch' ? manyOf(body, fields) : paperOf(decoded(name), fields);
    },
  };
}
