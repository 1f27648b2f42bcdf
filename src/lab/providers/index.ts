import { publishers } from '../publishers.ts';
import type { LabContext, Provider } from '../reply.ts';
import { arxiv } from './arxiv.ts';
import { base } from './base.ts';
import { biorxiv } from './biorxiv.ts';
import { core } from './core.ts';
import { crossref } from './crossref.ts';
import { doaj } from './doaj.ts';
import { doiOrg } from './doi-org.ts';
import { europePmc } from './europe-pmc.ts';
import { figshare } from './figshare.ts';
import { hal } from './hal.ts';
import { miningServices } from './mining-services.ts';
import { openaire } from './openaire.ts';
import { openalex } from './openalex.ts';
import { osf } from './osf.ts';
import { pmc } from './pmc.ts';
import { semanticScholar } from './semantic-scholar.ts';
import { unpaywall } from './unpaywall.ts';
import { wayback } from './wayback.ts';
import { zenodo } from './zenodo.ts';

/** Everyone who answers in the lab: a new upstream is one file and one line here. */
export const PROVIDERS: readonly ((lab: LabContext) => Provider)[] = [
  openalex,
  unpaywall,
  doiOrg,
  arxiv,
  crossref,
  pmc,
  europePmc,
  core,
  doaj,
  semanticScholar,
  miningServices,
  base,
  biorxiv,
  figshare,
  hal,
  openaire,
  osf,
  wayback,
  zenodo,
  publishers,
];
