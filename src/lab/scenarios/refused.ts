import type { Reason } from '../../core/errors.ts';
import type { Behaviour, Copy } from '../behaviour.ts';
import type { PdfForm } from '../pdf-forms.ts';
import {
  copyOf,
  findsVia,
  hands,
  landing,
  onlyLandingPage,
  PAGE_READERS,
  publisherPdf,
  publisherPlace,
  publisherThenRepository,
  scenario,
} from './drafting.ts';
import type { Draft, Scenario, Setup } from './scenario.ts';

/** No PDF can be had; what matters is that the reason is the honest one. */

const always = (behaviour: Behaviour, reason: Reason) => (draft: Draft) =>
  publisherPdf(draft, behaviour, reason);

/** The paper's own PDF in a state that is of no use. */
const served = (form: PdfForm, reason: Reason) => (draft: Draft) =>
  publisherPdf(draft, hands({ ...copyOf(draft), form }), reason);

const htmlLink = (draft: Draft): Setup => {
  const html = copyOf(draft, 'published', 'html');
  return onlyLandingPage(draft, landing({ citationFullText: draft.urls.fullText }), {
    pages: [[draft.urls.fullText, hands(html)]],
    finds: findsVia(html, ...PAGE_READERS),
  });
};

const htmlLanding = (draft: Draft): Setup => {
  const html = copyOf(draft, 'published', 'html');
  const page: Behaviour = { kind: 'article-page', links: { citationFullText: draft.urls.landing } };
  return onlyLandingPage(draft, page, { pages: [], finds: findsVia(html, ...PAGE_READERS) });
};

const abstractOnly = (draft: Draft): Setup => onlyLandingPage(draft, landing(), { pages: [], finds: [] });

const closed = (draft: Draft): Setup => ({
  ...abstractOnly(draft),
  oaStatus: 'closed',
  openalex: [publisherPlace(draft, null, false)],
  unpaywall: [],
});

/** Every page is there and every door closed: robots.txt of the site does the refusing. */
const keptOut =
  (reason: Reason) =>
  (draft: Draft): Setup =>
    publisherPdf(draft, hands(copyOf(draft)), reason);

const loginWall = (draft: Draft): Setup => {
  const setup = publisherPdf(draft, { kind: 'redirect', status: 302, to: draft.urls.login }, 'login-page');
  return { ...setup, pages: [...setup.pages, [draft.urls.login, { kind: 'login' }]] };
};

const loop = (draft: Draft): Setup => {
  const away: Behaviour = { kind: 'redirect', status: 302, to: draft.urls.hop(1) };
  const setup = publisherPdf(draft, away, 'redirect-loop');
  return {
    ...setup,
    pages: [...setup.pages, [draft.urls.hop(1), { kind: 'redirect', status: 302, to: draft.urls.pdf }]],
  };
};

/** Addresses a client must never dial, whoever tells it to. */
const PRIVATE_TARGETS = [
  'http://169.254.169.254/latest/meta-data/iam/security-credentials/',
  'https://127.0.0.1/private.pdf',
  '{lab}/__lab/trap.pdf',
  'https://[::1]/private.pdf',
  'http://10.0.0.5/intranet.pdf',
] as const;

const toPrivateAddress = (draft: Draft): Setup =>
  publisherPdf(
    draft,
    { kind: 'redirect', status: 302, to: draft.dice.pick(PRIVATE_TARGETS) },
    'blocked-address',
  );

const unknown = (): Setup => ({ oaStatus: 'closed', pages: [], finds: [], deadEnds: [] });

/** A paper of nobody in this world under this work's address. */
const otherPaper = (draft: Draft): Copy => ({
  work: draft.works + draft.paper.index,
  version: 'published',
  format: 'pdf',
});

const wrongPaper = (draft: Draft): Setup => publisherPdf(draft, hands(otherPaper(draft)), otherPaper(draft));

const wrongThenRight = (draft: Draft): Setup => {
  const setup = publisherThenRepository(draft, hands(otherPaper(draft)), 'wrong-paper');
  return {
    ...setup,
    finds: [...findsVia(otherPaper(draft), 'openalex', 'unpaywall'), ...setup.finds],
    deadEnds: [],
  };
};

export const REFUSED: readonly Scenario[] = [
  scenario('html-fulltext-link', 1, { build: htmlLink }),
  scenario('html-fulltext-landing', 0.7, { build: htmlLanding }),
  scenario('abstract-page-only', 1, { build: abstractOnly }),
  scenario('closed-access', 2, { build: closed }),
  scenario('unknown-doi', 0.7, { build: unknown }),
  scenario('dead-link', 0.7, { build: always({ kind: 'status', status: 404 }, 'http-4xx') }),
  scenario('html-disguised', 0.7, { build: always({ kind: 'disguised' }, 'html-disguised') }),
  scenario('truncated-always', 0.5, {
    home: 'alone',
    build: (draft) => publisherPdf(draft, { kind: 'truncated', copy: copyOf(draft) }, 'truncated'),
  }),
  scenario('500-always', 0.5, { home: 'alone', build: always({ kind: 'status', status: 500 }, 'http-5xx') }),
  scenario('robots-denied', 1, { home: 'denied', build: keptOut('robots') }),
  // Nothing may be asked, but for a reason that may pass: the host is down, it has not refused.
  scenario('robots-unavailable', 0.4, { home: 'robots-down', build: keptOut('http-5xx') }),
  scenario('challenge-403', 0.5, {
    build: always({ kind: 'challenge', style: 'cloudflare-403' }, 'challenge-page'),
  }),
  scenario('challenge-200', 0.4, {
    build: always({ kind: 'challenge', style: 'cloudflare-200' }, 'challenge-page'),
  }),
  scenario('challenge-proof-of-work', 0.4, {
    build: always({ kind: 'challenge', style: 'proof-of-work' }, 'challenge-page'),
  }),
  scenario('login-page', 0.5, { build: loginWall }),
  scenario('empty-body', 0.5, { build: always({ kind: 'empty' }, 'empty-body') }),
  scenario('redirect-loop', 0.5, { build: loop }),
  scenario('redirect-to-private', 0.7, { build: toPrivateAddress }),
  scenario('too-large-announced', 0.4, { build: always({ kind: 'huge', announced: true }, 'policy-size') }),
  scenario('too-large-streamed', 0.4, { build: always({ kind: 'huge', announced: false }, 'too-large') }),
  scenario('wrong-paper', 0.5, { build: wrongPaper }),
  scenario('wrong-paper-then-repository', 0.5, { build: wrongThenRight }),
  scenario('preview-stub', 0.2, { build: served('preview', 'preview-stub') }),
  scenario('encrypted-pdf', 0.2, { build: served('encrypted', 'encrypted') }),
  scenario('corrupt-pdf', 0.2, { build: served('corrupt', 'pdf-corrupt') }),
  scenario('soft-404', 0.2, { build: always({ kind: 'soft-404' }, 'soft-404') }),
  scenario('cut-always', 0, {
    home: 'alone',
    build: (draft) => publisherPdf(draft, { kind: 'cut', copy: copyOf(draft) }, 'size-mismatch'),
  }),
  scenario('slow-drip', 0, {
    home: 'alone',
    build: (draft) => publisherPdf(draft, { kind: 'drip', copy: copyOf(draft) }, 'too-slow'),
  }),
  scenario('stalled-body', 0, {
    home: 'alone',
    build: (draft) => publisherPdf(draft, { kind: 'stall', copy: copyOf(draft) }, 'timeout'),
  }),
];
