import { articlePage } from './article-styles.ts';
import { articleUrls, pageKey, pageKeyOf } from './article-urls.ts';
import type { Behaviour, Copy } from './behaviour.ts';
import { dice } from './dice.ts';
import { type Capability, DEFAULT_CAPABILITY, type Expected, expectedOf } from './expected.ts';
import { jatsArticle } from './jats.ts';
import { createPaper, type Paper } from './paper.ts';
import { createPress } from './pdf.ts';
import { dealScenarios } from './scenarios/index.ts';
import { withOverlap } from './scenarios/overlap.ts';
import type { Scenario, Setup } from './scenarios/scenario.ts';
import { createShelf, type Shelf } from './shelf.ts';
import { createSites, type Site, type Sites } from './site.ts';

export interface WorldOptions {
  readonly seed: number;
  readonly works: number;
  /** Scenario labels to include; default: the usual mix, in which most works can be had. */
  readonly faults?: readonly string[];
  /** 1: PDFs of 40 KB to 3 MB, 300 KB in the middle. */
  readonly sizeScale?: number;
  /** Default true: every twelfth title is hostile. */
  readonly hostileTitles?: boolean;
  /** Sources know many works together, as in the real world; default: each scenario has those it is about. */
  readonly overlap?: boolean;
  /** What hosts with a Crawl-delay ask for. */
  readonly crawlDelayS?: number;
  /** How much of the generated texts is kept in memory. */
  readonly shelfBytes?: number;
}

/** One work of the world: what it is, what the sources say, and the label of its scenario. */
export interface LabWork {
  readonly paper: Paper;
  readonly label: string;
  readonly publisher: Site;
  readonly setup: Setup;
}

export interface Page {
  readonly url: string;
  readonly work: LabWork;
  readonly behaviour: Behaviour;
}

/** A simulated scholarly web: the same for the same options, whoever asks and in whatever order. */
export interface World {
  readonly seed: number;
  readonly works: readonly LabWork[];
  readonly shelf: Shelf;
  readonly hosts: readonly string[];
  site(host: string): Site | undefined;
  page(host: string, pathAndQuery: string): Page | undefined;
  /** By DOI (any case), OpenAlex id, arXiv id without version, PMID or PMCID. */
  work(kind: 'doi' | 'openalex' | 'arxiv' | 'pmid' | 'pmcid', id: string): LabWork | undefined;
  /** How the work must end for a product of that capability; `id` as in `paper.id`. */
  expected(id: string, capability?: Capability): Expected;
}

const DEFAULT_SHELF_BYTES = 64_000_000;

function siteOf(scenario: Scenario, sites: Sites, at: { seed: number; index: number }): Site {
  const chance = dice(at.seed, 'site', at.index);
  switch (scenario.home) {
    case 'shared':
      return sites.publisherFor(chance);
    case 'denied':
      return sites.deniedFor(chance);
    case 'alone':
      return sites.alone(at.index);
    case 'robots-down':
      return sites.alone(at.index, { kind: 'unavailable' });
  }
}

interface Cast {
  readonly work: LabWork;
  readonly repository: Site;
}

function castWork(options: WorldOptions, sites: Sites, role: { scenario: Scenario; index: number }): Cast {
  const { scenario, index } = role;
  const { seed, works, hostileTitles = true } = options;
  const publisher = siteOf(scenario, sites, { seed, index });
  const repository = sites.repositoryFor(dice(seed, 'repository', index));
  const paper = createPaper({ seed, index, site: publisher, identity: scenario.identity, hostileTitles });
  const draft = {
    paper,
    publisher,
    repository,
    urls: articleUrls(publisher, paper),
    copyUrls: articleUrls(repository, paper),
    dice: dice(seed, 'scenario', index),
    works,
  };
  const alone = scenario.build(draft);
  const setup = options.overlap
    ? withOverlap(alone, { ...draft, dice: dice(seed, 'overlap', index) })
    : alone;
  return { work: { paper, label: scenario.label, publisher, setup }, repository };
}

/** Makes the bytes of a copy; papers beyond the works of the world belong to nobody and are made on the spot. */
function textMaker(options: WorldOptions, works: readonly LabWork[], sites: Sites): (copy: Copy) => Buffer {
  const { seed, sizeScale = 1 } = options;
  const press = createPress({ seed, sizeScale });
  const paperAt = (index: number): Paper =>
    works[index]?.paper ??
    createPaper({ seed, index, site: sites.alone(index), identity: 'doi', hostileTitles: false });
  return ({ work, version, format, form, style }) => {
    const paper = paperAt(work);
    switch (format) {
      case 'pdf':
        return press.print(paper, version, form);
      case 'xml':
        return Buffer.from(jatsArticle(paper));
      case 'html': {
        const page = works[work]?.setup.pages.find(([, behaviour]) => behaviour.kind === 'article-page')?.[1];
        const served = page?.kind === 'article-page' ? page : undefined;
        return Buffer.from(articlePage(paper, served?.links ?? {}, style ?? served?.style));
      }
    }
  };
}

interface Index {
  readonly sites: Map<string, Site>;
  readonly pages: Map<string, Page>;
  readonly ids: Map<string, LabWork>;
}

function addToIndex(index: Index, { work, repository }: Cast): void {
  const { paper, publisher, setup } = work;
  for (const site of [publisher, repository]) index.sites.set(site.host, site);
  for (const [url, behaviour] of setup.pages) index.pages.set(pageKeyOf(url), { url, work, behaviour });
  index.ids.set(paper.id, work);
  index.ids.set(`openalex:${paper.openalex}`, work);
  if (paper.arxiv !== undefined) index.ids.set(`arxiv:${paper.arxiv}`, work);
  if (paper.pmid !== undefined) index.ids.set(`pmid:${paper.pmid}`, work);
  if (paper.pmcid !== undefined) index.ids.set(`pmcid:${paper.pmcid.toLowerCase()}`, work);
}

export function createWorld(options: WorldOptions): World {
  const { seed } = options;
  const sites = createSites({ seed, works: options.works, crawlDelayS: options.crawlDelayS ?? 1 });
  const index: Index = { sites: new Map(), pages: new Map(), ids: new Map() };
  const works = dealScenarios(options).map((scenario, at) => {
    const cast = castWork(options, sites, { scenario, index: at });
    addToIndex(index, cast);
    return cast.work;
  });
  const shelf = createShelf(textMaker(options, works, sites), options.shelfBytes ?? DEFAULT_SHELF_BYTES);
  return {
    seed,
    works,
    shelf,
    hosts: [...index.sites.keys()],
    site: (host) => index.sites.get(host),
    page: (host, pathAndQuery) => index.pages.get(pageKey(host, pathAndQuery)),
    work: (kind, id) => index.ids.get(`${kind}:${kind === 'openalex' ? id.toUpperCase() : id.toLowerCase()}`),
    expected(id, capability = DEFAULT_CAPABILITY) {
      const work = index.ids.get(id);
      if (!work) throw new Error(`the lab has no work ${id}`);
      return expectedOf({ index: work.paper.index, setup: work.setup, capability, shelf });
    },
  };
}
