import type { ArxivId } from '../core/identifiers.ts';
import type { Candidate } from '../core/plan.ts';

/** arXiv's own file, in the spelling in which it is tried once, whoever names it. */
export const arxivCopy = (id: ArxivId, evidence: string): Candidate => ({
  url: `https://arxiv.org/pdf/${id}`,
  expected: 'pdf',
  version: 'submitted',
  hostType: 'repository',
  evidence,
});
