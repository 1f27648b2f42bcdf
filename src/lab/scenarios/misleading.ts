import type { Reason } from '../../core/errors.ts';
import type { ArticleStyle } from '../article-styles.ts';
import type { Behaviour } from '../behaviour.ts';
import type { ForeignWall } from '../foreign-walls.ts';
import { fileAddress, type LandingShape } from '../landing-shapes.ts';
import type { OtherPage } from '../other-pages.ts';
import {
  copyOf,
  findsVia,
  hands,
  landing,
  onlyLandingPage,
  PAGE_READERS,
  publisherPdf,
  scenario,
} from './drafting.ts';
import type { Draft, Scenario, Setup } from './scenario.ts';

/** What answers behind the DOI is a page: the article, something that looks like it, or the way to its file. */

const article = (style: ArticleStyle) => (draft: Draft) => {
  const html = { ...copyOf(draft, 'published', 'html'), style };
  const page: Behaviour = { kind: 'article-page', links: {}, style };
  return onlyLandingPage(draft, page, { pages: [], finds: findsVia(html, ...PAGE_READERS) });
};

/** No text can be had; the page must not be taken for it. */
const nothing = (draft: Draft, page: Behaviour, reason: Reason = 'no-candidates'): Setup => ({
  ...onlyLandingPage(draft, page, { pages: [], finds: [] }),
  deadEnds: PAGE_READERS.map((via) => ({ via, reason })),
});

const other = (page: OtherPage, reason?: Reason) => (draft: Draft) =>
  nothing(draft, { kind: 'other-page', page }, reason);

/** The page names another one as its full text, and that one is a policy. */
const policyAsFullText = (draft: Draft): Setup => ({
  ...onlyLandingPage(draft, landing({ citationFullText: draft.urls.fullText }), {
    pages: [[draft.urls.fullText, { kind: 'other-page', page: 'privacy-policy' }]],
    finds: [],
  }),
  deadEnds: [],
});

const otherArticle = (draft: Draft): Setup =>
  nothing(draft, { kind: 'other-article', work: draft.works + draft.paper.index });

/** The address of the PDF answers with a wall in another language. */
const wall = (name: ForeignWall, reason: Reason) => (draft: Draft) =>
  publisherPdf(draft, { kind: 'foreign-wall', wall: name }, reason);

const shaped = (shape: LandingShape) => (draft: Draft) => {
  const file = fileAddress(shape, draft.publisher.host, draft.paper);
  const copy = copyOf(draft);
  return onlyLandingPage(
    draft,
    { kind: 'shaped', shape, file },
    { pages: [[file, hands(copy)]], finds: findsVia(copy, ...PAGE_READERS) },
  );
};

const refreshed = (draft: Draft): Setup => {
  const copy = copyOf(draft);
  const next = draft.urls.hop(1);
  return onlyLandingPage(
    draft,
    { kind: 'meta-refresh', to: next },
    {
      pages: [
        [next, landing({ citationPdf: draft.urls.pdf })],
        [draft.urls.pdf, hands(copy)],
      ],
      finds: findsVia(copy, ...PAGE_READERS),
    },
  );
};

const saleOnly = (draft: Draft): Setup => nothing(draft, { kind: 'sale-only' }, 'preview-stub');

export const MISLEADING: readonly Scenario[] = [
  scenario('html-div-paragraphs', 0.3, { build: article('div-paragraphs') }),
  scenario('html-role-paragraphs', 0, { build: article('role-paragraphs') }),
  scenario('html-hand-written', 0.2, { build: article('hand-written') }),
  scenario('html-web-form', 0, { build: article('web-form') }),
  scenario('html-chinese', 0, { build: article('chinese') }),
  scenario('privacy-policy-page', 0, { build: other('privacy-policy') }),
  scenario('privacy-policy-as-full-text', 0.2, { build: policyAsFullText }),
  scenario('author-guidelines-page', 0, { build: other('author-guidelines') }),
  scenario('issue-contents-page', 0.2, { build: other('issue-contents') }),
  scenario('search-results-page', 0, { build: other('search-results') }),
  scenario('citing-papers-page', 0.2, { build: other('citing-papers') }),
  scenario('abstract-with-references', 0, { build: other('abstract-with-references') }),
  scenario('elsevier-preview', 0.2, { build: other('elsevier-preview', 'preview-stub') }),
  scenario('nature-preview', 0, { build: other('nature-preview', 'preview-stub') }),
  scenario('application-shell', 0, { build: other('application-shell') }),
  scenario('other-article-page', 0, { build: otherArticle }),
  scenario('missing-page-german', 0.2, { build: wall('missing-de', 'soft-404') }),
  scenario('missing-page-french', 0, { build: wall('missing-fr', 'soft-404') }),
  scenario('missing-page-spanish', 0, { build: wall('missing-es', 'soft-404') }),
  scenario('missing-page-chinese', 0, { build: wall('missing-zh', 'soft-404') }),
  scenario('missing-page-portuguese', 0, { build: wall('missing-pt', 'soft-404') }),
  scenario('captcha-chinese', 0.2, { build: wall('captcha-zh', 'challenge-page') }),
  scenario('captcha-german', 0, { build: wall('captcha-de', 'challenge-page') }),
  scenario('captcha-russian', 0, { build: wall('captcha-ru', 'challenge-page') }),
  scenario('login-french', 0, { build: wall('login-fr', 'login-page') }),
  scenario('login-japanese', 0, { build: wall('login-ja', 'login-page') }),
  scenario('digital-commons-page', 0.4, { build: shaped('digital-commons') }),
  scenario('dspace-7-page', 0.4, { build: shaped('dspace-7') }),
  scenario('pdfjs-viewer-page', 0.4, { build: shaped('pdfjs-viewer') }),
  scenario('frameset-page', 0.3, { build: shaped('frameset') }),
  scenario('ojs-2-galley-page', 0.4, { build: shaped('ojs-2-galley') }),
  scenario('eprints-page', 0.4, { build: shaped('eprints') }),
  scenario('embedded-object-page', 0.3, { build: shaped('embedded-object') }),
  scenario('pdf-named-htm', 0.3, { build: shaped('pdf-named-htm') }),
  scenario('slug-in-address', 0.3, { build: shaped('slug-in-address') }),
  scenario('meta-refresh-page', 0.4, { build: refreshed }),
  scenario('sale-only-page', 0, { build: saleOnly }),
];
