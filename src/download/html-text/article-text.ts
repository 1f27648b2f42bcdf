import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { blockText } from './block-text.ts';
import type { DomElement } from './dom.ts';
import { pruneArticle } from './prune-article.ts';

/** Readability looks at every element several times; a page with more is not an article. */
const MAX_ELEMENTS = 200_000;

/**
 * The article in a page, as plain text; `undefined` when there is none. It takes tens of milliseconds, on odd pages
 * seconds, and deep pages exhaust the stack: it runs away from the main thread.
 */
export function articleText(html: string): string | undefined {
  const { document } = parseHTML(html);
  const options = {
    keepClasses: true,
    maxElemsToParse: MAX_ELEMENTS,
    serializer: (node: unknown) => node as DomElement,
  };
  const article = new Readability<DomElement>(document, options).parse();
  if (!article?.content) return undefined;
  const { content, title } = article;
  pruneArticle(content, title ?? '');
  return blockText(content) || undefined;
}
