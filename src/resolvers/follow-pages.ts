import type { Candidate } from '../core/plan.ts';
import { addressKey } from '../core/url.ts';
import type { WorkNames } from './html/about-work.ts';
import { candidatesOfPage } from './page-candidates.ts';
import type { ResolveContext } from './resolver.ts';

/** Pages read because another one sent browsers on to them, for one work and resolver. */
const MAX_STEPS = 2;

/**
 * Reads landing pages of a work and follows those that only send browsers on (a refresh, a redirecting script, a frame), so far as
 * they name no file themselves. No page is read twice, and no more than two steps are taken in all. What the page at the
 * end fails with is the failure of the whole.
 */
export function pageReader(
  { ask }: Pick<ResolveContext<unknown>, 'ask'>,
  work: WorkNames,
): (url: string) => Promise<readonly Candidate[]> {
  const seen = new Set<string>();
  let stepsLeft = MAX_STEPS;

  async function read(url: string): Promise<readonly Candidate[]> {
    seen.add(addressKey(url));
    const answer = await ask.text({ url, role: 'landing' });
    seen.add(addressKey(answer.url));
    const onward: string[] = [];
    const candidates = await candidatesOfPage(answer, { ask, lead: (next) => void onward.push(next) }, work);
    const next = onward.find((page) => !seen.has(addressKey(page)));
    const hasFile = candidates.some(({ expected }) => expected !== 'html');
    if (hasFile || next === undefined || stepsLeft === 0) return candidates;
    stepsLeft--;
    return read(next);
  }

  return read;
}
