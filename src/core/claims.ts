import type { ArtifactVersion } from './plan.ts';

const CC_URL = /creativecommons\.org\/licen[sc]es\/(by(?:-(?:nc|nd|sa))*)(?:\/|$)/;
const CC_ZERO =
  /^cc[\s_-]*(?:0|zero)(?:[\s_-]*1\.0)?(?:[\s_-]*universal)?$|creativecommons\.org\/publicdomain\/zero/;
const PUBLIC_DOMAIN = /^(?:public[\s_-]*domain|pd)$|creativecommons\.org\/publicdomain\/mark/;
/** bioRxiv writes `cc_no` where authors allow no reuse. */
const REFUSAL = /^(?:cc[\s_-]*no|no[\s_-]*reuse|all rights reserved)\.?$/;
const MAX_LENGTH = 200;

/** What a source claims where it says that there is no licence to reuse: known, and never an accepted one. */
export const NO_REUSE = 'no-reuse';

const CC_PARTS = ['by', 'nc', 'nd', 'sa'];
/** The names of the parts, as licences write them out. */
const CC_WORDS: readonly (readonly [RegExp, string])[] = [
  [/creative[\s_-]*commons/g, 'cc'],
  [/attribution/g, 'by'],
  [/non[\s_-]*commercial/g, 'nc'],
  [/no[\s_-]*deriv(?:ative)?s?(?:[\s_-]*works)?/g, 'nd'],
  [/share[\s_-]*alike/g, 'sa'],
];
const CC_VERSION = /^v?\d(?:\.\d)?$/;
const CC_NOISE = /^(?:international|unported|generic|igo|universal|public|licen[sc]e|deed)$/;

/** `by-nc` of `CC BY-NC 4.0`, `cc_by_nc`, `Creative Commons Attribution-NonCommercial 3.0 US`; `undefined` of anything else. */
function namedParts(text: string): readonly string[] | undefined {
  const written = CC_WORDS.reduce((all, [name, part]) => all.replace(name, part), text);
  const [first, ...rest] = written
    .replace(/^\(?cc(?=by)/, 'cc ')
    .split(/[\s_/(),-]+/)
    .filter(Boolean);
  if (first !== 'cc') return undefined;
  const words = rest.filter((word, at) => {
    // A ported licence ends with the code of its country.
    const isCountry =
      at === rest.length - 1 && /^[a-z]{2}$/.test(word) && CC_VERSION.test(rest[at - 1] ?? '');
    return !isCountry && !CC_VERSION.test(word) && !CC_NOISE.test(word);
  });
  return words[0] === 'by' && words.every((word) => CC_PARTS.includes(word)) ? words : undefined;
}

/**
 * One spelling for the licences sources claim: `cc-by`, `cc-by-nc-nd`, `cc0`, `public-domain`, and `no-reuse` where a source
 * says that there is none. What is none of these stays as it was said, in lower case.
 */
export function readLicense(claim: string | null | undefined): string | undefined {
  const text = claim
    ?.trim()
    .toLowerCase()
    .slice(0, MAX_LENGTH)
    .replace(/^https?:\/\/spdx\.org\/licenses\/([^/]+?)(?:\.html)?$/, '$1');
  if (!text) return undefined;
  if (CC_ZERO.test(text)) return 'cc0';
  if (PUBLIC_DOMAIN.test(text)) return 'public-domain';
  if (REFUSAL.test(text)) return NO_REUSE;
  const parts = CC_URL.exec(text)?.[1]?.split('-') ?? namedParts(text);
  return parts ? `cc-${CC_PARTS.filter((part) => parts.includes(part)).join('-')}` : text;
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
