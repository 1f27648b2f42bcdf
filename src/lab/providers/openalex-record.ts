import type { Place } from '../scenarios/scenario.ts';
import type { LabWork } from '../world.ts';
import { institutionIdOf, sourceIdOf, topicIdOf } from './openalex-filter.ts';

const URL_START = 'https://openalex.org/';

const REPOSITORY_SOURCE = {
  id: `${URL_START}S4306402512`,
  issn_l: null,
  issn: null,
  is_oa: false,
  is_in_doaj: false,
  is_core: false,
  host_organization: null,
  host_organization_name: null,
  host_organization_lineage: [],
  host_organization_lineage_names: [],
  type: 'repository',
} as const;

function sourceOf(place: Place, work: LabWork): Record<string, unknown> | null {
  if (place.hostType === 'repository') {
    // `source: null` is common; here one repository location in four has it.
    return work.paper.index % 4 === 3 ? null : { ...REPOSITORY_SOURCE, display_name: place.siteName };
  }
  const isGold = work.setup.oaStatus === 'gold';
  return {
    id: URL_START + sourceIdOf(work),
    display_name: place.siteName,
    issn_l: work.paper.issn,
    issn: [work.paper.issn],
    is_oa: isGold,
    is_in_doaj: isGold,
    is_core: true,
    host_organization: `${URL_START}P4310311710`,
    host_organization_name: work.publisher.name,
    host_organization_lineage: [`${URL_START}P4310311710`],
    host_organization_lineage_names: [work.publisher.name],
    type: 'journal',
  };
}

const locationOf = (place: Place, work: LabWork): Record<string, unknown> => ({
  id: place.hostType === 'publisher' ? `doi:${work.paper.doi}` : `pmh:oai:lab:${work.paper.index}`,
  is_oa: place.isOa,
  landing_page_url: place.landingUrl,
  pdf_url: place.pdfUrl,
  source: sourceOf(place, work),
  license: place.license,
  license_id: place.license === null ? null : `${URL_START}licenses/${place.license}`,
  version: `${place.version}Version`,
  is_accepted: place.version !== 'submitted',
  is_published: place.version === 'published',
  raw_source_name: place.siteName,
  raw_type: place.hostType === 'publisher' ? 'journal-article' : 'text',
});

function authorshipOf(name: string, at: number, work: LabWork): Record<string, unknown> {
  const last = work.paper.authors.length - 1;
  return {
    author_position: at === 0 ? 'first' : at === last ? 'last' : 'middle',
    author: { id: `${URL_START}A5${work.paper.index}${at}`, display_name: name, orcid: null },
    institutions: [
      {
        id: URL_START + institutionIdOf(work),
        display_name: 'University of the Lab',
        ror: 'https://ror.org/000000000',
        country_code: 'CH',
        type: 'education',
        lineage: [URL_START + institutionIdOf(work)],
      },
    ],
    countries: ['CH'],
    is_corresponding: at === 0,
    raw_author_name: name,
    raw_affiliation_strings: [],
    raw_orcid: null,
    affiliations: [],
  };
}

function idsOf({ paper }: LabWork): Record<string, unknown> {
  return {
    openalex: URL_START + paper.openalex,
    ...(paper.doi !== undefined && { doi: `https://doi.org/${paper.doi}` }),
    ...(paper.pmid !== undefined && { pmid: `https://pubmed.ncbi.nlm.nih.gov/${paper.pmid}` }),
  };
}

function topicsOf(work: LabWork): Record<string, unknown> {
  const topic = {
    id: URL_START + topicIdOf(work),
    display_name: `Topic ${topicIdOf(work)}`,
    score: 0.99,
    subfield: { id: `${URL_START}subfields/1110`, display_name: 'Plant Science' },
    field: { id: `${URL_START}fields/11`, display_name: 'Agricultural and Biological Sciences' },
    domain: { id: `${URL_START}domains/1`, display_name: 'Life Sciences' },
  };
  return { primary_topic: topic, topics: [topic], keywords: [], concepts: [], mesh: [] };
}

function contentOf({ paper, setup }: LabWork): Record<string, unknown> {
  if (!setup.holdings?.openalexContent) {
    return { has_content: { pdf: false, grobid_xml: false }, content_urls: null };
  }
  const pdf = `https://content.openalex.org/works/${paper.openalex}.pdf`;
  return { has_content: { pdf: true, grobid_xml: false }, content_urls: { pdf, grobid_xml: null } };
}

/** What every record has and no downloader reads. */
const UNREAD = {
  institutions: [],
  countries_distinct_count: 1,
  institutions_distinct_count: 1,
  corresponding_author_ids: [],
  corresponding_institution_ids: [],
  apc_list: null,
  apc_paid: null,
  fwci: 1,
  cited_by_count: 3,
  citation_normalized_percentile: null,
  cited_by_percentile_year: null,
  is_retracted: false,
  is_paratext: false,
  is_xpac: false,
  sustainable_development_goals: [],
  awards: [],
  funders: [],
  referenced_works_count: 0,
  referenced_works: [],
  related_works: [],
  abstract_inverted_index: { Abstract: [0] },
  counts_by_year: [],
  updated_date: '2026-07-15T18:14:33.161393',
  created_date: '2025-10-10T00:00:00',
} as const;

/** A work in the shape of the API of 2026. */
export function openalexRecord(work: LabWork, places: readonly Place[]): Record<string, unknown> {
  const { paper, setup } = work;
  const locations = places.map((place) => locationOf(place, work));
  const best = places.findIndex(({ isOa }) => isOa);
  const open = places[best];
  return {
    id: URL_START + paper.openalex,
    doi: paper.doi === undefined ? null : `https://doi.org/${paper.doi}`,
    title: paper.title,
    display_name: paper.title,
    publication_year: paper.year,
    publication_date: paper.date,
    ids: idsOf(work),
    language: 'en',
    primary_location: locations[0] ?? null,
    type: 'article',
    indexed_in: paper.doi === undefined ? [] : ['crossref'],
    open_access: {
      is_oa: open !== undefined,
      oa_status: open === undefined ? 'closed' : setup.oaStatus,
      oa_url: open ? (open.pdfUrl ?? open.landingUrl) : null,
      any_repository_has_fulltext: places.some(({ hostType, isOa }) => isOa && hostType === 'repository'),
    },
    authorships: paper.authors.map((name, at) => authorshipOf(name, at, work)),
    has_fulltext: false,
    biblio: { volume: '3', issue: null, first_page: '1', last_page: '12' },
    ...topicsOf(work),
    locations_count: locations.length,
    locations,
    best_oa_location: locations[best] ?? null,
    ...contentOf(work),
    ...UNREAD,
  };
}
