import type { Staged } from '../../artifacts/store.ts';
import type { DocumentReader, PdfReading } from '../../core/document-reader.ts';
import type { Identity } from '../../core/identity.ts';
import type { Format } from '../../core/plan.ts';
import type { Work } from '../../core/work.ts';
import type { DownloadSettings } from '../downloader-deps.ts';
import { textDecoder } from '../text-decoder.ts';
import { type DocumentFacts, factsOfPdf } from './document-facts.ts';
import { identify } from './identify.ts';
import { factsOfJats } from './jats-facts.ts';
import { factsOfPage } from './page-facts.ts';
import { previewIn } from './preview.ts';

/** Front matter and page heads end long before. */
const HEAD_BYTES = 256 * 1024;

export interface Examined {
  readonly identity?: Identity;
  readonly pageCount?: number;
  /** What only a reader finds out: the cheap checks had seen two sound ends. */
  readonly problem?: { readonly reason: 'encrypted' | 'pdf-corrupt' | 'preview-stub'; readonly why: string };
}

export interface Examination {
  readonly work: Work;
  readonly staged: Staged;
  readonly sizeBytes: number;
  readonly format: Format;
  readonly signal: AbortSignal;
}

const untold = (why: string): Identity => ({ score: 0.5, verdict: 'unsure', evidence: { unknown: why } });

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
      const { facts } = reading;
      const preview = isChecked ? previewIn(facts) : undefined;
      return {
        pageCount: facts.pageCount,
        identity: identify(work, factsOfPdf(facts)),
        ...(preview !== undefined && { problem: { reason: 'preview-stub', why: preview } }),
      };
    }
  }
}

async function markupFacts({ staged, sizeBytes, format }: Examination): Promise<DocumentFacts> {
  const head = await staged.read({ start: 0, end: Math.min(sizeBytes, HEAD_BYTES) });
  const text = textDecoder(head, false).decode(head);
  return format === 'xml' ? factsOfJats(text) : factsOfPage(text);
}

/** Looks into bytes that passed the cheap checks: whether they open, and whose they are. */
export async function examine(
  { reader, settings }: { readonly reader: DocumentReader; readonly settings: DownloadSettings },
  examination: Examination,
): Promise<Examined> {
  const { work, staged, format, signal } = examination;
  if (settings.verifyIdentity === 'off') return {};
  if (format === 'pdf') return examinePdf(await reader.pdf(staged.path, signal), work, settings.verifyPdf);
  return { identity: identify(work, await markupFacts(examination)) };
}
