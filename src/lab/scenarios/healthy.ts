import {
  copyOf,
  findsVia,
  hands,
  landing,
  onlyLandingPage,
  PAGE_READERS,
  publisherPdf,
  publisherPlace,
  repositoryPlace,
  scenario,
} from './drafting.ts';
import type { Draft, Place, Scenario, Setup } from './scenario.ts';

/** The full text is where one of the sources says, served as it should be. */

const withRepository = (
  draft: Draft,
  sources: Pick<Setup, 'openalex' | 'unpaywall'>,
  via: readonly string[],
): Setup => {
  const accepted = copyOf(draft, 'accepted');
  return {
    oaStatus: 'green',
    ...sources,
    doiTarget: draft.urls.landing,
    pages: [
      [draft.urls.landing, landing()],
      [draft.copyUrls.landing, landing({ citationPdf: draft.copyUrls.pdf })],
      [draft.copyUrls.pdf, hands(accepted)],
    ],
    finds: findsVia(accepted, ...via),
    deadEnds: [],
  };
};

/** PubMed's page about the work: listed as a location, never a full text. */
const pubmedPlace = (draft: Draft): Place => ({
  ...publisherPlace(draft, null, false),
  siteName: 'PubMed',
  hostType: 'repository',
});

const arxivPlace = (draft: Draft, hasPdf: boolean): Place => ({
  siteName: 'arXiv (Cornell University)',
  hostType: 'repository',
  landingUrl: `https://arxiv.org/abs/${draft.paper.arxiv}`,
  pdfUrl: hasPdf ? `https://arxiv.org/pdf/${draft.paper.arxiv}` : null,
  isOa: true,
  license: null,
  version: 'submitted',
});

const thirdLocation = (draft: Draft): Setup => {
  const gold = publisherPlace(draft, null);
  const sources = {
    openalex: [gold, pubmedPlace(draft), repositoryPlace(draft)],
    unpaywall: [gold, repositoryPlace(draft, null)],
  };
  return { ...withRepository(draft, sources, ['openalex', 'landing']), oaStatus: 'gold' };
};

const unpaywallOnly = (draft: Draft): Setup => {
  const sources = {
    openalex: [publisherPlace(draft, null, false)],
    unpaywall: [repositoryPlace(draft)],
  };
  return withRepository(draft, sources, ['unpaywall']);
};

const noDoi = (draft: Draft): Setup => {
  const { doiTarget: _, ...setup } = withRepository(draft, { openalex: [repositoryPlace(draft)] }, [
    'openalex',
  ]);
  return setup;
};

const arxivLocation = (draft: Draft): Setup => ({
  oaStatus: 'green',
  openalex: [publisherPlace(draft, null, false), arxivPlace(draft, true)],
  unpaywall: [arxivPlace(draft, true)],
  doiTarget: draft.urls.landing,
  pages: [[draft.urls.landing, landing()]],
  finds: findsVia(copyOf(draft, 'submitted'), 'openalex', 'unpaywall'),
  deadEnds: [],
});

const arxivDoi = (draft: Draft): Setup => ({
  oaStatus: 'green',
  openalex: [arxivPlace(draft, false)],
  doiTarget: `https://arxiv.org/abs/${draft.paper.arxiv}`,
  pages: [],
  finds: findsVia(copyOf(draft, 'submitted'), 'arxiv', ...PAGE_READERS),
  deadEnds: [],
});

const directPdf = (draft: Draft): Setup => {
  const copy = copyOf(draft);
  const places = [publisherPlace(draft, null)];
  return {
    oaStatus: 'bronze',
    openalex: places,
    unpaywall: places,
    doiTarget: draft.urls.pdf,
    pages: [[draft.urls.pdf, hands(copy)]],
    finds: findsVia(copy, ...PAGE_READERS),
    deadEnds: [],
  };
};

/** `href` is how the landing page writes the address of the PDF. */
const landingWith =
  (
    href: (pdf: URL) => { href: string; base?: string },
    meta: 'citationPdf' | 'alternatePdf' = 'citationPdf',
  ) =>
  (draft: Draft): Setup => {
    const copy = copyOf(draft);
    const written = href(new URL(draft.urls.pdf));
    const links = { [meta]: written.href, ...(written.base !== undefined && { base: written.base }) };
    return onlyLandingPage(draft, landing(links), {
      pages: [[draft.urls.pdf, hands(copy)]],
      finds: findsVia(copy, ...PAGE_READERS),
    });
  };

const withQuery = (draft: Draft): Setup => {
  const copy = copyOf(draft);
  const pdf = `https://${draft.publisher.host}/download?article=${draft.paper.index}&format=pdf&token=a%2Bb%3D`;
  return onlyLandingPage(draft, landing({ citationPdf: pdf }), {
    pages: [[pdf, hands(copy)]],
    finds: findsVia(copy, ...PAGE_READERS),
  });
};

export const HEALTHY: readonly Scenario[] = [
  scenario('gold-best-pdf', 28, {
    build: (draft) => publisherPdf(draft, hands(copyOf(draft)), copyOf(draft)),
  }),
  scenario('third-location-pdf', 5, { build: thirdLocation }),
  scenario('unpaywall-only', 8, { build: unpaywallOnly }),
  scenario('no-doi', 1, { identity: 'none', build: noDoi }),
  scenario('arxiv-location', 3, { identity: 'doi-and-arxiv', build: arxivLocation }),
  scenario('arxiv-doi', 4, { identity: 'arxiv-doi', build: arxivDoi }),
  scenario('doi-direct-pdf', 2, { build: directPdf }),
  scenario('landing-absolute', 3, { build: landingWith((pdf) => ({ href: pdf.href })) }),
  scenario('landing-relative', 2, { build: landingWith((pdf) => ({ href: pdf.pathname + pdf.search })) }),
  scenario('landing-protocol-relative', 1.5, {
    build: landingWith((pdf) => ({ href: `//${pdf.host}${pdf.pathname}${pdf.search}` })),
  }),
  scenario('landing-base-href', 1.5, {
    build: landingWith((pdf) => ({ href: pdf.pathname.slice(1) + pdf.search, base: `${pdf.origin}/` })),
  }),
  scenario('landing-query-string', 2, { build: withQuery }),
  scenario('landing-link-alternate', 2, {
    build: landingWith((pdf) => ({ href: pdf.href }), 'alternatePdf'),
  }),
];
