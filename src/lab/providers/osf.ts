import { createHash } from 'node:crypto';
import { osfGuid } from '../deposit-names.ts';
import { notFoundPage } from '../pages.ts';
import { robotsReply } from '../publishers.ts';
import { html, json, type LabContext, type LabRequest, type Provider, type Reply } from '../reply.ts';
import type { LabWork, World } from '../world.ts';
import { fileReply } from './file-reply.ts';

const JSON_API = { 'content-type': 'application/vnd.api+json; charset=utf-8' };
const STORAGE = 'storage.googleapis.com';

const fileId = (work: LabWork): string => `65f0c1${osfGuid(work.paper.index)}`;

const preprintOf = (work: LabWork): Record<string, unknown> => ({
  data: {
    id: `${osfGuid(work.paper.index)}_v1`,
    type: 'preprints',
    attributes: {
      title: work.paper.title,
      doi: null,
      is_published: true,
      public: true,
      date_withdrawn: null,
      reviews_state: 'accepted',
      version: 1,
      is_latest_version: true,
      license_record: null,
    },
    relationships: {
      primary_file: {
        links: { related: { href: `https://api.osf.io/v2/files/${fileId(work)}/`, meta: {} } },
      },
    },
    links: { preprint_doi: `https://doi.org/${work.paper.doi}` },
  },
});

function fileOf(world: World, work: LabWork): Record<string, unknown> {
  const { deposit } = work.setup.holdings ?? {};
  const bytes = deposit && world.shelf.bytes(deposit.copy);
  const sha256 = bytes && createHash('sha256').update(bytes).digest('hex');
  return {
    data: {
      id: fileId(work),
      type: 'files',
      attributes: {
        name: 'manuscript.pdf',
        size: bytes?.length,
        extra: { hashes: { sha256 }, downloads: 3 },
      },
      links: { download: `https://osf.io/download/${fileId(work)}/` },
    },
  };
}

const unknown = (): Reply => json(404, { errors: [{ detail: 'Not found.' }] }, JSON_API);

/** OSF: preprints and files in JSON:API; a download passes two redirects before it reaches the storage. */
export function osf({ world }: LabContext): Provider {
  const held = world.works.filter(({ setup }) => setup.holdings?.deposit?.at === 'osf');
  const byGuid = new Map(held.map((work) => [osfGuid(work.paper.index), work]));

  function api(path: string): Reply {
    const [, kind, id = ''] = /^\/v2\/(preprints|files)\/([a-z0-9_]+)\/$/.exec(path) ?? [];
    const work = byGuid.get(kind === 'files' ? id.slice(6) : id.replace(/_v\d+$/, ''));
    if (!work) return unknown();
    return json(200, kind === 'files' ? fileOf(world, work) : preprintOf(work), JSON_API);
  }

  return {
    hosts: ['api.osf.io', 'osf.io', 'files.osf.io', STORAGE],
    answer({ host, url }: LabRequest): Reply {
      if (url.pathname === '/robots.txt') return robotsReply({ robots: { kind: 'allow' } });
      if (host === 'api.osf.io') return api(url.pathname);
      const id = /65f0c1([a-z0-9]+)\/?$/.exec(url.pathname)?.[1] ?? '';
      const work = byGuid.get(id);
      const copy = work?.setup.holdings?.deposit?.copy;
      if (!work || !copy) return html(404, notFoundPage());
      if (host === STORAGE) return fileReply(world, work, copy);
      const location =
        host === 'osf.io'
          ? `https://files.osf.io/v1/resources/lab/providers/osfstorage/${fileId(work)}`
          : `https://${STORAGE}/cos-osf-prod-files/${fileId(work)}?GoogleAccessId=lab&Signature=lab`;
      return html(302, '', { location });
    },
  };
}
