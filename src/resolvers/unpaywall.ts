import { z } from 'zod';
import { readLicense, readVersion, saidList, saidText, saidYear } from '../core/claims.ts';
import { Failure } from '../core/errors.ts';
import { type Doi, parseArxiv, parsePmcid, parseWebUrl } from '../core/identifiers.ts';
import type { Candidate } from '../core/plan.ts';
import { saysTooMany } from '../core/rate-words.ts';
import type { Learnt } from '../core/work.ts';
import { apiUrl } from './api-url.ts';
import { leadTo } from './lead-to.ts';
import type { ResolverOptions } from './options.ts';
import { readJson } from './read-json.ts';
import { defineResolver, type ResolveContext, type TextAnswer } from './resolver.ts';

const BASE_URL = 'https://api.unpaywall.org/v2/';

const Text = z.unknown().optional().transform(saidText);
const Location = z.object({
  url: Text,
  url_for_pdf: Text,
  url_for_landing_page: Text,
  host_type: Text,
  version: Text,
  license: Text,
  evidence: Text,
  pmh_id: Text,
});
type Location = z.output<typeof Location>;

/** `oa_locations_embargoed` is left out on purpose: it is not open yet. */
const Answer = z.object({
  title: Text,
  year: z.unknown().optional().transform(saidYear),
  best_oa_location: Location.nullish().catch(undefined),
  oa_locations: z
    .unknown()
    .optional()
    .transform((list) => saidList(list, (one) => Location.safeParse(one).data)),
});
type Answer = z.output<typeof Answer>;

function candidateOf(location: Location): Candidate | undefined {
  const url = location.url_for_pdf && parseWebUrl(location.url_for_pdf);
  if (!url) return undefined;
  const license = readLicense(location.license);
  const version = readVersion(location.version);
  const { host_type: host, evidence } = location;
  return {
    url,
    expected: 'pdf',
    ...(license && { license }),
    ...(version && { version }),
    ...((host === 'publisher' || host === 'repository') && { hostType: host }),
    evidence: evidence && evidence !== 'deprecated' ? evidence : 'url_for_pdf',
  };
}

function factsOf({ title, year, oa_locations }: Answer): Learnt {
  const names = oa_locations.flatMap(({ url, url_for_landing_page, url_for_pdf }) =>
    [url, url_for_landing_page, url_for_pdf].filter((name) => name !== undefined),
  );
  const arxiv = names.map(parseArxiv).find((id) => id !== undefined);
  const pmcid = names.map(parsePmcid).find((id) => id !== undefined);
  return {
    ...(title !== undefined && { title }),
    ...(year !== undefined && { year }),
    ...(arxiv && { arxiv }),
    ...(pmcid && { pmcid }),
  };
}

const answerUrl = (doi: Doi, baseUrl: string | null): string =>
  apiUrl(baseUrl ?? BASE_URL, encodeURIComponent(doi)).href;

type Context = Pick<ResolveContext<ResolverOptions>, 'ask' | 'options'>;

/**
 * 404 comes as JSON or as HTML. 422 means that the address is missing, a placeholder or one of too many, or that too many
 * requests came in a second: only its text tells.
 */
async function askFor(doi: Doi, email: string, { ask, options }: Context): Promise<Answer | undefined> {
  const { api_key, base_url } = options;
  const secretQuery = { email, ...(api_key !== null && { api_key }) };
  const reply = await ask.text({ url: answerUrl(doi, base_url), role: 'metadata', secretQuery }, [404, 422]);
  if (reply.status === 404) return undefined;
  if (reply.status === 422) throw refusal(reply);
  return readJson(reply, Answer);
}

function refusal({ text, url }: TextAnswer): Failure {
  const details = { url, httpStatus: 422 };
  if (saysTooMany(text)) return new Failure('retry-after', 'Unpaywall had too many requests', details);
  const advice = 'Unpaywall refuses the contact address: give a real one as `mailto`';
  return new Failure('http-4xx', advice, details);
}

const landingUrlOf = ({ url_for_landing_page, url_for_pdf, url }: Location): string | undefined =>
  url_for_landing_page ?? (url_for_pdf === undefined ? url : undefined);

/**
 * https://unpaywall.org/products/api: one GET per DOI, 100 000 a day; a real contact address is mandatory, so without
 * one nothing is asked. It goes with the secrets: records can then be shown to others.
 */
export const unpaywall = defineResolver({
  name: 'unpaywall',
  tier: 'direct_oa',
  enabledByDefault: true,
  baseUrl: BASE_URL,
  own: {},
  accepts: (work) => work.doi !== undefined,
  first: ({ doi }, { base_url }) => doi && { url: answerUrl(doi, base_url), role: 'metadata' },
  async *plans({ doi }, context) {
    const email = context.options.email ?? context.mailto;
    const answer = doi !== undefined && email !== undefined && (await askFor(doi, email, context));
    if (!answer) return;
    context.learn(factsOf(answer));
    const best = answer.best_oa_location ? [answer.best_oa_location] : [];
    const offered = new Set<string>();
    for (const location of [...best, ...answer.oa_locations]) {
      const landing = landingUrlOf(location);
      if (landing !== undefined) leadTo(landing, context.lead);
      const candidate = candidateOf(location);
      if (!candidate || offered.has(candidate.url)) continue;
      offered.add(candidate.url);
      yield candidate;
    }
  },
});
