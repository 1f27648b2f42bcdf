import { createHash } from 'node:crypto';
import { zenodoIndex, zenodoNumber } from '../deposit-names.ts';
import { notFoundPage } from '../pages.ts';
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
import type { LabWork, World } from '../world.ts';
import { fileReply, otherCopy } from './file-reply.ts';

const MAIN = 'Manuscript (final).pdf';
const SUPPLEMENT = 'Supplementary Table 1.pdf';

/** On every answer, good or bad: only what a 429 says of waiting is meant. */
const LIMIT_HEADERS = {
  'retry-after': '59',
  'x-ratelimit-limit': '133',
  'x-ratelimit-remaining': '130',
};

function recordOf(world: World, { paper, setup }: LabWork): Record<string, unknown> {
  const number = zenodoNumber(paper.index);
  const copy = setup.holdings?.deposit?.copy;
  const bytes = copy && world.shelf.bytes(copy);
  const file = (key: string, checksum: string) => ({
    id: `lab-${number}-${key.length}`,
    key,
    size: bytes?.length ?? 0,
    checksum: `md5:${checksum}`,
    links: { self: `https://zenodo.org/api/records/${number}/files/${encodeURIComponent(key)}/content` },
  });
  return {
    id: number,
    conceptrecid: String(number - 1),
    doi: paper.doi,
    conceptdoi: `10.5281/zenodo.${number - 1}`,
    metadata: {
      title: paper.title,
      doi: paper.doi,
      publication_date: paper.date,
      access_right: 'open',
      creators: paper.authors.map((name) => ({ name, affiliation: null })),
      resource_type: { title: 'Preprint', type: 'publication', subtype: 'preprint' },
      license: { id: 'cc-by-4.0' },
    },
    links: { self_html: `https://zenodo.org/records/${number}` },
    files: [
      file(SUPPLEMENT, '0'.repeat(32)),
      ...(bytes ? [file(MAIN, createHash('md5').update(bytes).digest('hex'))] : []),
    ],
    status: 'published',
    state: 'done',
  };
}

/** Zenodo: records by number or by DOI, files by name, and a Retry-After that means nothing. */
export function zenodo({ world }: LabContext): Provider {
  const held = (work: LabWork | undefined): LabWork | undefined =>
    work?.setup.holdings?.deposit?.at === 'zenodo' ? work : undefined;
  const byNumber = (number: string | undefined) => held(world.works[zenodoIndex(Number(number))]);
  const limited = (reply: Reply): Reply => ({ ...reply, headers: { ...LIMIT_HEADERS, ...reply.headers } });

  function search({ searchParams }: URL): Reply {
    if (Number(searchParams.get('size') ?? 10) > 25) return { status: 400 };
    const doi = /^doi:"(.+)"$/.exec(searchParams.get('q') ?? '')?.[1]?.replace(/\\(["\\])/g, '$1') ?? '';
    const work = held(world.work('doi', doi));
    const hits = work ? [recordOf(world, work)] : [];
    return json(200, { hits: { hits, total: hits.length }, aggregations: {}, links: {} });
  }

  function answer({ url }: LabRequest): Reply {
    if (url.pathname === '/robots.txt') return robotsReply({ robots: { kind: 'allow' } });
    if (/^\/api\/records\/?$/.test(url.pathname)) return limited(search(url));
    const [, number, key] = /^\/api\/records\/(\d+)(?:\/files\/([^/]+)\/content)?$/.exec(url.pathname) ?? [];
    const work = byNumber(number);
    if (number === undefined) return html(404, notFoundPage());
    if (!work) return limited(json(404, { status: 404, message: 'PID does not exist.' }));
    if (key === undefined) return limited(json(200, recordOf(world, work)));
    const copy = decoded(key) === MAIN ? work.setup.holdings?.deposit?.copy : otherCopy(world, work);
    return copy ? limited(fileReply(world, work, copy)) : html(404, notFoundPage());
  }

  return { hosts: ['zenodo.org'], answer };
}
