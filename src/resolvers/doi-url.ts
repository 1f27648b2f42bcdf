import type { Doi } from '../core/identifiers.ts';
import { apiUrl } from './api-url.ts';

/**
 * A DOI as part of an address: slashes stay, what an address cannot hold is escaped. A DOI with a segment of dots is
 * escaped whole, since addresses resolve `..` away and would then name another work.
 */
const doiPath = (doi: Doi): string =>
  /(?:^|\/)\.{1,2}(?:\/|$)/.test(doi)
    ? encodeURIComponent(doi)
    : encodeURI(doi).replace(/[?#]/g, encodeURIComponent);

export const doiUrl = (doi: Doi, base = 'https://doi.org/'): string => apiUrl(base, doiPath(doi)).href;
