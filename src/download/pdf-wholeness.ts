import type { PdfProof } from '../core/document-reader.ts';
import { type ByteSource, checkPdf, type PdfVerdict } from './pdf-check.ts';

interface Doubts {
  /** A run of zeros came as long as a lost block of a file. */
  readonly hasHole: boolean;
  prove(): Promise<PdfProof>;
}

export type PdfWholeness = PdfVerdict | { readonly kind: 'proven'; readonly despite: string };

/**
 * Whether a PDF is whole: by its ends where these fit, and otherwise by all of its objects. What has a hole is whole only
 * if the objects show it.
 */
export async function pdfWholeness(source: ByteSource, { hasHole, prove }: Doubts): Promise<PdfWholeness> {
  const found = await checkPdf(source);
  if (found.kind === 'encrypted' || (found.kind === 'whole' && (found.isEncrypted || !hasHole))) return found;
  const despite = found.kind === 'whole' ? 'a run of zeros' : found.why;
  const proof = await prove();
  if (proof.kind === 'whole') return { kind: 'proven', despite };
  if (found.kind !== 'whole' || proof.kind === 'gave-up') return found;
  return { kind: 'pdf-corrupt', why: `${despite}: ${proof.why}` };
}
