import type { Doi, WorkId } from '../../../src/core/identifiers.ts';
import type { Work } from '../../../src/core/work.ts';
import { judgePage } from '../../../src/download/html-verdict.ts';
import { identifyPage } from '../../../src/download/identity/identify-page.ts';
import { readPage } from '../../../src/download/read-page.ts';

export const asWork = (more: Omit<Partial<Work>, 'doi'> & { doi?: string }): Work => ({
  id: 'url:https://journal.test/x' as WorkId,
  ...(more as Partial<Work> & { doi?: Doi }),
});

/** What becomes of a page that is asked for as a work: `kept`, or why it is not. */
export function outcomeOf(html: string | Uint8Array, work: Work, pieceBytes = Infinity): string {
  const page = readPage();
  const bytes = Buffer.from(html);
  for (let at = 0; at < bytes.length; at += pieceBytes) page.write(bytes.subarray(at, at + pieceBytes));
  const facts = page.end();
  const { kind } = judgePage(facts, { hops: ['https://journal.test/x'], headers: {} });
  if (kind !== 'full-text') return kind;
  const { identity, refusal } = identifyPage(work, facts);
  if (identity.verdict === 'wrong') return 'wrong-paper';
  return refusal === undefined ? 'kept' : 'not-this-work';
}
