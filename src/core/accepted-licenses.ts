import { NO_REUSE, readLicense } from './claims.ts';

/** Words that sources use for licences, beside the addresses of licences: what an accepted one can be. */
export const KNOWN_LICENSES: readonly string[] = [
  'cc-by',
  'cc-by-sa',
  'cc-by-nc',
  'cc-by-nd',
  'cc-by-nc-sa',
  'cc-by-nc-nd',
  'cc0',
  'public-domain',
  // OpenAlex, Unpaywall, Semantic Scholar.
  'other-oa',
  'implied-oa',
  'unspecified-oa',
  'publisher-specific-oa',
  'publisher-specific license',
  'publisher-specific, author manuscript',
  'elsevier-specific: oa user license',
  'acs-specific: authorchoice/editors choice usage agreement',
  'mit',
  'gpl',
  'gpl-v3',
  'lgpl',
  'apache-2-0',
  // Zenodo, figshare, OSF.
  'other-open',
  'other-closed',
  'other-at',
  'apache-2.0',
  'gpl-3.0',
  'gpl-2.0',
  'bsd-3-clause',
  'bsd-2-clause',
  // DOAJ, PMC, fatcat.
  "publisher's own license",
  'publisher’s own license',
  'tdm',
  'no-cc code',
  'arxiv-1.0',
  'elsevier-user-1.0',
];

/** Addresses are compared without what does not tell two licences apart. */
const keyOf = (license: string): string =>
  license.replace(/^https?:\/\/(?:www\.)?/, '').replace(/(?<!\/)\/+$/, '');

const isAddress = (text: string): boolean => /^https?:\/\/[^\s/]+\.[^\s/]+/.test(text);

/** Whether some source might claim a licence that is written like this. */
export function canBeClaimed(text: string): boolean {
  const license = readLicense(text);
  return license !== undefined && (KNOWN_LICENSES.includes(license) || isAddress(license));
}

/**
 * Whether a plan may be fetched under what is accepted; an empty list accepts all. Both are read alike: `CC-BY-4.0`, `CC BY`
 * and the address of the licence are one, and versions are not told apart.
 */
export function acceptsLicense(accepted: readonly string[], claim: string | undefined): boolean {
  if (accepted.length === 0) return true;
  const license = readLicense(claim);
  if (license === undefined || license === NO_REUSE) return false;
  return accepted.some((one) => keyOf(readLicense(one) ?? '') === keyOf(license));
}
