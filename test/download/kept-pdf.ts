import { pdfWholeness } from '../../src/download/pdf-wholeness.ts';
import { provePdf } from '../../src/download/reader/prove-pdf.ts';
import { sniff } from '../../src/download/sniff.ts';

/** Whether the downloader keeps it: sniffed, checked by its ends, and looked through where these do not fit. */
export async function keptPdf(bytes: Buffer): Promise<boolean> {
  if (sniff(bytes.subarray(0, 65_536)) !== 'pdf') return false;
  const read = async ({ start, end }: { start: number; end: number }) => bytes.subarray(start, end);
  const { kind } = await pdfWholeness(
    { sizeBytes: bytes.length, read },
    { hasHole: bytes.includes(Buffer.alloc(4096)), prove: async () => provePdf(bytes) },
  );
  return kind === 'whole' || kind === 'proven';
}
