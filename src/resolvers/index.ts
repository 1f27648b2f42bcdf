import { arxiv } from './arxiv.ts';
import { base } from './base.ts';
import { biorxiv } from './biorxiv.ts';
import { core } from './core.ts';
import { crossref } from './crossref.ts';
import { doaj } from './doaj.ts';
import { doiRedirect } from './doi-redirect.ts';
import { europePmc } from './europe-pmc.ts';
import { figshare } from './figshare.ts';
import { hal } from './hal.ts';
import { landing } from './landing.ts';
import { openaire } from './openaire.ts';
import { openalex } from './openalex.ts';
import { osf } from './osf.ts';
import { pmc } from './pmc.ts';
import type { Resolver } from './resolver.ts';
import { semanticScholar } from './semantic-scholar.ts';
import { unpaywall } from './unpaywall.ts';
import { wayback } from './wayback.ts';
import { zenodo } from './zenodo.ts';

/** Every resolver there is, in the default order. Config sections, `explain` and docs come from this list. */
export const RESOLVERS: readonly Resolver[] = [
  openalex,
  unpaywall,
  crossref,
  arxiv,
  pmc,
  europePmc,
  core,
  doaj,
  semanticScholar,
  doiRedirect,
  landing,
  wayback,
  openaire,
  hal,
  osf,
  base,
  zenodo,
  figshare,
  biorxiv,
];
