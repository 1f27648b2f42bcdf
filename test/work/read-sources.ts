import type { Page, Source } from '../../src/work/source.ts';

/** A text in chunks of the given size, to meet every boundary. */
export async function* chunked(text: string | Uint8Array, size = 64 * 1024): AsyncIterable<Uint8Array> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}

export const inputOf = (text: string | Uint8Array, name = 'list', size?: number) => ({
  name,
  read: () => chunked(text, size),
});

export async function readAll(source: Source, from?: string): Promise<readonly Page[]> {
  return Array.fromAsync(source.pages(from, new AbortController().signal));
}

/** The pages until the source breaks off, and what it says then. */
export async function readUntilBroken(source: Source) {
  const pages: Page[] = [];
  try {
    for await (const page of source.pages(undefined, new AbortController().signal)) pages.push(page);
    return { pages, broken: '' };
  } catch (error) {
    return { pages, broken: error instanceof Error ? error.message : 'no error' };
  }
}

const together = (pages: readonly Page[]) => ({
  works: pages.flatMap((page) => page.works),
  ids: pages.flatMap((page) => page.works.map((work) => work.id as string)),
  rejects: pages.flatMap((page) => page.rejects.map(({ where, problem }) => `${where} ${problem}`)),
});

/** Work ids and rejects of all pages together. */
export const gather = async (source: Source) => together(await readAll(source));

/** The same of a source that breaks off. */
export async function gatherUntilBroken(source: Source) {
  const { pages, broken } = await readUntilBroken(source);
  return { ...together(pages), broken };
}
