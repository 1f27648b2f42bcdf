import {
  decoded,
  flaskNotFound,
  json,
  type LabContext,
  type LabRequest,
  type Provider,
  type Reply,
} from '../reply.ts';
import type { Place } from '../scenarios/scenario.ts';
import type { LabWork } from '../world.ts';

const REFUSAL = 'Please use your own email address in API calls. See http://unpaywall.org/products/api';

const failure = (status: number, message: string): Reply =>
  json(status, { HTTP_status_code: status, message, error: true });

/** The addresses its server turns away. */
function isRealAddress(email: string | null): boolean {
  if (!email?.includes('@')) return false;
  const lower = email.toLowerCase();
  if (lower === 'unpaywall_01@example.com') return true;
  return !(
    lower.endsWith('example.com') ||
    lower.includes('your_email') ||
    lower.includes('randomemail') ||
    lower === 'your@email.org'
  );
}

const locationOf = (place: Place, work: LabWork, isBest: boolean): Record<string, unknown> => ({
  url: place.pdfUrl ?? place.landingUrl,
  url_for_pdf: place.pdfUrl,
  url_for_landing_page: place.landingUrl,
  evidence: 'deprecated',
  license: place.license,
  version: `${place.version}Version`,
  host_type: place.hostType,
  is_best: isBest,
  pmh_id: place.hostType === 'repository' ? `oai:lab:${work.paper.index}` : null,
  endpoint_id: place.hostType === 'repository' ? 'daaf77eacc58eec31bb' : null,
  repository_institution: place.hostType === 'repository' ? place.siteName : null,
  oa_date: work.paper.date,
  updated: 'deprecated',
});

function recordOf(work: LabWork, places: readonly Place[]): Record<string, unknown> {
  const { paper, setup, publisher } = work;
  const open = places.filter(({ isOa }) => isOa);
  const locations = open.map((place, at) => locationOf(place, work, at === 0));
  return {
    doi: paper.doi,
    doi_url: `https://doi.org/${paper.doi}`,
    title: paper.title,
    genre: 'journal-article',
    is_paratext: false,
    published_date: paper.date,
    year: paper.year,
    journal_name: paper.journal,
    journal_issns: `${paper.issn},${paper.issn}`,
    journal_issn_l: paper.issn,
    journal_is_oa: setup.oaStatus === 'gold',
    journal_is_in_doaj: setup.oaStatus === 'gold',
    publisher: publisher.name,
    is_oa: open.length > 0,
    oa_status: open.length > 0 ? setup.oaStatus : 'closed',
    has_repository_copy: open.some(({ hostType }) => hostType === 'repository'),
    best_oa_location: locations[0] ?? null,
    first_oa_location: locations[0] ?? null,
    oa_locations: locations,
    oa_locations_embargoed: [],
    data_standard: 2,
    z_authors: paper.authors.map((name, at) => ({
      author_position: at === 0 ? 'first' : 'additional',
      raw_author_name: name,
      is_corresponding: at === 0,
      raw_affiliation_strings: [],
    })),
    updated: '2025-05-24T02:33:38Z',
  };
}

/** Unpaywall v2: one GET per DOI, an e-mail address of one's own is mandatory (422), unknown DOIs are HTML 404s. */
export function unpaywall({ world }: LabContext): Provider {
  return {
    hosts: ['api.unpaywall.org'],
    answer({ url }: LabRequest): Reply {
      const name = decoded(url.pathname);
      if (name === '/v2' || name === '/v2/') {
        return json(200, { version: '2.0.1', msg: "Don't panic" });
      }
      if (!name.startsWith('/v2/')) return flaskNotFound();
      if (!isRealAddress(url.searchParams.get('email'))) return failure(422, REFUSAL);
      const work = world.work('doi', name.slice('/v2/'.length));
      const places = work?.setup.unpaywall;
      return work && places ? json(200, recordOf(work, places)) : flaskNotFound();
    },
  };
}
