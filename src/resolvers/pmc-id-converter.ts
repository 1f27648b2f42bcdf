import { z } from 'zod';
import { Failure } from '../core/errors.ts';
import type { Identifiers } from '../core/identifiers.ts';
import { isSameWork } from '../core/same-work.ts';
import { apiUrl } from './api-url.ts';
import { listOf, Numeral, Text } from './lenient-fields.ts';
import { readIds } from './read-facts.ts';

/** Of old and new answers: the PMID came as text once and is a number now; an id PMC does not know has `status: error`. */
const IdRecord = z.object({ pmcid: Text, pmid: Numeral, doi: Text, status: Text });

export const IdAnswer = z.object({ status: Text, message: Text, records: listOf(IdRecord) });
type IdAnswer = z.output<typeof IdAnswer>;

type Asked = Pick<Identifiers, 'doi' | 'pmid'>;

/** Ids of one type are asked at a time, and DOIs are only known by `idtype`. */
export function idConverterUrl(asked: readonly Asked[], baseUrl: string): string | undefined {
  const names = asked.flatMap(({ doi, pmid }) => doi ?? pmid ?? []);
  if (names.length === 0) return undefined;
  const url = apiUrl(baseUrl, '');
  url.searchParams.set('ids', names.join(','));
  url.searchParams.set('idtype', asked[0]?.doi === undefined ? 'pmid' : 'doi');
  url.searchParams.set('format', 'json');
  url.searchParams.set('tool', 'contentdownload');
  return url.href;
}

/** What an answer for one or for many ids says about this work; `undefined` when PMC does not have it. */
export function idsInAnswer(answer: IdAnswer, work: Identifiers, url: string): Identifiers | undefined {
  if (answer.status !== 'ok')
    throw new Failure('parse-error', `the id converter says: ${answer.message ?? 'no status'}`, { url });
  return answer.records
    .filter(({ status }) => status !== 'error')
    .map(({ doi, pmcid, pmid }) => readIds({ doi, pmcid, pmid }))
    .find((ids) => ids.pmcid !== undefined && isSameWork(work, ids));
}
