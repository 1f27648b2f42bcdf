import { z } from 'zod';
import { readLicense } from '../core/claims.ts';
import { type Identifiers, parseWebUrl } from '../core/identifiers.ts';
import type { ArtifactVersion, Candidate } from '../core/plan.ts';
import type { Learnt } from '../core/work.ts';
import { apiUrl } from './api-url.ts';
import { listOf, Numeral, part, Text, Year } from './lenient-fields.ts';
import { readFacts, readIds } from './read-facts.ts';

/** Of the values seen these may be read by anybody; `S` needs a subscription. */
const FREE = new Set(['OA', 'F']);

const FullTextUrl = z.object({ availabilityCode: Text, documentStyle: Text, site: Text, url: Text });
type FullTextUrl = z.output<typeof FullTextUrl>;

const EpmcRecord = z.object({
  source: Text,
  pmid: Numeral,
  pmcid: Text,
  doi: Text,
  title: Text,
  pubYear: Year,
  authorList: part(z.object({ author: listOf(z.object({ fullName: Text })) })),
  license: Text,
  isOpenAccess: Text,
  inEPMC: Text,
  hasPDF: Text,
  authMan: Text,
  epmcAuthMan: Text,
  nihAuthMan: Text,
  fullTextIdList: part(z.object({ fullTextId: listOf(Text) })),
  fullTextUrlList: part(z.object({ fullTextUrl: listOf(FullTextUrl) })),
});
type EpmcRecord = z.output<typeof EpmcRecord>;

/** A list of results or an error, both with status 200; anything else is no answer to a search. */
export const EpmcAnswer = z
  .object({
    errCode: z.number().optional(),
    errMsg: Text,
    resultList: z.object({ result: listOf(EpmcRecord) }).optional(),
  })
  .refine((answer) => answer.errCode !== undefined || answer.resultList !== undefined, 'no resultList');

export const idsOfRecord = ({ doi, pmcid, pmid }: EpmcRecord): Identifiers => readIds({ doi, pmcid, pmid });

export const factsOfRecord = (record: EpmcRecord): Learnt =>
  readFacts({
    ids: idsOfRecord(record),
    title: record.title,
    year: record.pubYear,
    authors: record.authorList?.author.map(({ fullName }) => fullName) ?? [],
  });

/** Free to read and neither its own nor PMC's: those files are offered below or stand in PMC's bucket. */
const isElsewhere = ({ site }: FullTextUrl): boolean => !/^(?:Europe_PMC|PubMedCentral)$/.test(site ?? '');

const urlsOf = (record: EpmcRecord): readonly FullTextUrl[] =>
  record.fullTextUrlList?.fullTextUrl.filter(({ availabilityCode }) => FREE.has(availabilityCode ?? '')) ??
  [];

export const leadsOfRecord = (record: EpmcRecord): readonly string[] =>
  urlsOf(record)
    .filter((one) => one.documentStyle !== 'pdf' && isElsewhere(one))
    .flatMap(({ url }) => url ?? []);

function versionOf(record: EpmcRecord): ArtifactVersion {
  if (record.source === 'PPR') return 'submitted';
  const { authMan, epmcAuthMan, nihAuthMan } = record;
  return [authMan, epmcAuthMan, nihAuthMan].includes('Y') ? 'accepted' : 'published';
}

const isOpen = ({ isOpenAccess, inEPMC }: EpmcRecord): boolean => isOpenAccess === 'Y' && inEPMC === 'Y';

/** The PDF it renders for every article it holds, also when the record has no list of links. */
function renderedPdf(record: EpmcRecord): string | undefined {
  const listed = urlsOf(record).find((one) => one.documentStyle === 'pdf' && one.site === 'Europe_PMC');
  if (listed?.url !== undefined) return parseWebUrl(listed.url);
  const { pmcid } = idsOfRecord(record);
  return isOpen(record) && record.hasPDF === 'Y' && pmcid
    ? `https://europepmc.org/articles/${pmcid}?pdf=render`
    : undefined;
}

/** Only open articles are given as XML; the rest is answered 404 or, for author manuscripts, 500. */
function xmlOf(record: EpmcRecord, baseUrl: string): string | undefined {
  const id = record.fullTextIdList?.fullTextId[0] ?? record.pmcid;
  return isOpen(record) && /^[A-Z]+\d+$/.test(id ?? '')
    ? apiUrl(baseUrl, `${id}/fullTextXML`).href
    : undefined;
}

export function* filesOfRecord(record: EpmcRecord, baseUrl: string): Iterable<Candidate> {
  const license = readLicense(record.license);
  const claims = {
    hostType: 'repository',
    version: versionOf(record),
    ...(license !== undefined && { license }),
  } as const;
  const pdf = renderedPdf(record);
  if (pdf !== undefined) yield { url: pdf, expected: 'pdf', ...claims, evidence: 'Europe PMC rendered PDF' };
  for (const one of urlsOf(record).filter(isElsewhere)) {
    const url = one.documentStyle === 'pdf' ? parseWebUrl(one.url ?? '') : undefined;
    if (url !== undefined) yield { url, expected: 'pdf', evidence: `fullTextUrl of ${one.site}` };
  }
  const xml = xmlOf(record, baseUrl);
  if (xml !== undefined) yield { url: xml, expected: 'xml', ...claims, evidence: 'Europe PMC fullTextXML' };
}
