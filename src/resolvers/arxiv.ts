import { type ArxivId, parseArxiv } from '../core/identifiers.ts';
import type { Work } from '../core/work.ts';
import { apiUrl } from './api-url.ts';
import { defineResolver } from './resolver.ts';

const BASE_URL = 'https://arxiv.org/';

const arxivIdOf = ({ arxiv, doi }: Work): ArxivId | undefined =>
  arxiv ?? (doi === undefined ? undefined : parseArxiv(doi));

/** https://arxiv.org: the id is the address, no request is needed to know it. A version given is the version fetched. */
export const arxiv = defineResolver({
  name: 'arxiv',
  tier: 'direct_oa',
  enabledByDefault: true,
  baseUrl: BASE_URL,
  own: {},
  accepts: (work) => arxivIdOf(work) !== undefined,
  first: () => undefined,
  async *plans(work, { options }) {
    const id = arxivIdOf(work);
    if (id === undefined) return;
    yield {
      url: apiUrl(options.base_url ?? BASE_URL, `pdf/${id}`).href,
      expected: 'pdf',
      version: 'submitted',
      hostType: 'repository',
      evidence: 'arXiv id',
    };
  },
});
