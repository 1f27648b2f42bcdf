import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { FORMATS } from '../core/plan.ts';
import type { AccessLog } from './access-log.ts';
import { type Capability, DEFAULT_CAPABILITY } from './expected.ts';
import { judge } from './judge.ts';
import { isListingFault, LISTING_FAULTS, type ListingEnd } from './listing-faults.ts';
import type { SpoiltListing } from './reply.ts';
import type { LabWork, World } from './world.ts';

/** Digests to compute between two turns of the event loop, so that the lab goes on answering. */
const WORKS_PER_TURN = 20;

/** `?resolvers=openalex,arxiv&formats=pdf&verify_identity=0`: whose expectations are wanted. */
function capabilityOf(params: URLSearchParams): Capability {
  const resolvers = params.get('resolvers')?.split(',');
  const formats = params.get('formats')?.split(',');
  return {
    resolvers: resolvers ?? DEFAULT_CAPABILITY.resolvers,
    formats: formats ? FORMATS.filter((format) => formats.includes(format)) : DEFAULT_CAPABILITY.formats,
    verifiesIdentity: params.get('verify_identity') !== '0',
  };
}

/** A work with what must come of it, as JSON. */
function describeWork(world: World, work: LabWork, capability: Capability): Record<string, unknown> {
  const { paper, label, setup } = work;
  return {
    id: paper.id,
    spelling: paper.spelling,
    doi: paper.doi ?? null,
    openalex: paper.openalex,
    arxiv: paper.arxiv ?? null,
    pmid: paper.pmid ?? null,
    title: paper.title,
    year: paper.year,
    authors: paper.authors,
    scenario: label,
    oa_status: setup.oaStatus,
    expected: world.expected(paper.id, capability),
    sources: {
      openalex: setup.openalex?.map(({ pdfUrl, landingUrl }) => ({ pdfUrl, landingUrl })) ?? null,
      unpaywall: setup.unpaywall?.map(({ pdfUrl, landingUrl }) => ({ pdfUrl, landingUrl })) ?? null,
      doi: setup.doiTarget ?? null,
      found_by: [...new Set(setup.finds.map(({ via }) => via))],
    },
  };
}

/** What the fault of the listing must come to. */
function describeListing({ name }: SpoiltListing, { works }: World): Record<string, unknown> | null {
  if (!isListingFault(name)) return null;
  const { must }: { readonly must: ListingEnd } = LISTING_FAULTS[name];
  const listed = must.works(works.filter(({ setup }) => setup.openalex).length);
  return { fault: name, whole: must.isWhole, works: listed, problem: must.problem ?? null };
}

async function writeWorld({ world, listing }: Told, capability: Capability, response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'application/json' });
  const spoilt = listing ? JSON.stringify(describeListing(listing, world)) : 'null';
  response.write(`{"seed":${world.seed},"listing":${spoilt},"works":[`);
  for (const [at, work] of world.works.entries()) {
    if (response.destroyed) return;
    response.write(`${at === 0 ? '' : ','}\n${JSON.stringify(describeWork(world, work, capability))}`);
    if (at % WORKS_PER_TURN === 0) await setImmediate();
  }
  response.end('\n]}\n');
}

const send = (response: ServerResponse, type: string, body: string): void => {
  response.writeHead(200, { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) });
  response.end(body);
};

interface Told {
  readonly world: World;
  readonly accessLog: AccessLog;
  readonly listing?: SpoiltListing;
}

/** The lab's own pages under `/__lab/`, at its own address only; `false`: there is no such page. */
export async function answerControl(url: URL, lab: Told, response: ServerResponse): Promise<boolean> {
  const { world, accessLog } = lab;
  switch (url.pathname) {
    case '/__lab/ids':
      send(
        response,
        'text/plain; charset=utf-8',
        `${world.works.map(({ paper }) => paper.spelling).join('\n')}\n`,
      );
      return true;
    case '/__lab/world':
      await writeWorld(lab, capabilityOf(url.searchParams), response);
      return true;
    case '/__lab/mend-listing':
      lab.listing?.mend();
      send(response, 'application/json', JSON.stringify({ mended: lab.listing?.name ?? null }));
      return true;
    case '/__lab/access-log': {
      const entries = url.searchParams.get('entries') === '0' ? [] : accessLog.entries();
      send(
        response,
        'application/json',
        JSON.stringify({ count: accessLog.count(), ...judge(accessLog), entries }),
      );
      return true;
    }
    default:
      return false;
  }
}
