import type { Finding } from '../oracle/finding.ts';
import { verify } from '../oracle/verify.ts';
import type { OpenEvidence } from './evidence.ts';

/** What the independent check of catalog, files and manifests has to say. */
export const verifyCatalog = (evidence: OpenEvidence, strict: boolean): AsyncIterable<Finding> =>
  verify(evidence, { strict });
