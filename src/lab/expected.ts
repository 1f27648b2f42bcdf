import { type Reason, reasonFacts } from '../core/errors.ts';
import { FORMATS, type Format } from '../core/plan.ts';
import type { Copy } from './behaviour.ts';
import { isImpostor } from './pdf-forms.ts';
import type { Find, Setup } from './scenarios/scenario.ts';
import type { Shelf } from './shelf.ts';

/** What the product under test can do; the right outcome depends on it. */
export interface Capability {
  /** Names as in the configuration. `landing` and `doi_redirect` both read the page behind the DOI. */
  readonly resolvers: readonly string[];
  readonly formats: readonly Format[];
  /** Whether a paper that is not the one asked for is noticed. */
  readonly verifiesIdentity: boolean;
  /** Whether it has a key and money for OpenAlex's own files. */
  readonly pays?: boolean;
}

export const DEFAULT_CAPABILITY: Capability = {
  resolvers: [
    'openalex',
    'unpaywall',
    'crossref',
    'arxiv',
    'pmc',
    'europe_pmc',
    'core',
    'doaj',
    'semantic_scholar',
    'doi_redirect',
    'landing',
    'wayback',
  ],
  formats: FORMATS,
  verifiesIdentity: true,
};

/** How a work must end. */
export interface Expected {
  readonly outcome: 'saved' | 'html_only' | 'skipped' | 'failed' | 'quarantined';
  readonly reason: Reason;
  /** Reasons that are as honest, depending on how patient the client is configured to be. */
  readonly alsoRight: readonly Reason[];
  /**
   * Digests of the texts that are right to store; a stored file has one of them. For a quarantined work: of what may lie
   * in quarantine. Empty where nothing is kept.
   */
  readonly sha256: readonly string[];
  readonly format?: Format;
  /** The outcome is right only for a product that verifies identity; without it the wrong paper is stored. */
  readonly needsIdentity: boolean;
}

const TRIPS_BREAKER: ReadonlySet<Reason> = new Set(['http-5xx', 'timeout', 'too-slow', 'size-mismatch']);

interface Question {
  readonly index: number;
  readonly setup: Setup;
  readonly capability: Capability;
  readonly shelf: Shelf;
}

function ended(reason: Reason, needsIdentity = false): Expected {
  const { outcome } = reasonFacts(reason);
  if (outcome === 'good') throw new Error(`${reason} is no reason to end without a text`);
  // A host that keeps failing opens its circuit breaker, and that may be what the last try met.
  const alsoRight: readonly Reason[] = TRIPS_BREAKER.has(reason) ? ['breaker-open'] : [];
  return { outcome, reason, alsoRight, sha256: [], needsIdentity };
}

/** A scan proves nothing about itself: it is right only where no other copy in its format can be had. */
const surest = (finds: readonly Find[]): readonly Find[] =>
  finds.filter(
    ({ copy }) =>
      copy.form !== 'scan' ||
      !finds.some(({ copy: other }) => other.form !== 'scan' && other.format === copy.format),
  );

export function expectedOf({ index, setup, capability, shelf }: Question): Expected {
  const reachable = setup.finds.filter(
    ({ via, through = via, copy, isPriced = false }) =>
      (!isPriced || capability.pays === true) &&
      capability.resolvers.includes(via) &&
      capability.resolvers.includes(through) &&
      capability.formats.includes(copy.format),
  );
  const isRight = ({ work, form }: Copy): boolean => work === index && !isImpostor(form);
  const needsIdentity = setup.finds.some(({ copy }) => !isRight(copy));
  const taken = capability.verifiesIdentity
    ? surest(reachable.filter(({ copy }) => isRight(copy)))
    : reachable.slice(0, needsIdentity ? 1 : undefined);

  const format = FORMATS.find((one) => taken.some(({ copy }) => copy.format === one));
  if (format !== undefined) {
    const right = taken.filter(({ copy }) => copy.format === format).map(({ copy }) => shelf.sha256(copy));
    // HTML is second best unless it is what was asked for first.
    const outcome = format === 'html' && capability.formats[0] !== 'html' ? 'html_only' : 'saved';
    return { outcome, reason: 'ok', alsoRight: [], sha256: [...new Set(right)], format, needsIdentity };
  }
  if (reachable.length > 0) {
    const setAside = reachable.map(({ copy }) => shelf.sha256(copy));
    return { ...ended('wrong-paper', true), sha256: [...new Set(setAside)] };
  }
  const deadEnd = setup.deadEnds.find(({ via }) => capability.resolvers.includes(via));
  return ended(deadEnd?.reason ?? 'no-candidates', needsIdentity);
}
