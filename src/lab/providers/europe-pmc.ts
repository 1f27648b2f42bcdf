import type { Copy } from '../behaviour.ts';
import { entityOf } from '../faults.ts';
import { notFoundPage } from '../pages.ts';
import { robotsReply } from '../publishers.ts';
import { html, json, type LabContext, type LabRequest, type Provider, type Reply } from '../reply.ts';
import type { LabWork, World } from '../world.ts';

const REST = '/europepmc/webservices/rest/';
const MAX_PAGE_SIZE = 1000;

/** Errors come with status 200. */
const failure = (errMsg: string): Reply => json(200, { errCode: 404, errMsg });

/** Biomedical works only: those PubMed or PMC has a number for. */
function found(world: World, query: string): LabWork | undefined {
  const named = (pattern: RegExp): string => pattern.exec(query)?.[1] ?? '';
  const work =
    world.work('doi', named(/^DOI:"(.+)"$/i).replace(/\\(["\\])/g, '$1')) ??
    world.work('pmcid', named(/^PMCID:(PMC\d+)$/i)) ??
    world.work('pmid', named(/^EXT_ID:(\d+) AND SRC:MED$/i));
  return work?.paper.pmid === undefined ? undefined : work;
}

function fullTextUrls({ paper, setup }: LabWork): readonly Record<string, string>[] {
  const held = setup.holdings?.europePmc;
  const doi = {
    availability: 'Subscription required',
    availabilityCode: 'S',
    documentStyle: 'doi',
    site: 'DOI',
    url: `https://doi.org/${paper.doi}`,
  };
  if (!held) return [doi];
  const own = {
    availability: held.availability === 'OA' ? 'Open access' : 'Free',
    availabilityCode: held.availability,
    site: 'Europe_PMC',
  };
  const page = `https://europepmc.org/articles/${paper.pmcid}`;
  return [
    doi,
    { ...own, documentStyle: 'html', url: page },
    ...(held.pdf ? [{ ...own, documentStyle: 'pdf', url: `${page}?pdf=render` }] : []),
    // The web site of PMC is listed too, and is no use to a program.
    {
      ...own,
      site: 'PubMedCentral',
      documentStyle: 'pdf',
      url: `https://www.ncbi.nlm.nih.gov/pmc/articles/${paper.pmcid}/pdf/?tool=EBI`,
    },
  ];
}

const yes = (value: unknown): 'Y' | 'N' => (value ? 'Y' : 'N');

function recordOf(work: LabWork, isCore: boolean): Record<string, unknown> {
  const { paper, setup } = work;
  const held = setup.holdings?.europePmc;
  const shortNames = paper.authors.map((name) => name.split(' ').toReversed().join(' '));
  return {
    id: paper.pmid,
    source: 'MED',
    pmid: paper.pmid,
    ...(held && { pmcid: paper.pmcid, fullTextIdList: { fullTextId: [paper.pmcid] } }),
    doi: paper.doi,
    title: paper.title ?? '',
    authorString: `${shortNames.join(', ')}.`,
    pubYear: String(paper.year),
    isOpenAccess: yes(held?.availability === 'OA'),
    inEPMC: yes(held),
    inPMC: yes(setup.holdings?.pmc),
    hasPDF: yes(held?.pdf),
    hasBook: 'N',
    hasSuppl: 'N',
    citedByCount: 0,
    ...(isCore && {
      authorList: { author: paper.authors.map((fullName) => ({ fullName })) },
      journalInfo: { journal: { title: paper.journal, issn: paper.issn }, yearOfPublication: paper.year },
      language: 'eng',
      pubTypeList: { pubType: ['Journal Article'] },
      fullTextUrlList: { fullTextUrl: fullTextUrls(work) },
      ...(held?.availability === 'OA' && { license: 'cc by' }),
      authMan: 'N',
      epmcAuthMan: 'N',
      nihAuthMan: 'N',
    }),
  };
}

function search(world: World, { searchParams }: URL): Reply {
  const query = searchParams.get('query') ?? '';
  const pageSize = Number(searchParams.get('pageSize') ?? 25);
  const resultType = searchParams.get('resultType') ?? 'lite';
  if (query === '')
    return failure(
      'No search criteria provided. Please provide a search criteria which is less than 1500 characters.',
    );
  if (!(pageSize >= 1 && pageSize <= MAX_PAGE_SIZE))
    return failure('Invalid page size provided. Valid size is between 1 and 1000');
  const work = found(world, query);
  return json(200, {
    version: '6.9',
    hitCount: work ? 1 : 0,
    request: { queryString: query, resultType, cursorMark: '*', pageSize, sort: '', synonym: false },
    resultList: { result: work ? [recordOf(work, resultType === 'core')] : [] },
  });
}

function handOut(world: World, work: LabWork, copy: Copy): Reply {
  return {
    status: 200,
    headers: { 'content-type': copy.format === 'pdf' ? 'application/pdf' : 'application/xml' },
    body: world.shelf.bytes(copy),
    entity: entityOf(world.seed, copy, { validators: 'none', date: work.paper.date }),
  };
}

/** JATS of open articles; for all others an empty 404, whatever the reason. */
function fullTextXml(world: World, id: string): Reply {
  const work = world.work('pmcid', id);
  const copy = work?.setup.holdings?.europePmc?.xml;
  return work && copy ? handOut(world, work, copy) : { status: 404, body: '' };
}

/** `?pdf=render` leads to the address that has the file. */
function site(world: World, { pathname, searchParams }: URL): Reply {
  const rendered = /^\/articles\/(PMC\d+)$/.exec(pathname)?.[1];
  if (rendered !== undefined && searchParams.get('pdf') === 'render')
    return html(302, '', { location: `https://europepmc.org/api/getPdf?pmcid=${rendered}` });
  const work = world.work('pmcid', searchParams.get('pmcid') ?? '');
  const copy = work?.setup.holdings?.europePmc?.pdf;
  return pathname === '/api/getPdf' && work && copy ? handOut(world, work, copy) : html(404, notFoundPage());
}

/** Europe PMC: the search of its web service, the JATS beside it, and the PDFs its site renders. */
export function europePmc({ world }: LabContext): Provider {
  return {
    hosts: ['www.ebi.ac.uk', 'europepmc.org'],
    answer({ host, url }: LabRequest): Reply {
      if (url.pathname === '/robots.txt') return robotsReply({ robots: { kind: 'missing' } });
      if (host === 'europepmc.org') return site(world, url);
      if (url.pathname === `${REST}search`) return search(world, url);
      const id = /^(PMC\d+)\/fullTextXML$/.exec(url.pathname.slice(REST.length))?.[1];
      return id === undefined ? html(404, notFoundPage()) : fullTextXml(world, id);
    },
  };
}
