import type { LoadedConfig } from '../config/assemble-config.ts';
import { acceptsLicense } from '../core/accepted-licenses.ts';
import type { Identifiers } from '../core/identifiers.ts';
import type { Role } from '../core/manifest-record.ts';
import type { Candidate } from '../core/plan.ts';
import { hostKey, parseUrl } from '../core/url.ts';
import type { Work } from '../core/work.ts';
import { type RatePolicies, ratePolicies } from '../http/rate-limit/policies.ts';
import { redactUrl } from '../http/redact-url.ts';
import type { BoundResolver } from '../pipeline/route.ts';
import { explainConfig } from './explain.ts';
import { type Foreseen, foresee } from './foresee.ts';
import type { Platform } from './platform.ts';
import { policyText } from './policy-text.ts';
import { ratesOf } from './rates.ts';
import { wireRoute } from './wire-resolvers.ts';

/** A request that would be made first; what comes after depends on the answer. */
interface ForeseenRequest {
  readonly verb: string;
  readonly url: string;
  readonly host: string;
  readonly role: Role;
  readonly rate: string;
  readonly interval_ms: number;
  /** So many works are asked for at once where they wait together; null: one by one. */
  readonly batch: number | null;
}

/** A place that is known without asking anyone. */
interface ForeseenPlace {
  readonly url: string;
  readonly expected: string;
  readonly license: string | null;
  readonly version: string | null;
  readonly evidence: string | null;
  /** Why it would not be fetched all the same. */
  readonly refused: 'policy-type' | 'policy-license' | null;
}

interface ForeseenResolver {
  readonly position: number;
  readonly resolver: string;
  readonly tier: string;
  /** `later`: it has something to do only once other sources have answered. */
  readonly verdict: 'asks' | 'knows' | 'skipped' | 'later';
  readonly request: ForeseenRequest | null;
  readonly places: readonly ForeseenPlace[];
  readonly why: string | null;
}

/** What would be tried for a work, in order. */
export interface Prospect {
  readonly resolvers: readonly ForeseenResolver[];
  readonly not_asked: readonly { readonly resolver: string; readonly why: string }[];
  /** Places in the record the work came with that are not open: they are not asked. */
  readonly closed: readonly string[];
}

interface Rules {
  readonly loaded: LoadedConfig;
  readonly rates: RatePolicies;
}

/** What each resolver would do for this work, found out without a single request. */
export async function explainProspect(
  work: Work,
  loaded: LoadedConfig,
  platform: Pick<Platform, 'parent'>,
): Promise<Prospect> {
  const rules = { loaded, rates: ratePolicies(ratesOf(loaded.config)) };
  const mailto = loaded.config.mailto ?? undefined;
  const resolvers: ForeseenResolver[] = [];
  for (const { name: tier, resolvers: members } of wireRoute(loaded))
    for (const bound of members)
      resolvers.push(rowOf(tier, bound, { work, rules, foreseen: await foresee(bound, { work, mailto }) }));
  return {
    resolvers,
    not_asked: explainConfig(loaded, platform).disabled.map(({ name, why }) => ({ resolver: name, why })),
    closed: (work.locations ?? []).flatMap(({ isOpenAccess, pdfUrl, landingUrl }) =>
      isOpenAccess ? [] : [redactUrl(pdfUrl ?? landingUrl ?? '')],
    ),
  };
}

interface Seen {
  readonly work: Work;
  readonly rules: Rules;
  readonly foreseen: Foreseen;
}

function rowOf(tier: string, bound: BoundResolver, { work, rules, foreseen }: Seen): ForeseenResolver {
  const head = { position: bound.order, resolver: bound.resolver.name, tier };
  if (foreseen.kind === 'nothing') {
    const { why, isForNow } = foreseen;
    return { ...head, verdict: isForNow ? 'later' : 'skipped', request: null, places: [], why };
  }
  const { request, candidates } = foreseen;
  return {
    ...head,
    verdict: request ? 'asks' : 'knows',
    request: request ? requestRow(request, bound, { work, rules }) : null,
    places: candidates.map((candidate) => placeOf(candidate, rules)),
    why: null,
  };
}

type FirstRequest = Extract<Foreseen, { kind: 'something' }>['request'];

function requestRow(
  { url, role, method = 'GET' }: NonNullable<FirstRequest>,
  { resolver }: BoundResolver,
  { work, rules }: Pick<Seen, 'work' | 'rules'>,
): ForeseenRequest {
  const parsed = parseUrl(url);
  const host = parsed ? hostKey(parsed) : '';
  return {
    verb: method,
    url: redactUrl(url),
    host,
    role,
    rate: policyText(rules.rates.find(host, role).policy),
    interval_ms: rules.rates.intervalMs(host, role),
    batch: resolver.batch?.takes(work) ? resolver.batch.size : null,
  };
}

function placeOf(candidate: Candidate, { loaded }: Rules): ForeseenPlace {
  const { url, expected, license, version, evidence } = candidate;
  const { download, licenses } = loaded.config;
  const isAccepted = acceptsLicense(licenses.accept, license);
  return {
    url: redactUrl(url),
    expected,
    license: license ?? null,
    version: version ?? null,
    evidence: evidence ?? null,
    refused: !download.formats.includes(expected) ? 'policy-type' : isAccepted ? null : 'policy-license',
  };
}

/** The identifiers among a work's facts, for showing. */
export function identifiersOf({ doi, openalex, arxiv, pmcid, pmid, url }: Work): Identifiers {
  const all = { doi, openalex, arxiv, pmcid, pmid, url };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
