import { json, type LabContext, type Reply } from '../reply.ts';

const DAY_MS = 86_400_000;

/** What the one caller of the lab has spent today; API and file store share it. */
export interface Account {
  /** The answer with what it cost and what is left in its headers. */
  metered(reply: Reply, costUsd: number): Reply;
  /** Takes the price and answers, or refuses for want of money. */
  charge(costUsd: number, answer: () => Reply): Reply;
}

export function openAccount(lab: LabContext): Account {
  let spentUsd = 0;
  const meter = (costUsd: number): Record<string, string> => {
    const remaining = Math.max(0, lab.openalexBudgetUsd - spentUsd);
    return {
      'access-control-allow-origin': '*',
      'x-ratelimit-cost-usd': String(costUsd),
      'x-ratelimit-credits-used': String(Math.round(costUsd * 10_000)),
      'x-ratelimit-limit': String(Math.round(lab.openalexBudgetUsd * 10_000)),
      'x-ratelimit-limit-usd': String(lab.openalexBudgetUsd),
      'x-ratelimit-onetime-remaining': '0',
      'x-ratelimit-prepaid-remaining-usd': '0',
      'x-ratelimit-remaining': String(Math.floor(remaining * 10_000)),
      'x-ratelimit-remaining-usd': remaining.toFixed(4),
      'x-ratelimit-reset': String(Math.ceil((DAY_MS - (lab.wallMs() % DAY_MS)) / 1000)),
    };
  };
  const metered = (reply: Reply, costUsd: number): Reply => ({
    ...reply,
    headers: { ...reply.headers, ...meter(costUsd) },
  });
  return {
    metered,
    charge(costUsd, answer) {
      if (spentUsd + costUsd > lab.openalexBudgetUsd + 1e-9) {
        const message = 'Insufficient budget. Your daily budget is used up and resets at midnight UTC.';
        return metered(json(429, { error: 'Rate limit exceeded', message }), 0);
      }
      spentUsd += costUsd;
      return metered(answer(), costUsd);
    },
  };
}
