import type { Rate } from '../../core/rate.ts';
import type { HeaderMap } from '../client.ts';
import type { Quota } from './policies.ts';

/** Of what a host announces we take a little less: its clock is not ours. */
const SHARE = 0.9;
/** A host that announces a slower rate is asked at this one; it has 429 for everything else. */
const SLOWEST: Rate = { count: 1, periodMs: 60_000 };
const DAY_S = 86_400;

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

const positive = (text: string | undefined): number | undefined => {
  const value = text !== undefined && /^\s*\d{1,9}(?:\.\d{1,9})?\s*$/.test(text) ? Number(text) : Number.NaN;
  return value > 0 ? value : undefined;
};

const dollars = (text: string | undefined): number | undefined =>
  text !== undefined && /^\s*-?\d{1,9}(?:\.\d{1,12})?\s*$/.test(text) ? Number(text) : undefined;

/** `1s`, `60s`, `1m`: as Crossref writes it. */
function intervalMs(text: string | undefined): number | undefined {
  const match = /^\s*(\d{1,6})\s*([smh])\s*$/i.exec(text ?? '');
  const value = Number(match?.[1]) * (SECONDS[match?.[2]?.toLowerCase() ?? ''] ?? 0) * 1000;
  return value > 0 ? value : undefined;
}

/**
 * `x-rate-limit-limit: 10`, `x-rate-limit-interval: 1s`, `x-concurrency-limit: 3`: what Crossref grants whoever asks, by
 * the pool it has put them in. Similar names without an interval mean other things elsewhere and are not read.
 */
export function announcedQuota(headers: HeaderMap): Quota | undefined {
  if (headers['x-rate-limit-limit'] === undefined) return undefined;
  const limit = positive(headers['x-rate-limit-limit']);
  const periodMs = intervalMs(headers['x-rate-limit-interval']);
  const concurrent = positive(headers['x-concurrency-limit']);
  if (limit === undefined || periodMs === undefined) return undefined;
  const announced = { count: limit * SHARE, periodMs };
  const isSlower = periodMs / announced.count > SLOWEST.periodMs / SLOWEST.count;
  return {
    rate: isSlower ? SLOWEST : announced,
    ...(concurrent !== undefined && { maxConcurrent: Math.max(1, Math.floor(concurrent)) }),
  };
}

/** What is left of a daily budget in US dollars, as OpenAlex tells it with every answer. */
export interface Budget {
  /** Of the free daily allowance. */
  readonly remainingUsd: number;
  /** Bought in advance, over and above the allowance. */
  readonly prepaidUsd: number;
  /** What this answer cost. */
  readonly costUsd: number;
  readonly resetMs: number;
}

/** Seconds to the reset; without a sensible figure, to the next midnight UTC, which is when budgets begin anew. */
function resetMsOf(text: string | undefined, wallMs: number): number {
  const seconds = positive(text);
  const toMidnightMs = DAY_S * 1000 - (wallMs % (DAY_S * 1000));
  return seconds !== undefined && seconds <= DAY_S ? seconds * 1000 : toMidnightMs;
}

export function remainingBudget(headers: HeaderMap, wallMs: () => number): Budget | undefined {
  const remainingUsd = dollars(headers['x-ratelimit-remaining-usd']);
  if (remainingUsd === undefined) return undefined;
  return {
    remainingUsd,
    prepaidUsd: dollars(headers['x-ratelimit-prepaid-remaining-usd']) ?? 0,
    costUsd: dollars(headers['x-ratelimit-cost-usd']) ?? 0,
    resetMs: resetMsOf(headers['x-ratelimit-reset'], wallMs()),
  };
}
