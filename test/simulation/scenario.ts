import { canonicalWorkId, parseIdentifier } from '../../src/core/identifiers.ts';
import type { Work } from '../../src/core/work.ts';
import { type Draws, draws } from './draws.ts';

export const API_HOST = 'api.example.org';
export const ARTIFACTS = '/out/artifacts';
export const RUN_FOLDER = (runId: string): string => `/out/${runId}`;

export interface SimHost {
  readonly name: string;
  /** Between two starts, by policy; 0: not limited. */
  readonly intervalMs: number;
  readonly latencyMs: number;
  /** Every fetch gets other bytes: a file made on demand. */
  readonly isChanging: boolean;
  readonly hasRanges: boolean;
  readonly hasEtag: boolean;
}

/** What a URL has to offer. */
export type Offer = 'pdf' | 'gone' | 'page' | 'dead';

export interface SimPlan {
  readonly url: string;
  readonly host: string;
  readonly offer: Offer;
}

/** A work as it really is: where its copies are, and who tells. */
interface SimWork {
  readonly index: number;
  /** Known at once. */
  readonly known: readonly SimPlan[];
  /** The directory has to be asked for these. */
  readonly listed: readonly SimPlan[];
  /** The last tier. */
  readonly last: readonly SimPlan[];
}

export interface Scenario {
  readonly works: readonly SimWork[];
  /** The input as it is listed: some works twice, some under two names. */
  readonly entries: readonly Work[];
  readonly pageSize: number;
  readonly hosts: readonly SimHost[];
  readonly processes: number;
  readonly workers: number;
  readonly leaseTtlMs: number;
  readonly maxJobAttempts: number;
  readonly retryBackoffMs: number;
  readonly parkAfterMs: number;
  readonly maxParkMs: number;
  readonly shutdownGraceMs: number;
  readonly maxPerHost: number;
  readonly httpAttempts: number;
  readonly hasBreaker: boolean;
  readonly resumePartial: boolean;
  readonly byAddress: boolean;
  readonly sharesBytes: boolean;
  readonly tierParallel: boolean;
  /** Files are looked into: some are proven, the others held until every source has been asked. */
  readonly verifiesIdentity: boolean;
  readonly chunkSizeBytes: number;
  /** Names all works again after the first run has ended. */
  readonly hasSecondRun: boolean;
  /** How often it may be interrupted before it is left in peace. */
  readonly interruptions: number;
}

const OFFERS: readonly Offer[] = ['pdf', 'pdf', 'pdf', 'pdf', 'pdf', 'pdf', 'gone', 'page', 'dead'];

export function drawScenario(seed: number): Scenario {
  const from = draws(seed);
  const hosts = drawHosts(from);
  const contentHosts = hosts.filter(({ name }) => name !== API_HOST);
  // Small worlds are cheap and find most; a few large ones are among them.
  const size = from.next('works');
  const count = Math.max(1, Math.round(size < 0.75 ? size * 12 : size ** 6 * 60));
  const plan = (index: number, copy: string): SimPlan => {
    const { name } = from.pick('host of plan', contentHosts);
    return { url: `https://${name}/w${index}/${copy}.pdf`, host: name, offer: from.pick('offer', OFFERS) };
  };
  const works = Array.from({ length: count }, (_, index): SimWork => {
    const has = (where: string, probability: number) =>
      from.chance(where, probability) ? [plan(index, where)] : [];
    return {
      index,
      known: [...has('known-a', 0.6), ...has('known-b', 0.2)],
      listed: [...has('listed-a', 0.6), ...has('listed-b', 0.2)],
      last: has('last', 0.5),
    };
  });
  return {
    works,
    entries: drawEntries(works, from),
    pageSize: from.int('page size', 1, 10),
    hosts,
    processes: from.chance('many processes', 0.45) ? from.int('processes', 2, 3) : 1,
    workers: from.int('workers', 1, 8),
    leaseTtlMs: Math.round(1000 * 12 ** from.next('ttl')),
    maxJobAttempts: from.int('job attempts', 1, 3),
    retryBackoffMs: from.int('backoff', 200, 6000),
    parkAfterMs: from.int('park after', 300, 8000),
    maxParkMs: from.int('max park', 20, 900) * 1000,
    shutdownGraceMs: from.chance('no grace', 0.3) ? 0 : from.int('grace', 100, 5000),
    maxPerHost: from.int('per host', 1, 4),
    httpAttempts: from.int('http attempts', 1, 4),
    hasBreaker: from.chance('breaker', 0.6),
    resumePartial: from.chance('resume partial', 0.7),
    byAddress: from.chance('by address', 0.25),
    sharesBytes: from.chance('shares bytes', 0.3),
    tierParallel: from.chance('tier parallel', 0.2),
    verifiesIdentity: from.chance('verifies identity', 0.5),
    chunkSizeBytes: from.pick('chunk', [2048, 16_384, 65_536]),
    hasSecondRun: from.chance('second run', 0.3),
    interruptions: from.int('interruptions', 1, 5),
  };
}

function drawHosts(from: Draws): readonly SimHost[] {
  const names = Array.from({ length: from.int('hosts', 1, 4) }, (_, at) => `h${at}.example.org`);
  return [API_HOST, ...names].map((name) => ({
    name,
    intervalMs: from.chance('limited', 0.6) ? from.int('interval', 50, 2000) : 0,
    latencyMs: from.int('latency', 1, 800),
    isChanging: name !== API_HOST && from.chance('changing', 0.3),
    hasRanges: from.chance('ranges', 0.75),
    hasEtag: from.chance('etag', 0.8),
  }));
}

const doiOf = (index: number): string => `10.5555/w${index}`;
const openalexOf = (index: number): string => `W${1000 + index}`;

function workNamed(names: readonly string[], index: number): Work {
  const ids = Object.assign({}, ...names.map((name) => parseIdentifier(name) ?? {})) as Parameters<
    typeof canonicalWorkId
  >[0];
  return { id: canonicalWorkId(ids), ...ids, title: `Work ${index}`, year: 2000 + (index % 20) };
}

function drawEntries(works: readonly SimWork[], from: Draws): readonly Work[] {
  const entries: Work[] = [];
  for (const { index } of works) {
    const [doi, openalex] = [doiOf(index), openalexOf(index)];
    const form = from.next('form of entry');
    if (form < 0.7) entries.push(workNamed([doi], index));
    else if (form < 0.8) entries.push(workNamed([doi], index), workNamed([doi], index));
    else if (form < 0.9) entries.push(workNamed([doi, openalex], index), workNamed([openalex], index));
    else entries.push(workNamed([openalex], index), workNamed([doi, openalex], index));
  }
  return entries;
}

/** Which work a name stands for. */
export function indexOf({ doi, openalex }: Pick<Work, 'doi' | 'openalex'>): number {
  if (doi !== undefined) return Number(/w(\d+)$/.exec(doi)?.[1]);
  return Number(openalex?.slice(1)) - 1000;
}

export const indexOfId = (id: string): number => {
  const doi = /^doi:.*w(\d+)$/.exec(id)?.[1];
  return doi === undefined ? Number(/^openalex:W(\d+)$/.exec(id)?.[1]) - 1000 : Number(doi);
};

export const allPlans = ({ works }: Scenario): readonly SimPlan[] =>
  works.flatMap(({ known, listed, last }) => [...known, ...listed, ...last]);
