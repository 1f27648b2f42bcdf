import { readLicense } from '../core/claims.ts';
import { Failure } from '../core/errors.ts';
import type { Candidate } from '../core/plan.ts';
import { canonicalUrl, isHttpUrl, parseUrl } from '../core/url.ts';
import { findPdfLinks, type PageLink, type PageLinks } from './html/find-pdf-links.ts';
import { parseLinks, type WebLink } from './html/link-header.ts';
import { parseLinkset } from './html/linkset.ts';
import { wallOf } from './html/walls.ts';
import type { ResolveContext, TextAnswer } from './resolver.ts';

type PageContext = Pick<ResolveContext<unknown>, 'ask' | 'lead'>;

/**
 * What an answer to the request for a landing page offers: the answer itself when it is a PDF; else the links of its
 * header (Signposting) and of the page, PDF first, and last the page itself, in case it is the full text. A page that
 * turns robots away is a `Failure` with that reason.
 */
export async function candidatesOfPage(
  answer: TextAnswer,
  context: PageContext,
): Promise<readonly Candidate[]> {
  const type = answer.headers['content-type'] ?? '';
  if (/^application\/(?:x-)?pdf\b/i.test(type))
    return [{ url: answer.url, expected: 'pdf', evidence: 'the address answered with a PDF' }];
  if (!/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) return [];
  const page = await findPdfLinks(answer.text, answer.url);
  refuseWalls(page, answer.url);
  const header = linksAbout(answer.url, parseLinks(answer.headers['link'] ?? ''));
  const items = await itemsOf(header, page, { answer, context });
  if (page.refresh !== undefined) context.lead(page.refresh);
  return allCandidates(answer.url, page, { items, license: licenseOf(header) ?? page.license });
}

function refuseWalls(page: PageLinks, url: string): void {
  const wall = wallOf(page.title, url);
  const byTitle = wallOf(page.title, '');
  if (byTitle ?? (page.pdf.length === 0 ? wall : undefined))
    throw new Failure(
      wall ?? 'challenge-page',
      `a page titled "${page.title.trim().slice(0, 80)}" came instead`,
      {
        url,
      },
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
  const offered = (links: readonly PageLink[], expected: Candidate['expected']): readonly Candidate[] =>
    links.map((link) => ({ ...link, expected, referer: pageUrl, ...(read && { license: read }) }));
  return [
    ...offered([...items, ...page.pdf], 'pdf'),
    ...offered(page.xml, 'xml'),
    ...offered([...page.html, { url: pageUrl, evidence: 'landing page' }], 'html'),
  ];
}
