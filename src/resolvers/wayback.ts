import { z } from 'zod';
import { Failure, OutOfRoom } from '../core/errors.ts';
import { type Doi, parseWebUrl } from '../core/identifiers.ts';
import type { Candidate } from '../core/plan.ts';
import { canonicalUrl } from '../core/url.ts';
import type { Work } from '../core/work.ts';
import { apiUrl } from './api-url.ts';
import { candidatesOfRelease, Release } from './fatcat-release.ts';
import { isPdfAddress } from './pdf-address.ts';
import { readJson } from './read-json.ts';
import { defineResolver, type ResolveContext } from './resolver.ts';

const BASE_URL = 'https://web.archive.org/';
/** The index answers one question in two and a half seconds for everybody: it is asked about few addresses a work. */
const MAX_LOOKUPS = 3;
/** Newest captures of one address that are worth trying. */
const MAX_CAPTURES = 3;

/** What the index says of an address of an excluded site, with status 403. */
const EXCLUDED = /AccessControlException|Blocked Site/i;

const Table = z.array(z.array(z.string()));

function indexUrl(address: string, baseUrl: string | null): string {
  const url = apiUrl(baseUrl ?? BASE_URL, 'cdx/search/cdx');
  url.searchParams.set('url', address);
  url.searchParams.set('output', 'json');
  url.searchParams.append('filter', 'statuscode:200');
  url.searchParams.append('filter', 'mimetype:application/pdf');
  url.searchParams.set('collapse', 'digest');
  url.searchParams.set('limit', `-${MAX_CAPTURES}`);
  return url.href;
}

const releaseUrl = (doi: Doi, fatcatUrl: string): string => {
  const url = apiUrl(fatcatUrl, 'release/lookup');
  url.searchParams.set('doi', doi);
  url.searchParams.set('expand', 'files');
  return url.href;
};

/** `id_` asks for the bytes as they were captured; without it a frame or a rewritten page comes. */
const captureUrl = (timestamp: string, original: string, baseUrl: string | null): string =>
  `${apiUrl(baseUrl ?? BASE_URL, 'web/').href}${timestamp}id_/${original.replace(/#.*$/s, '')}`;

/** Rows under a header row, oldest first; `[]` when there are none. Revisits have no bytes of their own. */
function* capturesIn(table: z.output<typeof Table>, baseUrl: string | null): Iterable<Candidate> {
  const [header = [], ...rows] = table;
  const cell = (row: readonly string[], name: string): string => row[header.indexOf(name)] ?? '';
  const digests = new Set<string>();
  for (const row of rows.toReversed()) {
    const timestamp = cell(row, 'timestamp');
    const original = parseWebUrl(cell(row, 'original'));
    const digest = cell(row, 'digest');
    const isPdf = cell(row, 'statuscode') === '200' && cell(row, 'mimetype') === 'application/pdf';
    if (!isPdf || !/^\d{14}$/.test(timestamp) || original === undefined || digests.has(digest)) continue;
    digests.add(digest);
    yield {
      url: captureUrl(timestamp, original, baseUrl),
      expected: 'pdf',
      evidence: `captured ${timestamp.slice(0, 4)}-${timestamp.slice(4, 6)}-${timestamp.slice(6, 8)}`,
    };
  }
}

/** Addresses of files first; the one the work came with only when it names one. */
function addressesOf(work: Work, refused: readonly string[]): readonly string[] {
  const given = work.url !== undefined && isPdfAddress(work.url) ? [work.url] : [];
  const byKey = new Map([...refused, ...given].map((url) => [canonicalUrl(url), url]));
  return [...byKey.values()].slice(0, MAX_LOOKUPS);
}

type Context = Pick<ResolveContext<{ readonly base_url: string | null }>, 'ask' | 'options'>;

async function capturesOf(address: string, { ask, options }: Context): Promise<readonly Candidate[]> {
  const url = indexUrl(address, options.base_url);
  const answer = await ask.text({ url, role: 'metadata' }, [403]);
  if (answer.status === 403) {
    if (EXCLUDED.test(answer.text)) return [];
    throw new Failure('http-4xx', 'the archive refuses to be asked', { url: answer.url, httpStatus: 403 });
  }
  // Older answers are empty where newer ones are `[]`.
  return answer.text.trim() === '' ? [] : [...capturesIn(readJson(answer, Table), options.base_url)];
}

/**
 * https://web.archive.org: captures of the files that could not be had where they were, by the CDX index. Where
 * its address is configured, fatcat is asked before: it knows captures by DOI and their hashes and needs one question only;
 * its lookup no longer answers reliably, and a timeout for every work is worse than a capture missed. A status of a capture is that of
 * the archived page, never of the archive: the HTTP stack tells them apart by `memento-datetime`.
 */
export const wayback = defineResolver({
  name: 'wayback',
  tier: 'archive',
  enabledByDefault: true,
  baseUrl: BASE_URL,
  own: {
    fatcat_url: z
      .url()
      .nullable()
      .default(null)
      .describe(
        'fatcat, a catalogue of archived papers by DOI, asked first, as "https://api.fatcat.wiki/v0/"; null: not asked',
      ),
  },
  // Which addresses failed is known only when it is this resolver's turn: what other resolvers find files by is enough.
  accepts: ({ doi, url, openalex, arxiv }, leads) =>
    [doi, url, openalex, arxiv].some((id) => id !== undefined) || leads.length > 0,
  first: ({ doi }, { base_url, fatcat_url }) => ({
    url: doi !== undefined && fatcat_url !== null ? releaseUrl(doi, fatcat_url) : indexUrl('', base_url),
    role: 'metadata',
  }),
  async *plans(work, context) {
    const { ask, options, refused } = context;
    let found = 0;
    let refusal: Failure | undefined;
    const attempt = async (lookUp: () => Promise<readonly Candidate[]>): Promise<readonly Candidate[]> => {
      try {
        const candidates = await lookUp();
        found += candidates.length;
        return candidates;
      } catch (error) {
        // One question that fails must not hide the others; its reason counts when none of them has anything.
        if (!(error instanceof Failure) || error instanceof OutOfRoom) throw error;
        refusal ??= error;
        return [];
      }
    };
    const { doi } = work;
    const { fatcat_url: fatcatUrl, base_url: baseUrl } = options;
    if (doi !== undefined && fatcatUrl !== null) {
      yield* await attempt(async () => {
        const release = await ask.json({ url: releaseUrl(doi, fatcatUrl), role: 'metadata' }, Release);
        return release ? candidatesOfRelease(release, (at, url) => captureUrl(at, url, baseUrl)) : [];
      });
    }
    for (const address of found > 0 ? [] : addressesOf(work, refused))
      yield* await attempt(() => capturesOf(address, context));
    if (found === 0 && refusal) throw refusal;
  },
});
