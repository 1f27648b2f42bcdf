import { z } from 'zod';
import { readLicense, readVersion, saidList, saidText, saidYear } from '../core/claims.ts';
import type { Identifiers } from '../core/identifiers.ts';
import {
  canonicalWorkId,
  parseArxiv,
  parseDoi,
  parseOpenAlex,
  parsePmcid,
  parsePmid,
  parseWebUrl,
} from '../core/identifiers.ts';
import type { HostType } from '../core/plan.ts';
import { FILE_PRICES_USD, OPENALEX_CONTENT_HOST } from '../core/prices.ts';
import { type Conflict, contradictionsIn } from '../core/same-work.ts';
import type { KnownLocation, Work } from '../core/work.ts';

const Text = z.unknown().optional().transform(saidText);

const Location = z.object({
  is_oa: z
    .unknown()
    .optional()
    .transform((value) => value === true),
  landing_page_url: Text,
  pdf_url: Text,
  source: z.object({ type: Text }).nullish().catch(undefined),
  license: Text,
  version: Text,
});
type Location = z.output<typeof Location>;

const Ids = z.object({ openalex: Text, doi: Text, pmid: Text, pmcid: Text });
const Authorship = z.object({
  author: z.object({ display_name: Text }).nullish().catch(undefined),
  raw_author_name: Text,
});

/** A work of OpenAlex, or the part of it that `select` asked for: every field may be missing or null. */
export const OpenAlexRecord = z.object({
  id: Text,
  doi: Text,
  ids: Ids.nullish().catch(undefined),
  title: Text,
  publication_year: z.unknown().optional().transform(saidYear),
  authorships: z
    .unknown()
    .optional()
    .transform((list) => saidList(list, (one) => Authorship.safeParse(one).data)),
  open_access: z.object({ oa_url: Text }).nullish().catch(undefined),
  best_oa_location: Location.nullish().catch(undefined),
  has_content: z.object({ pdf: z.unknown() }).nullish().catch(undefined),
  locations: z
    .unknown()
    .optional()
    .transform((list) =>
      Array.isArray(list) ? saidList(list, (one) => Location.safeParse(one).data) : undefined,
    ),
});
export type OpenAlexRecord = z.output<typeof OpenAlexRecord>;

/** The fields of `OpenAlexRecord` as `select` wants them; the API selects whole root fields only. */
export const OPENALEX_FIELDS = Object.keys(OpenAlexRecord.shape).join(',');

/** A few works have hundreds of authors and locations: neither identity nor yield needs more than these. */
const MAX_AUTHORS = 50;
const MAX_LOCATIONS = 50;

/** What a record says about a work; `undefined` when it has no identifier. */
export function workOfRecord(record: OpenAlexRecord): Work | undefined {
  const ids = identifiersOf(record);
  if (Object.keys(ids).length === 0) return undefined;
  const authors = record.authorships
    .slice(0, MAX_AUTHORS)
    .flatMap(({ author, raw_author_name }) => author?.display_name ?? raw_author_name ?? []);
  const locations = locationsOf(record);
  const conflicts = conflictsIn(record, ids);
  return {
    id: canonicalWorkId(ids),
    ...ids,
    ...(record.title !== undefined && { title: record.title }),
    ...(record.publication_year !== undefined && { year: record.publication_year }),
    ...(authors.length > 0 && { authors }),
    ...(locations && { locations }),
    ...(conflicts.length > 0 && { conflicts }),
  };
}

/** A record has its DOI and its own id twice. */
function conflictsIn({ ids }: OpenAlexRecord, known: Identifiers): readonly Conflict[] {
  const doi = parseDoi(ids?.doi ?? '');
  const openalex = parseOpenAlex(ids?.openalex ?? '');
  return contradictionsIn(known, { ...(doi && { doi }), ...(openalex && { openalex }) });
}

function identifiersOf({ id, doi, ids, locations = [] }: OpenAlexRecord): Identifiers {
  const urls = locations.flatMap(({ landing_page_url, pdf_url }) => [landing_page_url ?? '', pdf_url ?? '']);
  const known = {
    doi: firstRead([doi, ids?.doi], parseDoi),
    openalex: firstRead([id, ids?.openalex], parseOpenAlex),
    arxiv: firstRead([doi, ...urls], parseArxiv),
    pmcid: firstRead([ids?.pmcid, ...urls], parsePmcid),
    pmid: firstRead([ids?.pmid, ...urls], parsePmid),
  };
  return {
    ...(known.doi && { doi: known.doi }),
    ...(known.openalex && { openalex: known.openalex }),
    ...(known.arxiv && { arxiv: known.arxiv }),
    ...(known.pmcid && { pmcid: known.pmcid }),
    ...(known.pmid && { pmid: known.pmid }),
  };
}

function firstRead<T>(
  texts: readonly (string | undefined)[],
  read: (text: string) => T | undefined,
): T | undefined {
  for (const text of texts) {
    const value = text === undefined ? undefined : read(text);
    if (value !== undefined) return value;
  }
  return undefined;
}

/**
 * All of them, the best first, then the open ones: on many works only a later one has a PDF. `undefined` when the record
 * does not speak of places at all, which is not the same as knowing none.
 */
function locationsOf(record: OpenAlexRecord): readonly KnownLocation[] | undefined {
  const { best_oa_location: best, locations = [], open_access } = record;
  if (!record.locations && !best && !open_access) return undefined;
  const isOpen = (location: Location) => location.is_oa;
  const ordered = [
    ...(best ? [best] : []),
    ...locations.filter(isOpen),
    ...locations.filter((location) => !isOpen(location)),
  ].map(knownLocation);
  const seen = new Set<string>();
  const distinct = ordered.filter(({ pdfUrl, landingUrl }) => {
    const key = `${pdfUrl} ${landingUrl}`;
    return (pdfUrl ?? landingUrl) !== undefined && !seen.has(key) && seen.add(key);
  });
  const known = [...distinct.slice(0, MAX_LOCATIONS), ...locationOfOaUrl(open_access?.oa_url, distinct)];
  return [...known, ...pricedLocation(record, known)];
}

/** OpenAlex's own copy of an open work. Its address follows from the id: documents and answers disagree on the field that has it. */
function pricedLocation(
  { id, has_content }: OpenAlexRecord,
  known: readonly KnownLocation[],
): readonly KnownLocation[] {
  const openalex = parseOpenAlex(id ?? '');
  if (has_content?.pdf !== true || !openalex || !known.some(({ isOpenAccess }) => isOpenAccess)) return [];
  const priceUsd = FILE_PRICES_USD[OPENALEX_CONTENT_HOST];
  const pdfUrl = `https://${OPENALEX_CONTENT_HOST}/works/${openalex}.pdf`;
  return [{ isOpenAccess: true, pdfUrl, ...(priceUsd !== undefined && { priceUsd }) }];
}

function knownLocation(location: Location): KnownLocation {
  const pdfUrl = location.pdf_url && parseWebUrl(location.pdf_url);
  const landingUrl = location.landing_page_url && parseWebUrl(location.landing_page_url);
  const license = readLicense(location.license);
  const version = readVersion(location.version);
  const hostType = hostTypeOf(location.source?.type);
  return {
    isOpenAccess: location.is_oa,
    ...(pdfUrl && { pdfUrl }),
    ...(landingUrl && { landingUrl }),
    ...(license && { license }),
    ...(version && { version }),
    ...(hostType && { hostType }),
  };
}

const hostTypeOf = (sourceType: string | undefined): HostType | undefined =>
  sourceType === undefined ? undefined : sourceType === 'repository' ? 'repository' : 'publisher';

/** `oa_url` repeats a location as a rule; alone it is a PDF only when its name says so. */
function locationOfOaUrl(
  oaUrl: string | undefined,
  known: readonly KnownLocation[],
): readonly KnownLocation[] {
  const url = oaUrl && parseWebUrl(oaUrl);
  if (!url || known.some(({ pdfUrl, landingUrl }) => pdfUrl === url || landingUrl === url)) return [];
  return [
    {
      isOpenAccess: true,
      ...(/\.pdf$/i.test(new URL(url).pathname) ? { pdfUrl: url } : { landingUrl: url }),
    },
  ];
}
