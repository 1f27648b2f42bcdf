import { z } from 'zod';
import { readLicense, saidYear } from '../core/claims.ts';
import { Failure } from '../core/errors.ts';
import { type Doi, parseDoi, parseWebUrl } from '../core/identifiers.ts';
import type { Candidate } from '../core/plan.ts';
import type { Work } from '../core/work.ts';
import { apiUrl } from './api-url.ts';
import { doiUrl } from './doi-url.ts';
import { listOf, Text } from './lenient-fields.ts';
import { readJson } from './read-json.ts';
import { defineResolver, type TextAnswer } from './resolver.ts';

const BASE_URL = 'https://api.biorxiv.org/';

/** Preprints by their suffix: under 10.1101 the journals of the same press have DOIs too. */
const PREPRINT = /^10\.(?:1101\/(?:\d{6}|\d{4}\.\d{2}\.\d{2}\.\d{6,8})|64898\/\S+)(?:v\d+)?$/;
/** medRxiv's numbers have eight digits, bioRxiv's six; the newer prefix promises neither. */
const EIGHT_DIGITS = /\.\d{8}$/;

type Server = 'biorxiv' | 'medrxiv';

const Version = z.object({
  doi: Text,
  version: Text,
  license: Text,
  jatsxml: Text,
  title: Text,
  date: Text,
  server: Text,
});
type Version = z.output<typeof Version>;
const Details = z.object({ messages: z.array(z.object({ status: Text })), collection: listOf(Version) });

/** `…v2` names one version of a preprint; the API knows the DOI without it. */
const preprintOf = ({ doi }: Work): Doi | undefined =>
  doi !== undefined && PREPRINT.test(doi) ? (doi.replace(/v\d+$/, '') as Doi) : undefined;

const likelyServers = (doi: Doi): readonly Server[] =>
  EIGHT_DIGITS.test(doi) ? ['medrxiv', 'biorxiv'] : ['biorxiv', 'medrxiv'];

const detailsUrl = (doi: Doi, server: Server, baseUrl: string | null): string =>
  `${doiUrl(doi, apiUrl(baseUrl ?? BASE_URL, `details/${server}/`).href)}/na/json`;

/** An outage looks like an empty answer with status 200; that nothing is known is said in a message. */
function versionsIn(answer: TextAnswer, doi: Doi): readonly Version[] {
  if (answer.text.trim() === '')
    throw new Failure('truncated', 'an empty answer where JSON was promised', { url: answer.url });
  const { messages, collection } = readJson(answer, Details);
  if (messages[0]?.status !== 'ok') return [];
  return collection
    .filter((one) => one.doi !== undefined && parseDoi(one.doi) === doi)
    .toSorted((one, other) => Number(other.version ?? 0) - Number(one.version ?? 0));
}

const siteOf = ({ server }: Version): string =>
  server?.toLowerCase() === 'medrxiv' ? 'https://www.medrxiv.org/' : 'https://www.biorxiv.org/';

function* candidatesOf(newest: Version, doi: Doi): Iterable<Candidate> {
  const license = readLicense(newest.license);
  const facts = {
    version: 'submitted',
    hostType: 'repository',
    ...(license && { license }),
  } as const;
  const number = /^\d{1,3}$/.test(newest.version ?? '') ? newest.version : '1';
  const pdf = `${doiUrl(doi, `${siteOf(newest)}content/`)}v${number}.full.pdf`;
  yield { url: pdf, expected: 'pdf', evidence: 'newest version', ...facts };
  const xml = newest.jatsxml && parseWebUrl(newest.jatsxml);
  if (xml) yield { url: xml, expected: 'xml', evidence: 'jatsxml', ...facts };
}

/**
 * https://api.biorxiv.org: bioRxiv and medRxiv by DOI, 10.1101 and 10.64898; one row per version, the newest is taken.
 * Which server has a preprint is known only from the answer: the likelier one is asked first, the other when it has none.
 */
export const biorxiv = defineResolver({
  name: 'biorxiv',
  tier: 'direct_oa',
  enabledByDefault: false,
  baseUrl: BASE_URL,
  own: {},
  accepts: (work) => preprintOf(work) !== undefined,
  first(work, { base_url }) {
    const doi = preprintOf(work);
    const server = doi && likelyServers(doi)[0];
    return doi && server && { url: detailsUrl(doi, server, base_url), role: 'metadata' };
  },
  async *plans(work, { ask, options, learn }) {
    const doi = preprintOf(work);
    if (doi === undefined) return;
    for (const server of likelyServers(doi)) {
      const url = detailsUrl(doi, server, options.base_url);
      const answer = await ask.text({ url, role: 'metadata' }, [404]);
      const [newest] = answer.status === 404 ? [] : versionsIn(answer, doi);
      if (!newest) continue;
      const year = saidYear(newest.date?.slice(0, 4));
      learn({
        ...(newest.title !== undefined && { title: newest.title }),
        ...(year !== undefined && { year }),
      });
      yield* candidatesOf(newest, doi);
      return;
    }
  },
});
