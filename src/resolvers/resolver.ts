import type { z } from 'zod';
import type { WorkId } from '../core/identifiers.ts';
import type { Candidate } from '../core/plan.ts';
import type { Learnt, Work } from '../core/work.ts';
import type { HeaderMap, HttpRequest, HttpResponse } from '../http/client.ts';
import type { ResolverOptions } from './options.ts';

/** What a resolver may ask for; the rest of a request (journal, signal, resolver name) is filled in by the pipeline. */
export type Ask = Pick<HttpRequest, 'url' | 'role'> &
  Partial<
    Pick<
      HttpRequest,
      'method' | 'headers' | 'body' | 'secretQuery' | 'secretHeaders' | 'referer' | 'maxBytes'
    >
  >;

/** A whole text answer: small bodies only, bounded by the client. */
export interface TextAnswer {
  readonly status: number;
  readonly headers: HttpResponse['headers'];
  readonly url: string;
  readonly text: string;
}

/**
 * The polite client as a resolver sees it. It sleeps, retries and follows redirects by itself; a status that is neither
 * 2xx nor listed in `accept` is thrown as `Failure` (`http-4xx`, `http-5xx`).
 */
export interface Asker {
  text(ask: Ask, accept?: readonly number[]): Promise<TextAnswer>;
  /** Parses JSON with the schema; `undefined` for 404 and 410. Anything unexpected is `Failure('parse-error')`. */
  json<T>(ask: Ask, schema: z.ZodType<T>): Promise<T | undefined>;
}

export interface ResolveContext<Options> {
  readonly ask: Asker;
  readonly options: Options;
  /** Contact address for APIs that want one. */
  readonly mailto: string | undefined;
  /** Tells the pipeline what was met on the way; later resolvers, names and checks see it on the work. */
  readonly learn: (facts: Learnt) => void;
  /** Names a landing page worth reading; `landing` visits it if nothing better comes. */
  readonly lead: (url: string) => void;
  /** Landing pages named so far and not yet read for this work. */
  readonly leads: readonly string[];
  /** Addresses of files that sources named and that gave nothing when they were asked, in the order of asking. */
  readonly refused: readonly string[];
  /** As ISO 8601, for what begins or ends at a date. */
  readonly today: string;
  /** What a batch request said of this work; `undefined` when none was made: then `plans` asks by itself. */
  readonly answer: unknown;
  readonly signal: AbortSignal;
}

/** What a batch request may use. */
export type BatchContext<Options> = Pick<ResolveContext<Options>, 'ask' | 'options' | 'mailto' | 'signal'>;

/** What a source said of one work among many. `record` is plain JSON: it is kept with the work until its turn. */
export interface BatchAnswer {
  readonly record: unknown;
  readonly learnt?: Learnt;
}

/** An API that answers for many works at once. The plans that follow are the same as one by one. */
interface Batch<Options> {
  /** Works named in one request, at most. */
  readonly size: number;
  /** Whether the answer is all that `plans` needs: no request of the work's own follows. */
  readonly isWhole: boolean;
  /** Whether this work can be named in a batch. */
  takes(work: Work): boolean;
  /** What the source says of each; a work it does not know is left out. */
  ask(works: readonly Work[], context: BatchContext<Options>): Promise<ReadonlyMap<WorkId, BatchAnswer>>;
}

/** What `plans` and `firstUrl` get: the keys all resolvers share and the resolver's own. */
export type OptionsOf<Own extends z.ZodRawShape> = ResolverOptions & {
  readonly [Key in keyof Own]: z.output<Own[Key]>;
};

/**
 * Knows where works are. A value, one file each, listed once in `resolvers/index.ts`. It never sleeps, retries, caches or
 * opens a socket; it turns answers into candidates.
 */
export interface Resolver<Own extends z.ZodRawShape = z.ZodRawShape> {
  /** As in config and records: `semantic_scholar`. */
  readonly name: string;
  /** The tier it belongs to unless `resolvers.tiers` says otherwise. */
  readonly tier: string;
  /** Whether it runs when the config does not mention it. */
  readonly enabledByDefault: boolean;
  /** Where it asks unless `base_url` says otherwise; `undefined` for resolvers that visit many hosts. */
  readonly baseUrl: string | undefined;
  /** Its own config keys beside the shared ones (DESIGN 7). */
  readonly own: Own;
  /** Whether it can do anything with this work; `false` is recorded as `no-identifier`. */
  accepts(work: Work, leads: readonly string[]): boolean;
  /**
   * The URL and role of its first request, so that the scheduler knows the lane; `undefined` when it needs no request
   * (the answer is in the work itself): it then runs at enqueue.
   */
  first(
    work: Work,
    options: OptionsOf<Own>,
    leads: readonly string[],
  ): Pick<HttpRequest, 'url' | 'role'> | undefined;
  plans(work: Work, context: ResolveContext<OptionsOf<Own>>): AsyncIterable<Candidate>;
  /** `undefined`: the API answers for one work at a time. */
  readonly batch: Batch<OptionsOf<Own>> | undefined;
  /**
   * Secret headers that the files it names need, by host: they reach that host and no other. Plans are written down, so
   * no key is ever part of one.
   */
  fileHeaders(options: OptionsOf<Own>): Readonly<Record<string, HeaderMap>>;
}

type Defined<Own extends z.ZodRawShape> = Omit<Resolver<Own>, 'fileHeaders' | 'batch'> &
  Partial<Pick<Resolver<Own>, 'fileHeaders' | 'batch'>>;

/** Keeps the options type between `own`, `first` and `plans`. Most files need no key. */
export const defineResolver = <Own extends z.ZodRawShape>(resolver: Defined<Own>): Resolver<Own> => ({
  fileHeaders: () => ({}),
  batch: undefined,
  ...resolver,
});
