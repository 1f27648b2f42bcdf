import { Failure, type Reason } from '../core/errors.ts';
import type { Plan } from '../core/plan.ts';
import type { Miss, Progress } from '../core/progress.ts';
import { addressKey } from '../core/url.ts';
import type { PageRead } from '../download/download.ts';
import { type Case, goOn, type StepResult } from './case.ts';
import { holdFile } from './held-files.ts';
import { downloadOrMiss, missOfPage, type Refused } from './try-plan.ts';
import { missOfPlan, withMiss, withRead } from './update-progress.ts';

/** The plan to take this page, or a page that led to it, for the full text; or this PDF for the file. */
function planFor({ plans, htmlPlans }: Progress, page: PageRead): Plan | undefined {
  const { hops } = page;
  const wanted = isPdf(page) ? 'pdf' : 'html';
  const urls = new Set(hops.map((url) => addressKey(url)));
  return [...plans, ...htmlPlans].find(
    ({ url, expected }) => expected === wanted && urls.has(addressKey(url)),
  );
}

const isPdf = ({ headers }: PageRead): boolean =>
  /^application\/(?:x-)?pdf\b/i.test(headers['content-type'] ?? '');

const DAMAGED: ReadonlySet<Reason> = new Set(['pdf-corrupt', 'truncated', 'size-mismatch', 'empty-body']);

const missOf = (plan: Plan, result: Refused | Failure): Miss =>
  result instanceof Failure ? missOfPlan(plan, result.reason) : missOfPage(plan, result);

/** What may be whole the next time keeps its plan. */
const withoutPdf = (progress: Progress, plan: Plan, result: Refused | Failure): Progress =>
  result instanceof Failure || DAMAGED.has(result.reason)
    ? progress
    : withMiss(withRead(progress, plan), missOf(plan, result));

/**
 * Landing pages that are plans for full text as well are judged from the bytes that came: nobody is asked twice. A full
 * text is held; what came of any other is told when its plan has its turn. A PDF that came in place of a page is judged
 * likewise; one that is damaged is fetched once more, as any other.
 */
export async function judgePages(
  one: Case,
  progress: Progress,
  pages: readonly PageRead[],
): Promise<StepResult> {
  let next = progress;
  for (const page of pages) {
    const plan = planFor(next, page);
    if (!plan || next.pageMisses?.[addressKey(plan.url)]) continue;
    const result = await downloadOrMiss(one, { plan, progress: next, page });
    if (result instanceof Failure || result.kind === 'refused')
      next = isPdf(page) ? withoutPdf(next, plan, result) : withPageMiss(next, plan, missOf(plan, result));
    else if (result.kind === 'held') next = (await holdFile(one, withRead(next, plan), result.file)).progress;
    else throw new Error(`a page that was only read is ${result.kind}`);
  }
  return goOn(next);
}

const withPageMiss = (progress: Progress, { url }: Plan, miss: Miss): Progress => ({
  ...progress,
  pageMisses: { ...progress.pageMisses, [addressKey(url)]: miss },
});
