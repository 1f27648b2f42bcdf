import { createHash } from 'node:crypto';
import type { Archived, Capture } from '../archived.ts';
import { pageKeyOf } from '../article-urls.ts';
import { notFoundPage } from '../pages.ts';
import { robotsReply } from '../publishers.ts';
import { html, json, type LabContext, type LabRequest, type Provider, type Reply } from '../reply.ts';
import type { LabWork, World } from '../world.ts';
import { fileReply } from './file-reply.ts';

interface Shelved {
  readonly work: LabWork;
  readonly archived: Archived;
  readonly capture: Capture;
}

const COLUMNS = ['urlkey', 'timestamp', 'original', 'mimetype', 'statuscode', 'digest', 'length'] as const;
const BLOCKED =
  'org.archive.util.io.RuntimeIOException: org.archive.wayback.exception.AdministrativeAccessControlException: Blocked Site Error\n';

function shelvedIn(world: World): ReadonlyMap<string, Shelved> {
  const shelved = world.works.flatMap((work) => {
    const archived = work.setup.holdings?.archived;
    return (archived?.captures ?? []).map((capture): [string, Shelved] => [
      pageKeyOf(capture.url),
      { work, archived: archived ?? { captures: [] }, capture },
    ]);
  });
  return new Map(shelved);
}

const keyOf = (url: string): string => (URL.canParse(url) ? pageKeyOf(url) : '');

/** `20180102030405` as in headers. */
const httpDate = (timestamp: string): string =>
  new Date(timestamp.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z')).toUTCString();

const mementoHeaders = ({ timestamp, url }: Capture): Record<string, string> => ({
  'memento-datetime': httpDate(timestamp),
  link: `<${url}>; rel="original"`,
  'x-archive-src': 'lab-20180102/lab-00000.warc.gz',
  'x-archive-orig-date': httpDate(timestamp),
});

/** The index: a header row and the captures, or `[]`; 403 in plain words for excluded sites. */
function index(found: Shelved | undefined): Reply {
  if (found?.archived.isExcluded)
    return { status: 403, headers: { 'content-type': 'text/plain;charset=UTF-8' }, body: BLOCKED };
  if (!found) return json(200, []);
  const { timestamp, url } = found.capture;
  const row = [
    'example,lab)/',
    timestamp,
    url,
    'application/pdf',
    '200',
    'LABLABLABLABLABLABLABLABLABLAB23',
    '41234',
  ];
  return json(200, [COLUMNS, row]);
}

interface Mode {
  readonly timestamp: string;
  readonly flags: string;
}

/** Playback: the bytes with `id_`, a frame without; another time leads to the nearest capture. */
function playback(world: World, found: Shelved | undefined, { timestamp, flags }: Mode): Reply {
  if (!found) return html(404, notFoundPage());
  const { capture, work } = found;
  if (timestamp !== capture.timestamp)
    return html(302, '', {
      location: `https://web.archive.org/web/${capture.timestamp}${flags}/${capture.url}`,
      'x-archive-redirect-reason': `found capture at ${capture.timestamp}`,
    });
  const headers = mementoHeaders(capture);
  if (!capture.copy)
    return html(429, '<html><head><title>Too Many Requests</title></head><body>Slow down.</body></html>', {
      ...headers,
      'x-archive-orig-retry-after': '6',
    });
  if (flags !== 'id_')
    return html(
      200,
      '<html><head><title>Wayback Machine</title></head><body><iframe></iframe></body></html>',
      headers,
    );
  const file = fileReply(world, work, capture.copy);
  return { ...file, headers: { ...file.headers, ...headers } };
}

function release(world: World, doi: string): Reply {
  const work = world.work('doi', doi);
  const archived = work?.setup.holdings?.archived;
  if (!work || !archived?.fatcat)
    return json(404, { success: false, error: 'not-found', message: `release with doi ${doi} not found` });
  const files = archived.captures.flatMap(({ copy, timestamp, url }) => {
    if (!copy) return [];
    const bytes = world.shelf.bytes(copy);
    const sha1 = createHash('sha1').update(bytes).digest('hex');
    return {
      state: 'active',
      mimetype: 'application/pdf',
      size: bytes.length,
      sha1: archived.fatcat === 'wrong-hash' ? sha1.split('').toReversed().join('') : sha1,
      urls: [
        { url, rel: 'publisher' },
        { url: `https://web.archive.org/web/${timestamp}/${url}`, rel: 'webarchive' },
      ],
    };
  });
  return json(200, {
    ident: `lab${work.paper.index}`,
    state: 'active',
    ext_ids: { doi: work.paper.doi },
    title: work.paper.title,
    release_year: work.paper.year,
    release_stage: 'published',
    release_type: 'article-journal',
    files,
    filesets: [],
    webcaptures: [],
  });
}

function availability(found: Shelved | undefined, url: string): Reply {
  if (!found || found.archived.isExcluded) return json(200, { url, archived_snapshots: {} });
  const { timestamp, url: original } = found.capture;
  const closest = {
    status: '200',
    available: true,
    url: `http://web.archive.org/web/${timestamp}/${original}`,
    timestamp,
  };
  return json(200, { url, archived_snapshots: { closest } });
}

/** The Wayback Machine (index, playback, availability) and fatcat, the catalogue of archived papers. */
export function wayback({ world }: LabContext): Provider {
  let shelved: ReadonlyMap<string, Shelved> | undefined;
  const find = (url: string): Shelved | undefined => {
    shelved ??= shelvedIn(world);
    return shelved.get(keyOf(url));
  };

  return {
    hosts: ['web.archive.org', 'archive.org', 'api.fatcat.wiki'],
    answer(request: LabRequest): Reply {
      const { pathname, search, searchParams } = request.url;
      const asked = searchParams.get('url') ?? '';
      if (pathname === '/robots.txt') return robotsReply({ robots: { kind: 'allow' } });
      if (pathname === '/v0/release/lookup') return release(world, searchParams.get('doi') ?? '');
      if (pathname === '/cdx/search/cdx') return index(find(asked));
      if (pathname === '/wayback/available') return availability(find(asked), asked);
      const [, timestamp = '', flags = '', url = ''] = /^\/web\/(\d+)([a-z_]*)\/(.+)$/.exec(pathname) ?? [];
      return playback(world, find(url + search), { timestamp, flags });
    },
  };
}
