import { readLicense } from '../core/claims.ts';
import { Failure } from '../core/errors.ts';
import { plainText } from '../core/plain-text.ts';
import type { Candidate } from '../core/plan.ts';
import { canonicalUrl, isHttpUrl, parseUrl } from '../core/url.ts';
import type { WorkNames } from './html/about-work.ts';
import { findPdfLinks, type PageLink, type PageLinks } from './html/find-pdf-links.ts';
import { parseLinks, type WebLink } from './html/link-header.ts';
import { parseLinkset } from './html/linkset.ts';
import { wallOf } from './html/walls.ts';
import { isPreprintAddress } from './preprint-servers.ts';
import type { ResolveContext, TextAnswer } from './resolver.ts';

const MAX_TITLE = 80;

type PageContext = Pick<ResolveContext<unknown>, 'ask' | 'lead'>;

/**
 * What an answer to the request for a landing page offers: the answer itself when it is a PDF; else the links of its
 * header (Signposting) and of the page, PDF first, and last the page itself, in case it is the full text. A page that
 * turns robots away, or is another article's, is a `Failure` with that reason.
 */
export async function candidatesOfPage(
  answer: TextAnswer,
  context: PageContext,
  work: WorkNames,
): Promise<readonly Candidate[]> {
  const type = answer.headers['content-type'] ?? '';
  if (/^application\/(?:x-)?pdf\b/i.test(type))
    return [{ url: answer.url, expected: 'pdf', evidence: 'the address answered with a PDF' }];
  if (!/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) return [];
  const header = linksAbout(answer.url, parseLinks(answer.headers['link'] ?? ''));
  const more = header.filter(({ rels }) => rels.includes('cite-as')).map(({ target }) => target);
  const page = await findPdfLinks(answer.text, answer.url, { work, more });
  refuseWalls(page, answer.url);
  refuseOthers(page, answer.url);
  const items = await itemsOf(header, page, { answer, context });
  for (const url of page.onward) context.lead(url);
  return allCandidates(answer.url, page, { items, license: licenseOf(header) ?? page.license });
}

function refuseWalls(page: PageLinks, url: string): void {
  const wall = wallOf(page.title, url);
  const byTitle = wallOf(page.title, '');
  if (byTitle ?? (page.pdf.length === 0 ? wall : undefined))
    throw new Failure(
      wall ?? 'challenge-page',
      `a page titled "${plainText(page.title.trim(), MAX_TITLE)}" came instead`,
      {
        url,
      },
    );
}

/** Whatever such a page offers is the other article's: its file, its text, the pages it leads to. */
function refuseOthers({ about, title }: PageLinks, url: string): void {
  if (about === 'other')
    throw new Failure(
      'no-candidates',
      `the page is another article's: "${plainText(title.trim(), MAX_TITLE)}"`,
      { url },
    );
}

/** Links whose context is the page itself, with absolute targets. */
function linksAbout(pageUrl: string, links: readonly WebLink[]): readonly WebLink[] {
  const self = canonicalUrl(pageUrl);
  return links.flatMap((link) => {
    const anchor = link.anchor === undefined ? pageUrl : parseUrl(link.anchor, pageUrl)?.href;
    const target = parseUrl(link.target, pageUrl);
    const isAboutPage = anchor !== undefined && canonicalUrl(anchor) === self;
    return isAboutPage && target && isHttpUrl(target) ? [{ ...link, target: target.href }] : [];
  });
}

const pdfItems = (links: readonly WebLink[], evidence: string): readonly PageLink[] =>
  links
    .filter(({ rels, type }) => rels.includes('item') && type === 'application/pdf')
    .map(({ target }) => ({ url: target, evidence }));

interface Exchange {
  readonly answer: TextAnswer;
  readonly context: PageContext;
}

/** The linkset is asked for only when neither header nor page name a PDF: it costs a request. */
async function itemsOf(
  header: readonly WebLink[],
  page: PageLinks,
  { answer, context }: Exchange,
): Promise<readonly PageLink[]> {
  const items = pdfItems(header, 'Link header rel=item');
  const linkset = header.find(({ rels }) => rels.includes('linkset'));
  if (items.length > 0 || page.pdf.length > 0 || !linkset) return items;
  const headers = { accept: 'application/linkset+json, application/linkset;q=0.9' };
  const document = await context.ask.text({ url: linkset.target, role: 'landing', headers }, [404, 406, 410]);
  if (document.status >= 400) return [];
  return pdfItems(linksAbout(answer.url, parseLinkset(document.text)), 'linkset rel=item');
}

const licenseOf = (links: readonly WebLink[]): string | undefined =>
  links.find(({ rels }) => rels.includes('license'))?.target;

interface Extras {
  readonly items: readonly PageLink[];
  readonly license: string | undefined;
}

function allCandidates(pageUrl: string, page: PageLinks, { items, license }: Extras): readonly Candidate[] {
  const read = readLicense(license);
  const claims = {
    ...(read && { license: read }),
    ...(isPreprintAddress(pageUrl) && ({ version: 'submitted', hostType: 'repository' } as const)),
  };
  const offered = (links: readonly PageLink[], expected: Candidate['expected']): readonly Candidate[] =>
    links.map((link) => ({ ...link, expected, referer: pageUrl, ...claims }));
  return [
    ...offered([...items, ...page.pdf], 'pdf'),
    ...offered(page.xml, 'xml'),
    ...offered([...page.html, { url: pageUrl, evidence: 'landing page' }], 'html'),
  ];
}
