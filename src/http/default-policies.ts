type Rate = string | { rates: string[]; burst: number; max_concurrent: number | null };
type EntryPolicy = {
  metadata?: Rate;
  landing?: Rate;
  artifact?: Rate;
  host?: Rate | null;
  domain?: Rate | null;
};

const one = (rate: string, maxConcurrent: number) => ({
  rates: [rate],
  burst: 1,
  max_concurrent: maxConcurrent,
});

/**
 * What each known upstream documents or asks for, with a margin below it. A user's policies are merged into these, and totals
 * follow them: none is named here that would hold back a role that a user made faster.
 */
export const DEFAULT_POLICIES: Record<string, EntryPolicy> = {
  'api.openalex.org': { metadata: '5/second' },
  'api.unpaywall.org': { metadata: { rates: ['5/second', '90000/day'], burst: 1, max_concurrent: null } },
  'api.crossref.org': { metadata: one('5/second', 2) },
  'doi.org': { metadata: '5/second', landing: '5/second' },
  'arxiv.org': { metadata: '1/3second', landing: '1/3second', artifact: '1/3second' },
  'export.arxiv.org': { metadata: one('1/3second', 1) },
  'eutils.ncbi.nlm.nih.gov': { metadata: '2.5/second' },
  'pmc.ncbi.nlm.nih.gov': { metadata: '2.5/second' },
  'pmc-oa-opendata.s3.amazonaws.com': { metadata: '5/second', artifact: '5/second' },
  'www.ebi.ac.uk': { metadata: one('5/second', 3), artifact: one('5/second', 3) },
  'api.core.ac.uk': { metadata: '10/minute' },
  'doaj.org': { metadata: '1.5/second' },
  'api.semanticscholar.org': { metadata: one('0.9/second', 1) },
  'api.openaire.eu': { metadata: '55/hour' },
  'api.archives-ouvertes.fr': { metadata: '1/second' },
  'api.osf.io': { metadata: '90/hour' },
  'api.base-search.net': { metadata: '1/second' },
  'zenodo.org': { metadata: '25/minute' },
  'api.figshare.com': { metadata: '1/second' },
  'api.biorxiv.org': { metadata: '1/second' },
  'web.archive.org': { metadata: '0.4/second', landing: '8/second', artifact: '8/second' },
  'archive.org': { metadata: '0.25/second' },
  'api.fatcat.wiki': { metadata: '1/second' },
};
