import type { Reason } from '../../core/errors.ts';
import type { ArtifactVersion, Format } from '../../core/plan.ts';
import type { Behaviour, Copy } from '../behaviour.ts';
import type { LandingLinks } from '../pages.ts';
import type { DeadEnd, Draft, Find, Place, Scenario, Setup } from './scenario.ts';

/** A line of the scenario table. */
export const scenario = (
  label: string,
  weight: number,
  rest: Pick<Scenario, 'build'> & Partial<Pick<Scenario, 'home' | 'identity'>>,
): Scenario => ({ label, weight, home: 'shared', identity: 'doi', ...rest });

export const copyOf = (
  draft: Draft,
  version: ArtifactVersion = 'published',
  format: Format = 'pdf',
): Copy => ({ work: draft.paper.index, version, format });

export const hands = (copy: Copy): Behaviour => ({ kind: 'copy', copy });
export const landing = (links: LandingLinks = {}): Behaviour => ({ kind: 'landing', links });
export const once = (answer: Behaviour, later: Behaviour): Behaviour => ({
  kind: 'first',
  times: 1,
  answer,
  later,
});

export const publisherPlace = (draft: Draft, pdfUrl: string | null, isOa = true): Place => ({
  siteName: draft.paper.journal,
  hostType: 'publisher',
  landingUrl: draft.paper.doi === undefined ? draft.urls.landing : `https://doi.org/${draft.paper.doi}`,
  pdfUrl,
  isOa,
  license: isOa ? 'cc-by' : null,
  version: 'published',
});

export const repositoryPlace = (draft: Draft, pdfUrl: string | null = draft.copyUrls.pdf): Place => ({
  siteName: `${draft.repository.name} Repository`,
  hostType: 'repository',
  landingUrl: draft.copyUrls.landing,
  pdfUrl,
  isOa: true,
  license: null,
  version: 'accepted',
});

/** The resolvers that read the page behind the DOI. */
export const PAGE_READERS = ['doi_redirect', 'landing'] as const;

export const findsVia = (copy: Copy, ...names: readonly string[]): readonly Find[] =>
  names.map((via) => ({ via, copy }));

const deadEndsVia = (reason: Reason, ...names: readonly string[]): readonly DeadEnd[] =>
  names.map((via) => ({ via, reason }));

/**
 * The usual gold article: the publisher's PDF is known to OpenAlex, to Unpaywall and to the landing page, and does
 * `behaviour`. `ends` says whether that gives the text or a reason.
 */
export function publisherPdf(draft: Draft, behaviour: Behaviour, ends: Copy | Reason): Setup {
  const { urls } = draft;
  const places = [publisherPlace(draft, urls.pdf)];
  const names = ['openalex', 'unpaywall', ...PAGE_READERS];
  return {
    oaStatus: 'gold',
    openalex: places,
    unpaywall: places,
    doiTarget: urls.landing,
    pages: [
      [urls.landing, landing({ citationPdf: urls.pdf })],
      [urls.pdf, behaviour],
    ],
    finds: typeof ends === 'string' ? [] : findsVia(ends, ...names),
    deadEnds: typeof ends === 'string' ? deadEndsVia(ends, ...names) : [],
  };
}

/** The same, with an accepted manuscript in a repository that both indexes list second. */
export function publisherThenRepository(draft: Draft, behaviour: Behaviour, reason: Reason): Setup {
  const accepted = copyOf(draft, 'accepted');
  const first = publisherPdf(draft, behaviour, reason);
  const places = [publisherPlace(draft, draft.urls.pdf), repositoryPlace(draft)];
  return {
    ...first,
    openalex: places,
    unpaywall: places,
    pages: [
      ...first.pages,
      [draft.copyUrls.landing, landing({ citationPdf: draft.copyUrls.pdf })],
      [draft.copyUrls.pdf, hands(accepted)],
    ],
    finds: findsVia(accepted, 'openalex', 'unpaywall'),
  };
}

/** Open access by all accounts, but no index knows a file: only the page behind the DOI does. */
export function onlyLandingPage(draft: Draft, page: Behaviour, rest: Pick<Setup, 'pages' | 'finds'>): Setup {
  const places = [publisherPlace(draft, null)];
  return {
    oaStatus: 'gold',
    openalex: places,
    unpaywall: places,
    doiTarget: draft.urls.landing,
    pages: [[draft.urls.landing, page], ...rest.pages],
    finds: rest.finds,
    deadEnds: [],
  };
}
