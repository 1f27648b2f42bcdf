import { json, type ListPage, type Reply, type SpoiltListing } from './reply.ts';

/** How a run over a spoilt listing must end. */
export interface ListingEnd {
  /** Whether the run may take its list for whole. */
  readonly isWhole: boolean;
  /** Distinct works that must be listed, of all there are. */
  readonly works: (all: number) => number;
  /** How what the run says of it must begin; empty: the words are the transport's. */
  readonly problem?: string;
}

interface ListingFault {
  readonly must: ListingEnd;
  /** `undefined`: the page goes out as it is. */
  readonly spoil: (page: ListPage) => Reply | undefined;
}

/** The works of a page where a listing is spoilt: worlds of a few dozen works have several pages then. */
export const SPOILT_PER_PAGE = 10;

const sent = (page: ListPage, changed: Partial<Pick<ListPage, 'results'>> & { meta?: object }): Reply =>
  json(200, {
    ...page.rest,
    results: changed.results ?? page.results,
    meta: { ...page.meta, ...changed.meta },
  });

const whole: ListingEnd = { isWhole: true, works: (all) => all };
const broken = (works: ListingEnd['works'], problem: string): ListingEnd => ({
  isWhole: false,
  works,
  problem,
});
const none = (): number => 0;
const firstPage = (): number => SPOILT_PER_PAGE;

const onFirst = (reply: () => Reply) => (page: ListPage) => (page.number === 0 ? reply() : undefined);
const onSecond = (reply: (page: ListPage) => Reply) => (page: ListPage) =>
  page.number === 1 ? reply(page) : undefined;
const once = (reply: (page: ListPage) => Reply) =>
  onSecond((page) => (page.askedBefore === 0 ? reply(page) : sent(page, {})));

const text = (status: number, body: string): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body,
});
const overloaded = (): Reply => json(500, { error: 'Internal Server Error', message: 'overloaded' });
const slowDown = (status: 429 | 503) => (): Reply =>
  json(status, { error: 'Too many requests', message: 'Please slow down.' }, { 'retry-after': '1' });

const NOT_JSON = 'OpenAlex answered with something that is not JSON';
const NO_LIST = 'OpenAlex answered with no list of works';

/**
 * What a listing can do wrong, by the name `lab --faults` takes, each with how a run must end. A page is the same one
 * however often it is asked for: the cursor tells its number.
 */
export const LISTING_FAULTS = {
  'listing-403-first': {
    must: broken(none, 'OpenAlex answered with status 403: Invalid query parameters error. no such field'),
    spoil: onFirst(() => json(403, { error: 'Invalid query parameters error.', message: 'no such field' })),
  },
  'listing-500-first': {
    must: broken(none, 'OpenAlex answered with status 500: Internal Server Error overloaded'),
    spoil: onFirst(overloaded),
  },
  'listing-no-json-first': { must: broken(none, NOT_JSON), spoil: onFirst(() => text(200, '<html>')) },
  'listing-no-list-first': { must: broken(none, NO_LIST), spoil: onFirst(() => json(200, { a: 1 })) },
  'listing-500-later': {
    must: broken(firstPage, 'OpenAlex answered with status 500: Internal Server Error overloaded'),
    spoil: onSecond(overloaded),
  },
  'listing-empty-body-later': { must: broken(firstPage, NOT_JSON), spoil: onSecond(() => text(200, '')) },
  /** A length that agrees with the cut. */
  'listing-half-json-later': {
    must: broken(firstPage, NOT_JSON),
    spoil: onSecond((page) => {
      const reply = sent(page, {});
      const body = String(reply.body);
      return { ...reply, body: body.slice(0, body.length / 2) };
    }),
  },
  /** The connection ends before the announced length. */
  'listing-cut-later': {
    must: broken(firstPage, ''),
    spoil: onSecond((page) => ({ ...sent(page, {}), delivery: { kind: 'cut' } })),
  },
  'listing-stall-later': {
    must: broken(firstPage, ''),
    spoil: onSecond((page) => ({ ...sent(page, {}), delivery: { kind: 'stall' } })),
  },
  'listing-same-cursor': {
    must: broken(() => 2 * SPOILT_PER_PAGE, 'the listing does not move on'),
    spoil: onSecond((page) => sent(page, { meta: { next_cursor: page.cursorOf(1) } })),
  },
  /** The third page leads to the first. */
  'listing-round-cursor': {
    must: broken(() => 3 * SPOILT_PER_PAGE, 'the listing goes round'),
    spoil: (page) =>
      page.number === 2 ? sent(page, { meta: { next_cursor: page.cursorOf(0) } }) : undefined,
  },
  /** The end of a list, in its middle. */
  'listing-early-end': {
    must: broken(firstPage, 'OpenAlex ended its list after 10 of '),
    spoil: onSecond((page) => sent(page, { results: [], meta: { next_cursor: null } })),
  },
  'listing-early-end-without-count': {
    must: broken(firstPage, 'OpenAlex ended its list after 10 of '),
    spoil: onSecond((page) => sent(page, { results: [], meta: { next_cursor: null, count: undefined } })),
  },
  'listing-early-end-of-none': {
    must: broken(firstPage, 'OpenAlex ended its list after 10 of '),
    spoil: onSecond((page) => sent(page, { results: [], meta: { next_cursor: null, count: 0 } })),
  },
  /** Shorter than promised, and then the end. */
  'listing-short-page': {
    must: broken(() => 1.5 * SPOILT_PER_PAGE, 'OpenAlex ended its list after 15 of '),
    spoil: onSecond((page) => sent(page, { results: page.results.slice(0, 5), meta: { next_cursor: null } })),
  },
  /** Goes on behind works that it leaves out. */
  'listing-hole': {
    must: broken((all) => all - 5, 'OpenAlex ended its list after '),
    spoil: onSecond((page) => sent(page, { results: page.results.slice(0, 5) })),
  },
  'listing-count-high': {
    must: broken((all) => all, 'OpenAlex ended its list after '),
    spoil: (page) => sent(page, { meta: { count: page.meta.count * 3 } }),
  },
  'listing-count-low': { must: whole, spoil: (page) => sent(page, { meta: { count: 3 } }) },
  'listing-count-none': { must: whole, spoil: (page) => sent(page, { meta: { count: undefined } }) },
  'listing-429-once': { must: whole, spoil: once(slowDown(429)) },
  'listing-503-once': { must: whole, spoil: once(slowDown(503)) },
  /** The index grew meanwhile: works of the first page come again on the second. */
  'listing-overlap': {
    must: whole,
    spoil: (page) =>
      page.number === 0 ? sent(page, { meta: { next_cursor: page.cursorOf(0.5) } }) : undefined,
  },
  /** Every page has a cursor of its own and the works of the first. */
  'listing-repeat': {
    must: broken(firstPage, 'the listing repeats itself'),
    spoil: (page) => (page.number > 0 ? sent(page, { results: page.first }) : undefined),
  },
  /** One page comes again in place of another, and the list goes on behind it. */
  'listing-repeat-once': {
    must: broken((all) => all - SPOILT_PER_PAGE, 'OpenAlex ended its list after '),
    spoil: onSecond((page) => sent(page, { results: page.first })),
  },
} as const satisfies Readonly<Record<string, ListingFault>>;

export type ListingFaultName = keyof typeof LISTING_FAULTS;

export const isListingFault = (name: string): name is ListingFaultName => Object.hasOwn(LISTING_FAULTS, name);

export function spoiltListing(name: ListingFaultName): SpoiltListing & { readonly name: ListingFaultName } {
  const asked = new Map<number, number>();
  let first: ListPage['results'] = [];
  let isMended = false;
  return {
    name,
    spoil(page) {
      const askedBefore = asked.get(page.number) ?? 0;
      asked.set(page.number, askedBefore + 1);
      if (page.number === 0) first = page.results;
      return isMended ? undefined : LISTING_FAULTS[name].spoil({ ...page, askedBefore, first });
    },
    mend() {
      isMended = true;
    },
  };
}
