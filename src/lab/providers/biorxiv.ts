import { preprintServer } from '../deposit-names.ts';
import { cloudflarePage } from '../pages.ts';
import { robotsReply } from '../publishers.ts';
import {
  decoded,
  html,
  json,
  type LabContext,
  type LabRequest,
  type Provider,
  type Reply,
} from '../reply.ts';
import type { LabWork } from '../world.ts';
import { fileReply, otherCopy } from './file-reply.ts';

const NEWEST = 10;

const rowOf = ({ paper }: LabWork, version: number): Record<string, unknown> => ({
  title: paper.title,
  authors: paper.authors.map((name) => name.split(' ').toReversed().join(', ')).join('; '),
  doi: paper.doi,
  date: paper.date,
  version: String(version),
  type: 'new results',
  license: 'cc_by',
  category: 'evolutionary biology',
  jatsxml: '',
  funder: 'NA',
  published: 'NA',
  server: preprintServer(paper.index),
});

/** bioRxiv and medRxiv: one row per version, "no posts found" in a message, and sites that stop programs elsewhere. */
export function biorxiv({ world }: LabContext): Provider {
  const held = (doi: string): LabWork | undefined => {
    const work = world.work('doi', doi);
    return work?.setup.holdings?.deposit?.at === 'biorxiv' ? work : undefined;
  };

  function details(path: string): Reply {
    const [, server, doi = ''] = /^\/details\/(biorxiv|medrxiv)\/(.+)\/na\/json$/.exec(path) ?? [];
    const work = held(doi);
    if (!work || preprintServer(work.paper.index).toLowerCase() !== server)
      return json(200, { messages: [{ status: 'no posts found' }], collection: [] });
    const rows = [1, 2, NEWEST].map((version) => rowOf(work, version));
    const message = {
      status: 'ok',
      category: 'all',
      interval: doi,
      cursor: 0,
      count: rows.length,
      total: '3',
    };
    return json(200, { messages: [message], collection: rows });
  }

  function site(host: string, path: string): Reply {
    const [, doi = '', version] = /^\/content\/(.+?)v(\d+)\.full\.pdf$/.exec(path) ?? [];
    const work = held(doi);
    const copy = work?.setup.holdings?.deposit?.copy;
    if (!work || !copy || !host.includes(preprintServer(work.paper.index).toLowerCase()))
      return html(403, cloudflarePage());
    return fileReply(world, work, Number(version) === NEWEST ? copy : otherCopy(world, work));
  }

  return {
    hosts: ['api.biorxiv.org', 'www.biorxiv.org', 'www.medrxiv.org'],
    answer({ host, url }: LabRequest): Reply {
      if (url.pathname === '/robots.txt') return robotsReply({ robots: { kind: 'allow' } });
      const path = decoded(url.pathname);
      return host === 'api.biorxiv.org' ? details(path) : site(host, path);
    },
  };
}
