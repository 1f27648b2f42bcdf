import { json, type LabContext, type LabRequest, type Provider, type Reply } from '../reply.ts';
import type { LabWork, World } from '../world.ts';

const right = (label: string, openAccessRoute: string | null) => ({
  code: 'c_abf2',
  label,
  openAccessRoute,
  scheme: 'http://vocabularies.coar-repositories.org/documentation/access_rights/',
});

/** A merged record: the publisher's closed instance beside the open one of a repository; addresses escaped for HTML. */
const recordOf = ({ paper }: LabWork, url: string): Record<string, unknown> => ({
  id: `doi_dedup___::${paper.index}`,
  type: 'publication',
  mainTitle: paper.title,
  publicationDate: paper.date,
  pids: [
    { scheme: 'doi', value: paper.doi },
    { scheme: 'handle', value: `2048/${paper.index}` },
  ],
  openAccessColor: null,
  isGreen: true,
  isInDiamondJournal: false,
  bestAccessRight: right('OPEN', null),
  embargoEndDate: null,
  instances: [
    { urls: [`https://doi.org/${paper.doi}`], accessRight: right('CLOSED', null), license: null, pids: null },
    { urls: null, accessRight: null, license: null, type: 'Article', pids: null },
    {
      urls: [url.replaceAll('&', '&amp;')],
      accessRight: right('OPEN', 'green'),
      license: null,
      type: 'Article',
      pids: null,
      refereed: 'peerReviewed',
    },
  ],
});

/** Lists that would be empty are null. */
function recordsOf(world: World, doi: string): readonly Record<string, unknown>[] | null {
  const work = world.work('doi', doi);
  const { deposit } = work?.setup.holdings ?? {};
  return work && deposit?.at === 'openaire' && deposit.url ? [recordOf(work, deposit.url)] : null;
}

/** OpenAIRE Graph, version 3: records by identifier, and how much of the hour's allowance is used. */
export function openaire({ world }: LabContext): Provider {
  let used = 0;
  return {
    hosts: ['api.openaire.eu'],
    answer({ url }: LabRequest): Reply {
      if (url.pathname !== '/graph/v3/research-products')
        return json(404, { error: 'Not Found', path: url.pathname });
      used += 1;
      const headers = { 'x-ratelimit-limit': '60', 'x-ratelimit-used': String(used) };
      const pid = url.searchParams.get('pid') ?? '';
      if (/\s/.test(pid) && !pid.startsWith('"'))
        return json(400, { error: 'Bad Request', message: 'Invald query parameter' }, headers);
      const results = recordsOf(world, pid);
      const header = { numFound: results?.length ?? 0, maxScore: 1, queryTime: 4, page: 1, pageSize: 10 };
      return json(200, { header, results }, headers);
    },
  };
}
