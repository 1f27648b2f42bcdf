import type { Staged } from '../../artifacts/store.ts';
import type { DocumentReader, PdfReading } from '../../core/document-reader.ts';
import type { Identity } from '../../core/identity.ts';
import type { Format } from '../../core/plan.ts';
import type { Work } from '../../core/work.ts';
import type { DownloadSettings } from '../downloader-deps.ts';
import type { PageFacts } from '../read-page.ts';
import { textDecoder } from '../text-decoder.ts';
import { type DocumentFacts, factsOfPdf } from './document-facts.ts';
import { identify } from './identify.ts';
import { identifyPage } from './identify-page.ts';
import { factsOfJats } from './jats-facts.ts';

/** Front matter ends long before. */
const HEAD_BYTES = 256 * 1024;

export interface Examined {
  readonly identity?: Identity;
  readonly pageCount?: number;
  /** What only a reader finds out: the cheap checks had seen two sound ends. */
  readonly problem?: {
    readonly reason: 'encrypted' | 'pdf-corrupt' | 'preview-stub' | 'unexpected-ct';
    readonly why: string;
  };
}

export interface Examination {
  readonly work: Work;
  readonly staged: Pick<Staged, 'path' | 'read'>;
  readonly sizeBytes: number;
  readonly format: Format;
  /** What was read of a page while it came. */
  readonly page?: PageFacts;
  readonly signal: AbortSignal;
}

const untold = (why: string): Identity => ({ score: 0.5, verdict: 'unsure', evidence: { unknown: why } });

/** Part of another paper is another paper: what is missing matters only of what may be the work. */
function examineText(work: Work, facts: DocumentFacts, isChecked: boolean): Examined {
  const { incomplete: why, ...text } = facts;
  const identity = identify(work, facts);
  if (why === undefined || !isChecked) return { identity };
  const regardless = identify(work, text);
  if (regardless.verdict === 'wrong') return { identity: regardless };
  return { identity, problem: { reason: 'preview-stub', why } };
}

function examinePdf(reading: PdfReading, work: Work, isChecked: boolean): Examined {
  switch (reading.kind) {
    case 'gave-up':
      return { identity: untold(reading.why) };
    case 'encrypted':
    case 'broken': {
      const reason = reading.kind === 'encrypted' ? 'encrypted' : 'pdf-corrupt';
      return isChecked ? { problem: { reason, why: reading.why } } : { identity: untold(reading.why) };
    }
    case 'read': {
      const { pageCount } = reading.facts;
      if (pageCount === 0 && isChecked) return { problem: { reason: 'pdf-corrupt', why: 'it has no pages' } };
      const facts = factsOfPdf(reading.facts);
      return { pageCount, ...examineText(work, facts, isChecked) };
    }
  }
}

async function xmlFacts({ staged, sizeBytes }: Examination): Promise<DocumentFacts> {
  const head = await staged.read({ start: 0, end: Math.min(sizeBytes, HEAD_BYTES) });
  return factsOfJats(textDecoder(head, false).decode(head));
}

/** A page that nothing shows to be this work is refused like any other that is not; `warn` records and keeps. */
function examinePage(work: Work, page: PageFacts, isKept: boolean): Examined {
  const { identity, refusal } = identifyPage(work, page);
  if (refusal === undefined || isKept) return { identity };
  return { identity, problem: { reason: 'unexpected-ct', why: refusal } };
}

/** Looks into bytes that passed the cheap checks: whether they open, and whose they are. */
export async function examine(
  { reader, settings }: { readonly reader: DocumentReader; readonly settings: DownloadSettings },
  examination: Examination,
): Promise<Examined> {
  const { work, staged, format, page, signal } = examination;
  if (settings.verifyIdentity === 'off') return {};
  if (format === 'pdf') return examinePdf(await reader.pdf(staged.path, signal), work, settings.verifyPdf);
  if (format === 'xml') return { identity: identify(work, await xmlFacts(examination)) };
  if (!page) throw new Error('a page was not read');
  return examinePage(work, page, settings.verifyIdentity === 'warn');
}
