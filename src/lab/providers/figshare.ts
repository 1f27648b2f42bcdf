import { createHash } from 'node:crypto';
import { figshareIndex, figshareNumber } from '../deposit-names.ts';
import { notFoundPage } from '../pages.ts';
import { robotsReply } from '../publishers.ts';
import { html, json, type LabContext, type LabRequest, type Provider, type Reply } from '../reply.ts';
import type { LabWork, World } from '../world.ts';
import { fileReply } from './file-reply.ts';

const STORAGE = 's3-eu-west-1.amazonaws.com';

const licence = { value: 1, name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' };

const itemOf = ({ paper }: LabWork, more: Record<string, unknown>): Record<string, unknown> => ({
  id: figshareNumber(paper.index),
  title: paper.title,
  doi: paper.doi,
  handle: '',
  url: `https://api.figshare.com/v2/articles/${figshareNumber(paper.index)}`,
  published_date: `${paper.date}T00:57:36Z`,
  defined_type: 6,
  defined_type_name: 'journal contribution',
  resource_doi: '',
  ...more,
});

/** Publishers put figures here under the DOI of the article itself. */
const figureOf = (work: LabWork): Record<string, unknown> =>
  itemOf(work, { defined_type: 1, defined_type_name: 'figure', resource_doi: work.paper.doi });

function wholeItem(world: World, work: LabWork): Record<string, unknown> {
  const { deposit } = work.setup.holdings ?? {};
  const id = figshareNumber(work.paper.index);
  const common = { license: licence, is_embargoed: false, is_confidential: false, is_metadata_record: false };
  const fileOf = (name: string, md5: string, size: number) => ({
    id,
    name,
    size,
    is_link_only: false,
    download_url: `https://ndownloader.figshare.com/files/${id}`,
    supplied_md5: '',
    computed_md5: md5,
  });
  if (deposit?.at !== 'figshare')
    return { ...figureOf(work), ...common, files: [fileOf('Figure_1.pdf', '0'.repeat(32), 4)] };
  const bytes = world.shelf.bytes(deposit.copy);
  const md5 = createHash('md5').update(bytes).digest('hex');
  return { ...itemOf(work, {}), ...common, files: [fileOf('Author_accepted.pdf', md5, bytes.length)] };
}

/** figshare: items by number or DOI, files behind a redirect to storage. Every fourth article has a figure there. */
export function figshare({ world }: LabContext): Provider {
  const hasDeposit = (work: LabWork) => work.setup.holdings?.deposit?.at === 'figshare';
  const hasFigure = ({ paper }: LabWork) => paper.doi !== undefined && paper.index % 4 === 0;
  const byNumber = (number: string | undefined) => {
    const work = world.works[figshareIndex(Number(number))];
    return work && (hasDeposit(work) || hasFigure(work)) ? work : undefined;
  };

  function api({ pathname, searchParams }: URL): Reply {
    if (pathname === '/v2/articles') {
      const work = world.work('doi', searchParams.get('doi') ?? '');
      if (!work) return json(200, []);
      const deposits = hasDeposit(work) ? [itemOf(work, {})] : [];
      return json(200, [...deposits, ...(hasFigure(work) ? [figureOf(work)] : [])]);
    }
    const work = byNumber(/^\/v2\/articles\/(\d+)$/.exec(pathname)?.[1]);
    return work
      ? json(200, wholeItem(world, work))
      : json(404, { message: 'Entity not found: article', code: 'EntityNotFound' });
  }

  return {
    hosts: ['api.figshare.com', 'ndownloader.figshare.com', STORAGE],
    answer({ host, url }: LabRequest): Reply {
      if (url.pathname === '/robots.txt') return robotsReply({ robots: { kind: 'allow' } });
      if (host === 'api.figshare.com') return api(url);
      const work = byNumber(/\/(\d+)$/.exec(url.pathname)?.[1]);
      const copy = work && hasDeposit(work) ? work.setup.holdings?.deposit?.copy : undefined;
      if (!work || !copy) return html(404, notFoundPage());
      if (host === STORAGE) return fileReply(world, work, copy);
      return html(302, '', {
        location: `https://${STORAGE}/pfigshare-u-files/${figshareNumber(work.paper.index)}?X-Amz-Signature=lab`,
      });
    },
  };
}
