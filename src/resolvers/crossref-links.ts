import { z } from 'zod';
import { readLicense, readVersion } from '../core/claims.ts';
import { parseWebUrl } from '../core/identifiers.ts';
import type { Candidate, Format } from '../core/plan.ts';
import { parseUrl } from '../core/url.ts';
import { Text } from './lenient-fields.ts';
import { addressKind } from './offer-address.ts';

export const CrossrefLink = z.object({
  URL: Text,
  'content-type': Text,
  'content-version': Text,
  'intended-application': Text,
});
type CrossrefLink = z.output<typeof CrossrefLink>;

export const CrossrefLicense = z.object({
  URL: Text,
  'content-version': Text,
  start: z.object({ 'date-time': Text }).nullish().catch(undefined),
  'delay-in-days': z.unknown().optional(),
});
type CrossrefLicense = z.output<typeof CrossrefLicense>;

export interface Deposited {
  readonly links: readonly CrossrefLink[];
  readonly licenses: readonly CrossrefLicense[];
  /** The record is of a preprint: whatever its links claim, they are the submitted version, in a repository. */
  readonly isPreprint: boolean;
  readonly today: string;
  /** The setting of the key that the host wants, where it is not set. */
  readonly missingKey: (host: string) => string | undefined;
}

const OPEN = /^(?:cc0|cc-by.*|public-domain)$/;

/** A licence with a delay starts after publication; ISO dates of one zone compare as text. */
function isInForce({ start, 'delay-in-days': delay }: CrossrefLicense, today: string): boolean {
  const from = start?.['date-time'];
  return from === undefined ? !delay : from <= today;
}

const concerns = (license: CrossrefLicense, version: string | undefined): boolean =>
  license['content-version'] === version || license['content-version'] === 'unspecified';

const openFirst = (licenses: readonly CrossrefLicense[]): string | undefined => {
  const read = licenses.map(({ URL }) => readLicense(URL)).filter((one) => one !== undefined);
  return read.find((one) => OPEN.test(one)) ?? read[0];
};

interface Terms {
  readonly license: string | undefined;
  /** There are terms for this version, and none of them has begun. */
  readonly isEmbargoed: boolean;
}

function termsOf(link: CrossrefLink, { licenses, today }: Deposited): Terms {
  const version = link['content-version'];
  const own = licenses.filter((one) => concerns(one, version));
  const mining = licenses.filter((one) => one['content-version'] === 'tdm');
  const inForce = (list: readonly CrossrefLicense[]) => list.filter((one) => isInForce(one, today));
  const isMining = link['intended-application'] === 'text-mining';
  return {
    license: openFirst(inForce(own)) ?? (isMining ? openFirst(inForce(mining)) : undefined),
    isEmbargoed: own.length > 0 && inForce(own).length === 0,
  };
}

/** `unspecified` is anything: a file where its address says so, else something to look at when all else has failed. */
function formatOf(url: string, said: string | undefined): Format | undefined {
  switch (said?.toLowerCase()) {
    case 'application/pdf':
      return 'pdf';
    case 'application/xml':
    case 'text/xml':
      return 'xml';
    case 'text/html':
      return 'html';
    case undefined:
    case 'unspecified':
      return addressKind(url) === 'file' || isMiningService(url) ? 'pdf' : 'html';
    default:
      return undefined;
  }
}

/** Wiley's service gives PDFs under addresses that do not say so. */
const isMiningService = (url: string): boolean => parseUrl(url)?.hostname === 'api.wiley.com';

const rankOf = (link: CrossrefLink): number =>
  (link['content-type'] === 'application/pdf' ? 0 : 2) +
  (link['intended-application'] === 'text-mining' ? 0 : 1);

/** Links for plagiarism checkers are no offer to readers, unless the text is anybody's to read. */
const isForReaders = (link: CrossrefLink, license: string | undefined): boolean =>
  link['intended-application'] !== 'similarity-checking' || OPEN.test(license ?? '');

function standingOf(link: CrossrefLink, isPreprint: boolean): Pick<Candidate, 'hostType' | 'version'> {
  if (isPreprint) return { hostType: 'repository', version: 'submitted' };
  const version = readVersion(link['content-version']);
  return { hostType: 'publisher', ...(version && { version }) };
}

function candidateOf(link: CrossrefLink, deposited: Deposited): Candidate | undefined {
  const url = parseWebUrl(link.URL ?? '');
  const expected = url && formatOf(url, link['content-type']);
  const { license, isEmbargoed } = termsOf(link, deposited);
  if (!url || !expected || isEmbargoed || !isForReaders(link, license)) return undefined;
  const needs = deposited.missingKey(new URL(url).hostname);
  return {
    url,
    expected,
    ...standingOf(link, deposited.isPreprint),
    ...(license !== undefined && { license }),
    ...(needs !== undefined && { needs }),
    evidence: `link ${link['intended-application'] ?? 'without purpose'} ${link['content-type'] ?? 'unspecified'}`,
  };
}

/** The links a publisher deposited for readers, text-mining PDFs first. */
export const candidatesOfLinks = (deposited: Deposited): readonly Candidate[] =>
  deposited.links
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map((link) => candidateOf(link, deposited))
    .filter((candidate) => candidate !== undefined);
