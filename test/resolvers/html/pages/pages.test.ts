import { describe, expect, test } from 'vitest';
import { canonicalUrl } from '../../../../src/core/url.ts';
import { findPdfLinks } from '../../../../src/resolvers/html/find-pdf-links.ts';
import { ASIDE_WITH_PDF, ASIDE_WITHOUT_PDF } from './kept-aside.ts';
import type { PageShape } from './page-shape.ts';
import { PUBLISHER_PAGES } from './publisher-pages.ts';
import { SHORT_PAGES_ONE } from './short-pages-one.ts';
import { SHORT_PAGES_TWO } from './short-pages-two.ts';
import { WITH_PDF } from './with-pdf.ts';
import { WITHOUT_PDF } from './without-pdf.ts';

const pdfsOf = async ({ html, url }: { html: string; url: string }) =>
  (await findPdfLinks(html, url)).pdf.map((link) => canonicalUrl(link.url));

const SHORT = [...SHORT_PAGES_ONE, ...SHORT_PAGES_TWO, ...PUBLISHER_PAGES];
const hasPdf = ({ pdf }: PageShape) => pdf !== undefined;

describe('modelled pages', () => {
  test.each([...WITH_PDF, ...ASIDE_WITH_PDF, ...SHORT.filter(hasPdf)])(
    '$name leads to its PDF first',
    async (page) => {
      const [first] = await pdfsOf(page);
      expect(first).toBe(canonicalUrl(page.pdf ?? ''));
    },
  );

  test.each([...WITHOUT_PDF, ...ASIDE_WITHOUT_PDF, ...SHORT.filter((page) => !hasPdf(page))])(
    '$name leads to no PDF',
    async (page) => {
      expect(await pdfsOf(page)).toEqual([]);
    },
  );
});
