import { parseUrl } from '../../core/url.ts';
import type { FoundLink } from './found-link.ts';
import type { Anchor } from './judge-anchor.ts';

/** Article and galley in addresses of Open Journal Systems 2 and 3: `/index.php/j/article/view/12/34`. */
const GALLEY = /^(.*\/article)\/(?:view|download|viewFile)\/([\w.-]+)(?:\/([\w.-]+))?\/?$/;
const LABEL = /^(?:x?html?|.{0,40}\(x?html?\))(?:\s*\([\p{L} -]{2,20}\))?$/iu;

const partsOf = (url: string, base?: string): RegExpExecArray | undefined => {
  const parsed = parseUrl(url, base);
  return (parsed && GALLEY.exec(`${parsed.origin}${parsed.pathname}`)) ?? undefined;
};

/**
 * The full text in HTML beside an article of Open Journal Systems. Version 3 shows it in a frame of the page that the link
 * names, from the address that downloads it; version 2 shows it on that page.
 */
export function htmlGalleys(anchors: readonly Anchor[], pageUrl: string): readonly FoundLink[] {
  const [, journal, article] = partsOf(pageUrl) ?? [];
  if (journal === undefined) return [];
  return anchors.flatMap(({ href, text }) => {
    const [, ofJournal, ofArticle, galley] = partsOf(href, pageUrl) ?? [];
    const isOwn = ofJournal === journal && ofArticle === article && galley !== undefined;
    if (!isOwn || !LABEL.test(text.trim())) return [];
    const evidence = 'HTML galley';
    const file = `${journal}/download/${article}/${galley}?inline=1`;
    return [
      { href: file, evidence },
      { href, evidence },
    ];
  });
}
