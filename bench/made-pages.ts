/**
 * Pages made after the markup of real platforms, apart from the rules: which are kept as the full text of their work, and
 * where the others lead. `node bench/made-pages.ts [all|tuned|aside]` prints JSON; rules are tuned on one half of the pages.
 */
import { createHash } from 'node:crypto';
import type { WorkId } from '../src/core/identifiers.ts';
import { canonicalUrl } from '../src/core/url.ts';
import type { Work } from '../src/core/work.ts';
import { judgePage } from '../src/download/html-verdict.ts';
import { identifyPage } from '../src/download/identity/identify-page.ts';
import { readPage } from '../src/download/read-page.ts';
import { findPdfLinks } from '../src/resolvers/html/find-pdf-links.ts';
import { MADE_PAGES, type MadePage } from '../test/corpora-made/pages/index.ts';

const workOf = ({ work: { doi, ...work } }: MadePage): Work => ({
  ...work,
  id: (doi === undefined ? `url:${work.title}` : `doi:${doi.toLowerCase()}`) as WorkId,
  ...(doi !== undefined && { doi: doi.toLowerCase() as NonNullable<Work['doi']> }),
});

/** `kept`, or what the page was found to be. */
function endOf(page: MadePage, work: Work): string {
  const reader = readPage();
  reader.write(Buffer.from(page.html));
  const facts = reader.end();
  const verdict = judgePage(facts, { hops: [page.url], headers: page.headers ?? {} });
  if (verdict.kind !== 'full-text') return `${verdict.kind} (${verdict.evidence})`;
  const { identity, refusal } = identifyPage(work, facts);
  if (refusal !== undefined || identity.verdict !== 'proven')
    return `${identity.verdict} ${JSON.stringify(identity.evidence)}`;
  return 'kept';
}

/** Wiley hands out the same file under both. */
const fileOf = (url: string): string => canonicalUrl(url).replace('/doi/pdfdirect/', '/doi/pdf/');

const share = (part: number, whole: number): number => Math.round((part / Math.max(1, whole)) * 1e4) / 1e4;

const faults: string[] = [];
const count = {
  fullTexts: 0,
  kept: 0,
  keptByDoi: 0,
  byDoi: 0,
  others: 0,
  falseFullTexts: 0,
  takenForOthers: 0,
  walls: 0,
  wallsNamed: 0,
};
const landing = { withPdf: 0, first: 0, withoutPdf: 0, falseCandidates: 0 };
const [part = 'all'] = process.argv.slice(2);
const isAside = ({ name }: MadePage): boolean => createHash('sha1').update(name).digest()[0]! % 2 === 1;
const pages = MADE_PAGES.filter((page) => part === 'all' || (part === 'aside') === isAside(page));
for (const [at, page] of pages.entries()) {
  const end = endOf(page, workOf(page));
  if (page.isFullText) {
    count.fullTexts += 1;
    if (end === 'kept') count.kept += 1;
    else faults.push(`lost: ${page.name}: ${end}`);
    const { id, doi } = workOf(page);
    if (doi !== undefined) {
      count.byDoi += 1;
      if (endOf(page, { id, doi }) === 'kept') count.keptByDoi += 1;
      else faults.push(`lost by DOI alone: ${page.name}`);
    }
    const stranger = pages.find((other, index) => index > at && other.work.title !== page.work.title);
    if (stranger && endOf(page, workOf(stranger)) === 'kept') {
      count.takenForOthers += 1;
      faults.push(`taken for another: ${page.name}`);
    }
  } else {
    count.others += 1;
    if (end === 'kept') {
      count.falseFullTexts += 1;
      faults.push(`false full text: ${page.name}`);
    }
    if (page.wall !== undefined) {
      count.walls += 1;
      if (end.startsWith(page.wall)) count.wallsNamed += 1;
      else faults.push(`wall ${page.wall}: ${page.name}: ${end}`);
    }
  }
  if (page.pdf === undefined) continue;
  const [first] = (await findPdfLinks(page.html, page.url, { work: workOf(page) })).pdf;
  if (page.pdf === null) {
    landing.withoutPdf += 1;
    if (first) {
      landing.falseCandidates += 1;
      faults.push(`false candidate: ${page.name}: ${first.url} (${first.evidence})`);
    }
  } else {
    landing.withPdf += 1;
    if (first && fileOf(first.url) === fileOf(page.pdf)) landing.first += 1;
    else faults.push(`not first: ${page.name}: ${first?.url} (${first?.evidence}) for ${page.pdf}`);
  }
}
console.log(
  JSON.stringify(
    {
      ...count,
      keptShare: share(count.kept, count.fullTexts),
      falseShare: share(count.falseFullTexts, count.others),
      landing: {
        ...landing,
        firstShare: share(landing.first, landing.withPdf),
        falseShare: share(landing.falseCandidates, landing.withoutPdf),
      },
      faults,
    },
    undefined,
    1,
  ),
);
const isShort =
  share(count.kept, count.fullTexts) < 0.95 ||
  count.falseFullTexts > 0 ||
  share(landing.first, landing.withPdf) < 0.97 ||
  share(landing.falseCandidates, landing.withoutPdf) > 0.01;
process.exitCode = isShort ? 1 : 0;
