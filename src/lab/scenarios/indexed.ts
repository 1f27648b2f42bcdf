import type { DepositedLink, Holdings } from '../holdings.ts';
import { copyOf, findsVia, hands, landing, publisherPlace, scenario } from './drafting.ts';
import type { Draft, Find, Scenario, Setup } from './scenario.ts';

/** OpenAlex and Unpaywall call the work closed; one of the other indexes and archives knows better, or seems to. */

const onlyIn = (
  draft: Draft,
  holdings: Holdings,
  rest: { readonly finds: readonly Find[]; readonly pages?: Setup['pages'] },
): Setup => ({
  oaStatus: 'closed',
  openalex: [publisherPlace(draft, null, false)],
  unpaywall: [],
  holdings,
  doiTarget: draft.urls.landing,
  pages: [[draft.urls.landing, landing()], ...(rest.pages ?? [])],
  finds: rest.finds,
  deadEnds: [],
});

const mined = (url: string, contentType = 'application/pdf'): DepositedLink => ({
  url,
  contentType,
  version: 'vor',
  purpose: 'text-mining',
});

const CC_BY = {
  url: 'https://creativecommons.org/licenses/by/4.0/',
  version: 'vor',
  delayDays: 0,
} as const;
const TERMS = {
  url: 'https://www.publisher.example/terms',
  version: 'unspecified',
  delayDays: 0,
} as const;
const CENTURY_DAYS = 36_500;

const miningPdf = (draft: Draft): Setup => {
  const links = [
    { ...mined(draft.urls.landing, 'unspecified'), purpose: 'similarity-checking' } as const,
    mined(draft.urls.pdf),
  ];
  return onlyIn(
    draft,
    { crossref: { links, licenses: [CC_BY] } },
    { finds: findsVia(copyOf(draft), 'crossref'), pages: [[draft.urls.pdf, hands(copyOf(draft))]] },
  );
};

/** The file is there, but offered to plagiarism checkers only. */
const checkersOnly = (draft: Draft): Setup => {
  const link = { ...mined(draft.urls.pdf, 'unspecified'), purpose: 'similarity-checking' } as const;
  return onlyIn(
    draft,
    { crossref: { links: [link], licenses: [TERMS] } },
    { finds: [], pages: [[draft.urls.pdf, hands(copyOf(draft))]] },
  );
};

/** The file is there, but its licence begins in a hundred years. */
const embargoed = (draft: Draft): Setup => {
  const license = { ...CC_BY, delayDays: CENTURY_DAYS };
  return onlyIn(
    draft,
    { crossref: { links: [mined(draft.urls.pdf)], licenses: [license] } },
    { finds: [], pages: [[draft.urls.pdf, hands(copyOf(draft))]] },
  );
};

/** At a service that wants a key: without one it is not even asked. */
const keyNeeded = (draft: Draft): Setup => {
  const isXml = draft.paper.index % 2 === 0;
  const link = isXml
    ? mined(
        `https://api.elsevier.com/content/article/PII:S${draft.paper.index}?httpAccept=text/xml`,
        'text/xml',
      )
    : mined(
        `https://api.wiley.com/onlinelibrary/tdm/v1/articles/${encodeURIComponent(draft.paper.doi ?? '')}`,
        'unspecified',
      );
  const miningService = copyOf(draft, 'published', isXml ? 'xml' : 'pdf');
  return onlyIn(draft, { crossref: { links: [link], licenses: [TERMS] }, miningService }, { finds: [] });
};

const pmcPdf = (draft: Draft): Setup => {
  const pdf = copyOf(draft);
  const pmc = { pdf, xml: copyOf(draft, 'published', 'xml'), isManuscript: false };
  return onlyIn(draft, { pmc }, { finds: findsVia(pdf, 'pmc') });
};

/** PMC's copy is not the one of its own hash; Europe PMC's is good. */
const pmcDamaged = (draft: Draft): Setup => {
  const pdf = copyOf(draft);
  const holdings: Holdings = {
    pmc: { pdf, isManuscript: false, damaged: true },
    europePmc: { pdf, availability: 'OA' },
  };
  return onlyIn(draft, holdings, { finds: findsVia(pdf, 'europe_pmc') });
};

const manuscriptXml = (draft: Draft): Setup => {
  const xml = copyOf(draft, 'accepted', 'xml');
  return onlyIn(draft, { pmc: { xml, isManuscript: true } }, { finds: findsVia(xml, 'pmc') });
};

const epmcRender = (draft: Draft): Setup => {
  const pdf = copyOf(draft);
  return onlyIn(draft, { europePmc: { pdf, availability: 'F' } }, { finds: findsVia(pdf, 'europe_pmc') });
};

const epmcXml = (draft: Draft): Setup => {
  const xml = copyOf(draft, 'published', 'xml');
  return onlyIn(draft, { europePmc: { xml, availability: 'OA' } }, { finds: findsVia(xml, 'europe_pmc') });
};

/** CORE's own copy is refused to programs, the one it was harvested from is not. */
const coreSource = (draft: Draft): Setup => {
  const accepted = copyOf(draft, 'accepted');
  return onlyIn(
    draft,
    { core: { sourceUrls: [draft.copyUrls.pdf] } },
    { finds: findsVia(accepted, 'core'), pages: [[draft.copyUrls.pdf, hands(accepted)]] },
  );
};

const coreFile = (draft: Draft): Setup => {
  const file = copyOf(draft, 'accepted');
  return onlyIn(draft, { core: { sourceUrls: [], file } }, { finds: findsVia(file, 'core') });
};

/** CORE's site refuses programs and knows no source; only its API hands the file out, to callers with a key. */
const coreApi = (draft: Draft): Setup => ({
  ...onlyIn(draft, { core: { sourceUrls: [] } }, { finds: [] }),
  deadEnds: [{ via: 'core', reason: 'http-4xx' }],
});

const doajPdf = (draft: Draft): Setup => {
  const contentType = draft.dice.pick(['PDF', 'application/pdf', 'pdf']);
  return onlyIn(
    draft,
    { doaj: [{ url: draft.urls.pdf, contentType }] },
    { finds: findsVia(copyOf(draft), 'doaj'), pages: [[draft.urls.pdf, hands(copyOf(draft))]] },
  );
};

/** What DOAJ lists is a page beside the publisher's, and only that page names the file. */
const doajPage = (draft: Draft): Setup => {
  const accepted = copyOf(draft, 'accepted');
  const contentType = draft.dice.pick(['HTML', 'text/html', '']);
  const { landing: page, pdf } = draft.copyUrls;
  return onlyIn(
    draft,
    { doaj: [{ url: page, ...(contentType && { contentType }) }] },
    {
      finds: [{ via: 'doaj', through: 'landing', copy: accepted }],
      pages: [
        [page, landing({ citationPdf: pdf })],
        [pdf, hands(accepted)],
      ],
    },
  );
};

const scholarPdf =
  (isBusyAtFirst: boolean) =>
  (draft: Draft): Setup => {
    const accepted = copyOf(draft, 'accepted');
    return onlyIn(
      draft,
      { semanticScholar: { url: draft.copyUrls.pdf, status: 'GREEN', isBusyAtFirst } },
      {
        finds: findsVia(accepted, 'semantic_scholar'),
        pages: [[draft.copyUrls.pdf, hands(accepted)]],
      },
    );
  };

/** One PubMed id for all works of this kind, as happens with supplements of an issue: they stay different works. */
const sharedPmid = (draft: Draft): Setup => {
  const setup = scholarPdf(false)(draft);
  const { semanticScholar } = setup.holdings ?? {};
  return semanticScholar
    ? { ...setup, holdings: { semanticScholar: { ...semanticScholar, wrongPmid: '19999999' } } }
    : setup;
};

/** `CLOSED` is about the journal; the address beside it is arXiv's. */
const scholarArxiv = (draft: Draft): Setup => {
  const url = `http://arxiv.org/pdf/${draft.paper.arxiv}`;
  return onlyIn(
    draft,
    { semanticScholar: { url, status: 'CLOSED' } },
    { finds: findsVia(copyOf(draft, 'submitted'), 'semantic_scholar') },
  );
};

/** Open by all accounts, but its publisher's page names no file: only OpenAlex has one, for money. */
const soldByOpenalex = (draft: Draft): Setup => ({
  oaStatus: 'bronze',
  openalex: [publisherPlace(draft, null)],
  unpaywall: [],
  holdings: { openalexContent: copyOf(draft) },
  doiTarget: draft.urls.landing,
  pages: [[draft.urls.landing, landing()]],
  finds: [{ via: 'openalex', copy: copyOf(draft), isPriced: true }],
  deadEnds: [],
});

export const INDEXED: readonly Scenario[] = [
  scenario('crossref-tdm-pdf', 2, { build: miningPdf }),
  scenario('crossref-checkers-only', 0.2, { build: checkersOnly }),
  scenario('crossref-embargoed', 0.2, { build: embargoed }),
  scenario('crossref-key-needed', 0.2, { build: keyNeeded }),
  scenario('pmc-oa-pdf', 2, { identity: 'doi-and-pmc', build: pmcPdf }),
  scenario('pmc-wrong-hash-then-europe-pmc', 0.5, { identity: 'doi-and-pmc', build: pmcDamaged }),
  scenario('pmc-manuscript-xml', 1, { identity: 'doi-and-pmc', build: manuscriptXml }),
  scenario('europe-pmc-render', 2, { identity: 'doi-and-pmc', build: epmcRender }),
  scenario('europe-pmc-xml', 0.7, { identity: 'doi-and-pmc', build: epmcXml }),
  scenario('core-source-repository', 1, { build: coreSource }),
  scenario('core-download', 1, { build: coreFile }),
  scenario('core-key-needed', 0, { build: coreApi }),
  scenario('doaj-fulltext-pdf', 1.5, { build: doajPdf }),
  scenario('doaj-landing', 1, { build: doajPage }),
  scenario('s2-open-access-pdf', 1.5, { build: scholarPdf(false) }),
  scenario('s2-shared-pmid', 1.2, { build: sharedPmid }),
  scenario('s2-429-once', 0.7, { build: scholarPdf(true) }),
  scenario('openalex-content', 0, { build: soldByOpenalex }),
  scenario('s2-closed-with-arxiv', 0.5, { identity: 'doi-and-arxiv', build: scholarArxiv }),
];
