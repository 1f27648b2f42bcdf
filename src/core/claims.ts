import type { ArtifactVersion } from './plan.ts';

const CC_URL = /creativecommons\.org\/licen[sc]es\/(by(?:-(?:nc|nd|sa))*)(?:\/|$)/;
const CC_NAME =
  /^cc[\s_-]*(by(?:[\s_-]*(?:nc|nd|sa))*)(?:[\s_-]*(?:v?\d(?:\.\d)?|international|igo|unported))*$/;
const CC_ZERO = /^cc[\s_-]*(?:0|zero)(?:[\s_-]*1\.0)?$|creativecommons\.org\/publicdomain\/zero/;
const PUBLIC_DOMAIN = /^(?:public[\s_-]*domain|pd)$|creativecommons\.org\/publicdomain\/mark/;
const MAX_LENGTH = 200;

/**
 * One spelling for the licences sources claim: `cc-by`, `cc-by-nc-nd`, `cc0`, `public-domain`. What is none of these
 * stays as it was said, in lower case.
 */
export function readLicense(claim: string | null | undefined): string | undefined {
  const text = claim
    ?.trim()
    .toLowerCase()
    .slice(0, MAX_LENGTH)
    .replace(/^https?:\/\/spdx\.org\/licenses\//, '');
  if (!text) return undefined;
  if (CC_ZERO.test(text)) return 'cc0';
  if (PUBLIC_DOMAIN.test(text)) return 'public-domain';
  const parts = (CC_URL.exec(text) ?? CC_NAME.exec(text))?.[1];
  if (parts === undefined) return text;
  return `cc-${parts.match(/by|nc|nd|sa/g)?.join('-')}`;
}

const VERSIONS: Readonly<Record<string, ArtifactVersion>> = {
  publishedversion: 'published',
  published: 'published',
  vor: 'published',
  acceptedversion: 'accepted',
  accepted: 'accepted',
  am: 'accepted',
  submittedversion: 'submitted',
  submitted: 'submitted',
};

/** The version a source claims, in the vocabularies of DRIVER (OpenAlex, Unpaywall) and Crossref. */
export const readVersion = (claim: string | null | undefined): ArtifactVersion | undefined =>
  VERSIONS[claim?.trim().toLowerCase() ?? ''];

/** Text of somebody else's record: absent, null, empty or of a wrong type all mean "not said". */
export const saidText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.trim() || undefined : undefined;

const EARLIEST_YEAR = 1000;
const LATEST_YEAR = 2200;

/** A year as a number or as digits. */
export function saidYear(value: unknown): number | undefined {
  const year = typeof value === 'string' && /^\s*\d{4}\s*$/.test(value) ? Number(value) : value;
  const isYear = typeof year === 'number' && Number.isInteger(year);
  return isYear && year >= EARLIEST_YEAR && year <= LATEST_YEAR ? year : undefined;
}

/** A list of which every item that can be read is kept: one odd item does not spoil the rest. */
export const saidList = <T>(value: unknown, read: (item: unknown) => T | undefined): readonly T[] =>
  Array.isArray(value) ? value.map(read).filter((item): item is T => item !== undefined) : [];
