import type { Staged, Store } from '../../artifacts/store.ts';
import type { DocumentReader } from '../../core/document-reader.ts';
import type { Publishing } from '../download.ts';

interface TextOf {
  readonly job: Publishing;
  /** The page, written and not yet published. */
  readonly page: Pick<Staged, 'path'>;
  /** The name the page will have. */
  readonly name: string;
}

type Extra = Readonly<Record<string, unknown>>;

/**
 * The text of a page beside it: `<name>.txt`, whole or not at all, and there before the page is. A page without an article
 * that can be told from the rest stays without a text; that is no fault of the page.
 */
export async function writeText(
  { store, reader }: { readonly store: Store; readonly reader: DocumentReader },
  { job, page, name }: TextOf,
): Promise<Extra> {
  const { work, token, signal, replaceFile } = job;
  const reading = await reader.article(page.path, signal);
  if (reading.kind === 'gave-up') return { text: 'none', why_no_text: reading.why };
  if (reading.kind === 'no-article') return { text: 'none', why_no_text: 'no article was found in the page' };
  const staged = await store.stage({ workId: `${work.id} text`, token });
  try {
    await staged.write(Buffer.from(`${reading.text}\n`));
    await staged.seal();
    await staged.publish(`${name}.txt`, replaceFile);
  } finally {
    await staged.discard();
  }
  return { text: `${name}.txt` };
}
