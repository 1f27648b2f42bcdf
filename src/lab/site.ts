import { type Dice, dice } from './dice.ts';
import type { RobotsPolicy } from './robots.ts';
import { PLACE_NAMES } from './words.ts';

/** How a publisher lays out its URLs. */
type UrlStyle = 'doi-path' | 'article-number' | 'query' | 'journal-system' | 'handle';
export type DoiStyle = 'dotted' | 'dashed' | 'journal' | 'parenthesis' | 'colon' | 'sici';
/** Which validators its files carry; a weak one allows 304 but no range request. */
export type Validators = 'both' | 'etag' | 'weak-etag' | 'last-modified' | 'none';

/**
 * One host with papers on it. All names end in `.example` (RFC 2606): should a client lose its way to the lab, it bothers
 * nobody.
 */
export interface Site {
  readonly host: string;
  readonly name: string;
  readonly kind: 'publisher' | 'repository';
  readonly doiPrefix: string;
  readonly doiStyle: DoiStyle;
  readonly urlStyle: UrlStyle;
  readonly robots: RobotsPolicy;
  readonly validators: Validators;
  /** `false`: HEAD is answered 405. */
  readonly allowsHead: boolean;
}

/** Where the works live: shared hosts by Zipf's law, and hosts with one work for faults that would harm neighbours. */
export interface Sites {
  publisherFor(dice: Dice): Site;
  repositoryFor(dice: Dice): Site;
  /** robots.txt keeps everybody out. */
  deniedFor(dice: Dice): Site;
  /** A host of this work alone, so that its breaker and its Retry-After touch no other work. */
  alone(index: number, robots?: RobotsPolicy): Site;
}

export interface SiteOptions {
  readonly seed: number;
  readonly works: number;
  readonly crawlDelayS: number;
}

const ZIPF_EXPONENT = 1.1;
const PUBLISHER_WORDS = ['press', 'journals', 'academic', 'science', 'publishing', 'review'] as const;
const PUBLISHER_FRONTS = ['www', 'journals', 'link', 'academic', 'pubs'] as const;
const REPOSITORY_FRONTS = ['repository', 'eprints', 'dspace', 'research', 'archive'] as const;
const URL_STYLES = ['doi-path', 'article-number', 'query', 'journal-system'] as const;
const DOI_STYLES = ['dotted', 'journal', 'dashed'] as const;
const VALIDATORS = ['both', 'etag', 'last-modified', 'both', 'weak-etag', 'both', 'none'] as const;

const at = <T>(list: readonly T[], index: number): T => {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('empty list');
  return item;
};

/** `alder-press`, `amberley-press`, …; numbered once the names run out. */
function slugAt(words: readonly string[], index: number): string {
  const place = at(PLACE_NAMES, index).toLowerCase();
  const round = Math.floor(index / PLACE_NAMES.length);
  const number = Math.floor(round / words.length);
  return `${place}-${at(words, round)}${number > 0 ? number + 1 : ''}`;
}

const titled = (slug: string): string =>
  slug.replace(/(^|-)([a-z])/g, (_, dash, letter) => `${dash && ' '}${letter.toUpperCase()}`);

/** The crowded hosts are plain; the tail has the odd robots files. */
function robotsAt(rank: number, crawlDelayS: number): RobotsPolicy {
  if (rank % 9 === 5) return { kind: 'crawl-delay', delayS: crawlDelayS };
  if (rank % 7 === 3) return { kind: 'missing' };
  if (rank % 5 === 2) return { kind: 'some-paths' };
  return { kind: 'allow' };
}

function publisherAt(rank: number, options: SiteOptions): Site {
  const slug = slugAt(PUBLISHER_WORDS, rank);
  return {
    host: `${at(PUBLISHER_FRONTS, rank)}.${slug}.example`,
    name: titled(slug),
    kind: 'publisher',
    doiPrefix: rank % 2 === 0 ? `10.${1201 + rank * 7}` : `10.${51_003 + rank * 13}`,
    doiStyle: at(DOI_STYLES, rank),
    urlStyle: at(URL_STYLES, rank),
    robots: robotsAt(rank, options.crawlDelayS),
    validators: at(VALIDATORS, rank),
    allowsHead: rank % 6 !== 4,
  };
}

function repositoryAt(rank: number): Site {
  const slug = `${at(PLACE_NAMES, rank + 7).toLowerCase()}-university${rank >= PLACE_NAMES.length ? rank : ''}`;
  return {
    host: `${at(REPOSITORY_FRONTS, rank)}.${slug}.example`,
    name: titled(slug),
    kind: 'repository',
    doiPrefix: `10.${71_000 + rank}`,
    doiStyle: 'dotted',
    urlStyle: 'handle',
    robots: rank % 3 === 1 ? { kind: 'missing' } : { kind: 'some-paths' },
    validators: at(VALIDATORS, rank),
    allowsHead: true,
  };
}

const lonely = (index: number, robots: RobotsPolicy): Site => ({
  host: `www.${at(PLACE_NAMES, index).toLowerCase()}-society-${index}.example`,
  name: `${at(PLACE_NAMES, index)} Society ${index}`,
  kind: 'publisher',
  doiPrefix: `10.${31_000 + (index % 9000)}`,
  doiStyle: 'dotted',
  urlStyle: at(URL_STYLES, index),
  robots,
  validators: 'both',
  allowsHead: true,
});

/** Rank r is drawn with a weight of 1 / (r + 1)^1.1. */
function zipf(sites: readonly Site[]): (dice: Dice) => Site {
  let total = 0;
  const upTo = sites.map((_, rank) => {
    total += 1 / (rank + 1) ** ZIPF_EXPONENT;
    return total;
  });
  return (chance) => {
    const drawn = chance.next() * total;
    const rank = upTo.findIndex((limit) => drawn < limit);
    return at(sites, Math.max(0, rank));
  };
}

const between = (min: number, value: number, max: number): number =>
  Math.max(min, Math.min(max, Math.round(value)));

export function createSites(options: SiteOptions): Sites {
  const offset = dice(options.seed, 'sites').int(0, PLACE_NAMES.length - 1);
  const publishers = Array.from({ length: between(4, options.works / 8, 300) }, (_, rank) =>
    publisherAt(rank, options),
  );
  const repositories = Array.from({ length: between(2, options.works / 25, 50) }, (_, rank) =>
    repositoryAt(rank + offset),
  );
  const denied = [0, 1].map((rank) => lonely(900_000 + rank, { kind: 'deny-all' }));
  return {
    publisherFor: zipf(publishers),
    repositoryFor: zipf(repositories),
    deniedFor: (chance) => chance.pick(denied),
    alone: (index, robots = { kind: 'allow' }) => lonely(index, robots),
  };
}
