import type { Behaviour } from '../behaviour.ts';
import type { PdfForm } from '../pdf-forms.ts';
import {
  copyOf,
  findsVia,
  hands,
  landing,
  once,
  onlyLandingPage,
  PAGE_READERS,
  publisherPdf,
  publisherThenRepository,
  scenario,
} from './drafting.ts';
import type { Draft, Scenario, Setup } from './scenario.ts';

/** The full text can be had, but not at the first try, not at the first place, or not as the headers say. */

const oddlyServed = (as: 'gzip' | 'octet-stream' | 'text-html') => (draft: Draft) =>
  publisherPdf(draft, { kind: 'copy', copy: copyOf(draft), as }, copyOf(draft));

/** The file is in an unusual state, and good all the same. */
const inForm = (form: PdfForm) => (draft: Draft) => {
  const copy = { ...copyOf(draft), form };
  return publisherPdf(draft, hands(copy), copy);
};

/** Refuses or breaks once, then serves the file. */
const atSecondTry = (trouble: (draft: Draft) => Behaviour) => (draft: Draft) =>
  publisherPdf(draft, once(trouble(draft), hands(copyOf(draft))), copyOf(draft));

const busy = (status: 429 | 503, retryAfter: 'none' | 'seconds' | 'date') =>
  atSecondTry(() => ({ kind: 'busy', status, retryAfter }));

const HOP_STATUSES = [301, 302, 303, 307, 308] as const;

function redirectChain(draft: Draft): Setup {
  const setup = publisherPdf(draft, hands(copyOf(draft)), copyOf(draft));
  const final = `${draft.urls.hop(HOP_STATUSES.length)}.pdf`;
  const stations = [draft.urls.pdf, ...HOP_STATUSES.slice(1).map((_, at) => draft.urls.hop(at + 1)), final];
  const hops = HOP_STATUSES.map((status, at): readonly [string, Behaviour] => [
    stations[at] ?? final,
    { kind: 'redirect', status, to: stations[at + 1] ?? final },
  ]);
  return {
    ...setup,
    pages: [...setup.pages.filter(([url]) => url !== draft.urls.pdf), ...hops, [final, hands(copyOf(draft))]],
  };
}

function jatsOnly(draft: Draft): Setup {
  const xml = copyOf(draft, 'published', 'xml');
  return onlyLandingPage(draft, landing({ citationXml: draft.urls.xml }), {
    pages: [[draft.urls.xml, hands(xml)]],
    finds: findsVia(xml, ...PAGE_READERS),
  });
}

export const BUMPY: readonly Scenario[] = [
  scenario('first-404-then-repository', 4, {
    build: (draft) => publisherThenRepository(draft, { kind: 'status', status: 404 }, 'http-4xx'),
  }),
  scenario('publisher-403-then-repository', 4, {
    build: (draft) => publisherThenRepository(draft, { kind: 'status', status: 403 }, 'http-4xx'),
  }),
  scenario('html-disguised-then-repository', 2, {
    build: (draft) => publisherThenRepository(draft, { kind: 'disguised' }, 'html-disguised'),
  }),
  scenario('truncated-once', 1, {
    home: 'alone',
    build: atSecondTry((draft) => ({ kind: 'truncated', copy: copyOf(draft) })),
  }),
  scenario('cut-once', 1, {
    home: 'alone',
    build: atSecondTry((draft) => ({ kind: 'cut', copy: copyOf(draft) })),
  }),
  scenario('leading-junk-pdf', 0.7, { build: inForm('leading-junk') }),
  scenario('scanned-pdf', 0.7, { build: inForm('scan') }),
  scenario('gzip-pdf', 1.5, { build: oddlyServed('gzip') }),
  scenario('octet-stream-pdf', 2, { build: oddlyServed('octet-stream') }),
  scenario('text-html-pdf', 1, { build: oddlyServed('text-html') }),
  scenario('429-retry-after-seconds', 0.7, { home: 'alone', build: busy(429, 'seconds') }),
  scenario('429-retry-after-date', 0.7, { home: 'alone', build: busy(429, 'date') }),
  scenario('429-without-retry-after', 0.7, { home: 'alone', build: busy(429, 'none') }),
  scenario('503-once', 1, { home: 'alone', build: busy(503, 'none') }),
  scenario('redirect-chain-5', 1.5, { build: redirectChain }),
  scenario('jats-xml-only', 1.5, { build: jatsOnly }),
];
