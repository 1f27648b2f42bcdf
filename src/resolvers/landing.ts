import { Failure, OutOfRoom } from '../core/errors.ts';
import type { Candidate } from '../core/plan.ts';
import { addressKey } from '../core/url.ts';
import type { Work } from '../core/work.ts';
import { pageReader } from './follow-pages.ts';
import { isPdfAddress } from './pdf-address.ts';
import { defineResolver } from './resolver.ts';

const MAX_PAGES = 3;

/** The address the work came with, then what sources named, each once. */
function pagesOf(work: Work, leads: readonly string[]): readonly string[] {
  const given = work.url !== undefined && !isPdfAddress(work.url) ? [work.url] : [];
  const seen = new Set<string>();
  const pages = [...given, ...leads].filter((url) => {
    const key = addressKey(url);
    return !seen.has(key) && seen.add(key);
  });
  return pages.slice(0, MAX_PAGES);
}

/** Reads landing pages that sources named, and the address the work itself came with. */
export const landing = defineResolver({
  name: 'landing',
  tier: 'landing_scrape',
  enabledByDefault: true,
  baseUrl: undefined,
  own: {},
  accepts: (work, leads) => work.url !== undefined || leads.length > 0,
  first(work, _options, leads) {
    const [url] = pagesOf(work, leads);
    return url === undefined ? undefined : { url, role: 'landing' };
  },
  async *plans(work, context) {
    const html: Candidate[] = [];
    let found = 0;
    let refusal: Failure | undefined;
    const readPage = pageReader(context, work);
    if (work.url !== undefined && isPdfAddress(work.url)) {
      found++;
      yield { url: work.url, expected: 'pdf', evidence: 'the address given' };
    }
    for (const url of pagesOf(work, context.leads)) {
      try {
        const candidates = await readPage(url);
        const files = candidates.filter(({ expected }) => expected !== 'html');
        found += candidates.length;
        html.push(...candidates.filter(({ expected }) => expected === 'html'));
        yield* files;
      } catch (error) {
        // One page that fails must not hide the others; its reason counts when none of them has anything.
        if (!(error instanceof Failure) || error instanceof OutOfRoom) throw error;
        refusal ??= error;
      }
    }
    yield* html;
    if (found === 0 && refusal) throw refusal;
  },
});
