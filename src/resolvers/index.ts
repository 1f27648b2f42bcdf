import { arxiv } from './arxiv.ts';
import { doiRedirect } from './doi-redirect.ts';
import { landing } from './landing.ts';
import { openalex } from './openalex.ts';
import type { Resolver } from './resolver.ts';
import { unpaywall } from './unpaywall.ts';

/** Every resolver there is, in the default order. Config sections, `explain` and docs come from this list. */
export const RESOLVERS: readonly Resolver[] = [openalex, unpaywall, arxiv, doiRedirect, landing];
