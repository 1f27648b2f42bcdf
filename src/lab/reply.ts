import type { IncomingHttpHeaders } from 'node:http';
import type { World } from './world.ts';

/** A request as the simulated hosts see it. */
export interface LabRequest {
  readonly method: string;
  readonly host: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  /** What came with a POST. */
  readonly body: string;
}

/** Validators of a stored file; with them conditional and range requests are answered. */
export interface Entity {
  readonly etag?: string;
  readonly lastModified?: string;
}

/** How the bytes go out when not simply whole. */
type Delivery =
  /** The connection breaks after half of the announced body. */
  | { readonly kind: 'cut' }
  /** Part of a file, asked for by a range, ends early and has no length to tell it by. */
  | { readonly kind: 'short-range' }
  /** A few bytes at a time. */
  | { readonly kind: 'drip'; readonly bytesPerSecond: number }
  /** Some bytes, then silence. */
  | { readonly kind: 'stall' }
  /** Endless-looking bytes, with or without an announced length. */
  | { readonly kind: 'noise'; readonly bytes: number; readonly announced: boolean };

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly entity?: Entity;
  readonly delivery?: Delivery;
}

/** A page of a listing, as OpenAlex would send it. */
export interface ListPage {
  /** From 0. */
  readonly number: number;
  /** How often this page was asked for before. */
  readonly askedBefore: number;
  /** The cursor of the page of this number. */
  readonly cursorOf: (page: number) => string;
  readonly meta: { readonly count: number; readonly next_cursor?: string | null };
  readonly results: readonly unknown[];
  /** The works of the first page; none where that was not asked for. */
  readonly first: readonly unknown[];
  readonly rest: Readonly<Record<string, unknown>>;
}

/** The listing of one lab, spoilt until it is mended. */
export interface SpoiltListing {
  readonly name: string;
  /** `undefined`: the page goes out as it is. */
  spoil(page: Omit<ListPage, 'askedBefore' | 'first'>): Reply | undefined;
  mend(): void;
}

/** What a provider is given. */
export interface LabContext {
  readonly world: World;
  /** The lab's own address, `http://127.0.0.1:8080`. */
  origin(): string;
  wallMs(): number;
  /** Seconds (and the date that far ahead) sent as Retry-After. */
  readonly retryAfterS: number;
  /** Size of bodies that are too large. */
  readonly hugeBytes: number;
  readonly openalexBudgetUsd: number;
  /** The limit Crossref announces to callers who say how to reach them. */
  readonly crossrefPerSecond: number;
  /** Crawl-delay in arXiv's robots.txt; 0: none. */
  readonly arxivCrawlDelayS: number;
  /** What OpenAlex's listings do wrong. */
  readonly listing?: SpoiltListing;
}

/** One upstream: the hosts it is reached under and its answers. */
export interface Provider {
  readonly hosts: readonly string[];
  /** Whether some of its addresses take POST. */
  readonly takesPost?: boolean;
  answer(request: LabRequest): Reply;
}

export const html = (status: number, body: string, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body,
});

export const json = (status: number, value: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

/** The 404 of a Flask application, as OpenAlex and Unpaywall send it. */
export const flaskNotFound = (headers: Record<string, string> = {}): Reply =>
  html(
    404,
    '<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n<p>The requested URL was not found on the server. If you entered the URL manually please check your spelling and try again.</p>\n',
    headers,
  );

/** Percent-decoding that leaves what cannot be decoded as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
