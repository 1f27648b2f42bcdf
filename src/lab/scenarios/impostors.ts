import type { Behaviour } from '../behaviour.ts';
import type { Impostor, PdfForm } from '../pdf-forms.ts';
import {
  copyOf,
  findsVia,
  hands,
  once,
  publisherPdf,
  publisherThenRepository,
  scenario,
} from './drafting.ts';
import type { Draft, Scenario, Setup } from './scenario.ts';

/** A file lies where the paper should, whole and readable, with the paper's title on it: what is it? */

/** The publisher's address has a document about the paper; a repository has the paper. */
const thenRepository = (form: Impostor) => (draft: Draft) =>
  publisherThenRepository(draft, hands({ ...copyOf(draft), form }), 'wrong-paper');

/** The same without a second place: the file is set aside. */
const only = (form: Impostor) => (draft: Draft) => {
  const copy = { ...copyOf(draft), form };
  return publisherPdf(draft, hands(copy), copy);
};

/** The paper, with something around it or a small fault that every reader forgives. */
const right = (form: PdfForm) => (draft: Draft) => {
  const copy = { ...copyOf(draft), form };
  return publisherPdf(draft, hands(copy), copy);
};

/** A scan comes first and proves nothing; the copy with a text layer is the one to keep. */
function scanThenText(draft: Draft): Setup {
  const scan = { ...copyOf(draft), form: 'scan' } as const;
  const setup = publisherThenRepository(draft, hands(scan), 'no-candidates');
  return { ...setup, finds: [...findsVia(scan, 'openalex', 'unpaywall'), ...setup.finds], deadEnds: [] };
}

/** The transfer breaks; the rest that the server then sends is shorter than it says. */
function shortRange(draft: Draft): Setup {
  const copy = copyOf(draft);
  const cut: Behaviour = { kind: 'cut', copy };
  return publisherPdf(draft, once(cut, { kind: 'short-range', copy }), copy);
}

export const IMPOSTORS: readonly Scenario[] = [
  scenario('supplement-then-repository', 0.4, { build: thenRepository('supplement') }),
  scenario('erratum-then-repository', 0.4, { build: thenRepository('erratum') }),
  scenario('contents-page-then-repository', 0.4, { build: thenRepository('contents-page') }),
  scenario('volume-then-repository', 0.4, { build: thenRepository('volume') }),
  scenario('cover-sheet-then-repository', 0.4, { build: thenRepository('cover-sheet') }),
  scenario('first-page-then-repository', 0.4, { build: thenRepository('first-page') }),
  scenario('notice-then-repository', 0.4, { build: thenRepository('notice') }),
  scenario('no-pages-then-repository', 0.4, { build: thenRepository('no-pages') }),
  scenario('supplement-only', 0.2, { build: only('supplement') }),
  scenario('erratum-only', 0, { build: only('erratum') }),
  scenario('with-cover-sheet', 0.4, { build: right('with-cover-sheet') }),
  scenario('shifted-startxref', 0.4, { build: right('shifted-startxref') }),
  scenario('scan-then-text', 0.4, { build: scanThenText }),
  scenario('short-range', 0.4, { home: 'alone', build: shortRange }),
];
