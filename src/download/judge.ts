import type { Classification } from '../core/artifact.ts';
import type { PdfProof } from '../core/document-reader.ts';
import type { Reason } from '../core/errors.ts';
import type { Format, Plan } from '../core/plan.ts';
import { parseUrl } from '../core/url.ts';
import type { HttpResponse } from '../http/client.ts';
import type { DownloadSettings } from './downloader-deps.ts';
import { judgePage, type PageVerdict } from './html-verdict.ts';
import { pdfWholeness } from './pdf-wholeness.ts';
import { contentLength, mediaType } from './prepare.ts';
import { announcedTotal } from './range.ts';
import type { PageFacts } from './read-page.ts';
import type { Received } from './stream.ts';
import { previewMark } from './walls.ts';

type Extra = Readonly<Record<string, unknown>>;

/** What a body was found to be. `damaged` may be better when fetched again; `refused` is what the source has. */
export type Verdict =
  | { readonly kind: 'good'; readonly format: Format; readonly extra: Extra }
  | {
      readonly kind: 'refused' | 'damaged';
      readonly reason: Reason;
      readonly classification: Classification;
      readonly extra: Extra;
    };

export interface Evidence {
  readonly plan: Plan;
  readonly settings: DownloadSettings;
  readonly response: HttpResponse;
  readonly received: Received;
  /** Size of this version of the file, where it is known from before. */
  readonly totalBytes?: number | undefined;
  /** Looks through a PDF whose ends do not fit. */
  readonly provePdf: (path: string) => Promise<PdfProof>;
}

const refused = (reason: Reason, classification: Classification, why: string): Verdict => ({
  kind: 'refused',
  reason,
  classification,
  extra: { why },
});
const damaged = (reason: Reason, classification: Classification, why: string): Verdict => ({
  kind: 'damaged',
  reason,
  classification,
  extra: { why },
});

/** Whether somebody said this is a PDF: the source that named it, the headers, or the address. */
function claimsPdf({ plan, response }: Evidence): boolean {
  const { headers, hops } = response;
  return (
    plan.expected === 'pdf' ||
    mediaType(headers).endsWith('pdf') ||
    /\.pdf\b/i.test(headers['content-disposition'] ?? '') ||
    hops.some((url) => /\.pdf$/i.test(parseUrl(url)?.pathname ?? ''))
  );
}

/** HTTP itself vouches for the end of the body: without either, a lost connection looks like an end. */
const isFramed = ({ headers }: HttpResponse): boolean =>
  contentLength(headers) !== undefined || /chunked/i.test(headers['transfer-encoding'] ?? '');

/**
 * Whether the full text of a page may be kept: always where it was asked for, and in place of another format where HTML
 * would do. A source that gives the hash of its file means that file.
 */
export const wantsPage = ({ plan, settings }: Pick<Evidence, 'plan' | 'settings'>): boolean =>
  plan.expected === 'html' || (settings.formats.includes('html') && plan.checksum === undefined);

/** The text of an article, to its end as far as the page or HTTP can tell. */
function judgeText({ kind, evidence }: PageVerdict, page: PageFacts, response: HttpResponse): Verdict {
  const isWhole = kind === 'full-text' && (page.isClosed || isFramed(response));
  return isWhole
    ? { kind: 'good', format: 'html', extra: { full_text: evidence } }
    : damaged('truncated', 'html', 'no </html> at the end');
}

/**
 * A page. Walls and "not found" keep their own reasons whatever was expected. Full text is kept where HTML was wanted;
 * any other page is `html-disguised` where a PDF had been announced, and otherwise `unexpected-ct`: an abstract is not
 * the kind of document anybody asked for.
 */
function judgeHtml(evidence: Evidence, page: PageFacts): Verdict {
  const { plan, response } = evidence;
  const verdict = judgePage(page, response);
  switch (verdict.kind) {
    case 'challenge-page':
      return refused('challenge-page', 'challenge_page', verdict.evidence);
    case 'login-page':
      return refused('login-page', 'login_page', verdict.evidence);
    case 'soft-404':
      return refused('soft-404', 'html', verdict.evidence);
    case 'full-text':
    case 'truncated':
      if (!wantsPage(evidence)) break;
      return judgeText(verdict, page, response);
    case 'preview-stub':
      if (plan.expected === 'html') return refused('preview-stub', 'preview_stub', verdict.evidence);
      break;
    case 'landing':
      break;
  }
  return claimsPdf(evidence)
    ? refused('html-disguised', 'html_disguised', `a page (${verdict.kind}: ${verdict.evidence})`)
    : refused('unexpected-ct', 'html', `${verdict.kind}: ${verdict.evidence}`);
}

function judgeXml({ received }: Evidence): Verdict {
  const { xml } = received;
  if (!xml) throw new Error('XML was stored unchecked');
  if (xml.kind !== 'whole') return damaged(xml.kind, 'other', xml.why);
  if (!xml.isFullText) return refused('unexpected-ct', 'xml', `<${xml.root}> without the body of an article`);
  return { kind: 'good', format: 'xml', extra: { root: xml.root } };
}

async function judgePdf({ received, response, settings, provePdf }: Evidence): Promise<Verdict> {
  const preview = previewMark(response.hops, response.headers);
  if (preview) return refused('preview-stub', 'preview_stub', preview);
  if (!settings.verifyPdf || !received.staged) return { kind: 'good', format: 'pdf', extra: {} };
  const { staged, sizeBytes, hasHole = false } = received;
  const doubts = { hasHole, prove: () => provePdf(staged.path) };
  const found = await pdfWholeness({ sizeBytes, read: staged.read }, doubts);
  if (found.kind === 'proven')
    return { kind: 'good', format: 'pdf', extra: { whole_despite: found.despite } };
  if (found.kind === 'encrypted') return refused('encrypted', 'pdf', found.why);
  if (found.kind !== 'whole') return damaged(found.kind, 'pdf_corrupt', found.why);
  return { kind: 'good', format: 'pdf', extra: found.isEncrypted ? { encrypted: true } : {} };
}

/** The source's own hash of the bytes, where it gave one. */
function checksumProblem({ plan, received }: Evidence): string | undefined {
  const { checksum } = plan;
  if (!checksum || received.checksumHex === checksum.hex.toLowerCase()) return undefined;
  return `${checksum.algorithm} ${received.checksumHex} where the source says ${checksum.hex}`;
}

/** A file put together from ranges is held to its total whatever the settings say: the joint is of our making. */
function totalProblem({ settings, received, response, totalBytes }: Evidence): string | undefined {
  const { wireBytes, begunBytes = 0 } = received;
  const announced = announcedTotal(response);
  const isHeld = response.status === 206 || begunBytes > 0 || settings.verifyContentLength;
  if (wireBytes === undefined || !isHeld) return undefined;
  const came = begunBytes + wireBytes;
  const wrong = [announced, totalBytes].find((total) => total !== undefined && total !== came);
  return wrong === undefined ? undefined : `${came} bytes came of a file of ${wrong}`;
}

function lengthProblem({ settings, received, response }: Evidence): string | undefined {
  const announced = contentLength(response.headers);
  const sent = received.wireBytes;
  if (!settings.verifyContentLength || announced === undefined || sent === undefined) return undefined;
  return sent === announced ? undefined : `${sent} bytes came where ${announced} were announced`;
}

async function judgeKind(evidence: Evidence): Promise<Verdict> {
  const { received, settings } = evidence;
  const { kind, page } = received;
  switch (kind) {
    case 'empty':
      return refused('empty-body', 'empty', `${received.sizeBytes} bytes`);
    case 'zip':
    case 'other':
      return refused('unexpected-ct', 'other', `neither PDF, XML nor HTML (${kind})`);
    case 'html':
      if (!page) throw new Error('a page was not read');
      return judgeHtml(evidence, page);
    case 'pdf':
    case 'xml':
      if (!settings.formats.includes(kind))
        return refused('policy-type', kind, `${kind} is not among the formats asked for`);
      return kind === 'pdf' ? judgePdf(evidence) : judgeXml(evidence);
  }
}

/** The third phase, first half: whether the bytes are what they claim to be. */
export async function judge(evidence: Evidence): Promise<Verdict> {
  const wrongLength = lengthProblem(evidence) ?? totalProblem(evidence);
  if (wrongLength) return damaged('size-mismatch', 'other', wrongLength);
  const verdict = await judgeKind(evidence);
  if (verdict.kind !== 'good') return verdict;
  const wrongSum = checksumProblem(evidence);
  if (!wrongSum) return verdict;
  // The tokens have no word of their own for it; bytes that are not the source's are a damaged copy.
  return verdict.format === 'pdf'
    ? damaged('pdf-corrupt', 'pdf_corrupt', wrongSum)
    : damaged('parse-error', 'other', wrongSum);
}
