import type { Role } from '../core/manifest-record.ts';
import type { Progress } from '../core/progress.ts';
import type { HostKey } from '../core/url.ts';
import { hostKey, parseUrl } from '../core/url.ts';
import type { Work } from '../core/work.ts';
import type { Resolver } from '../resolvers/resolver.ts';

/** A resolver with the options it runs under. */
export interface BoundResolver {
  readonly resolver: Resolver;
  readonly options: Parameters<Resolver['first']>[1];
  /** Its place in the whole order, from 1: `resolver_order` of the records. */
  readonly order: number;
}

interface Tier {
  readonly name: string;
  readonly resolvers: readonly BoundResolver[];
}

/** Tiers in order; the next is tried only when the one before gave no artifact. */
export type Route = readonly Tier[];

/** The host and role of the next request; an empty host means that none is needed. */
export interface NextRequest {
  readonly host: HostKey;
  readonly role: Role | '';
}

export const NO_REQUEST: NextRequest = { host: '', role: '' };

export const sameRequest = (a: NextRequest, b: NextRequest): boolean =>
  a.host === b.host && a.role === b.role;

export function requestTo(url: string, role: Role): NextRequest {
  const parsed = parseUrl(url);
  return parsed ? { host: hostKey(parsed), role } : NO_REQUEST;
}

/** What is known of a work when it turns to a resolver. */
export interface Standpoint {
  readonly leads: readonly string[];
  /** What batch requests told of it, by resolver. */
  readonly answers: Progress['answers'];
}

/** Where a resolver's first request would go. */
export function firstRequest(
  bound: BoundResolver,
  work: Work,
  { leads, answers = {} }: Standpoint,
): NextRequest {
  const { resolver } = bound;
  if (!resolver.accepts(work, leads)) return NO_REQUEST;
  const answer = answers[resolver.name];
  if (answer === null || (answer !== undefined && resolver.batch?.isWhole)) return NO_REQUEST;
  const first = bound.resolver.first(work, bound.options, leads);
  return first ? requestTo(first.url, first.role) : NO_REQUEST;
}
