import { publishers } from '../publishers.ts';
import type { LabContext, Provider } from '../reply.ts';
import { arxiv } from './arxiv.ts';
import { doiOrg } from './doi-org.ts';
import { openalex } from './openalex.ts';
import { unpaywall } from './unpaywall.ts';

/** Everyone who answers in the lab: a new upstream is one file and one line here. */
export const PROVIDERS: readonly ((lab: LabContext) => Provider)[] = [
  openalex,
  unpaywall,
  doiOrg,
  arxiv,
  publishers,
];
