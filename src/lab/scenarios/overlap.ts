import type { Copy } from '../behaviour.ts';
import type { Dice } from '../dice.ts';
import type { Holdings } from '../holdings.ts';
import { copyOf, findsVia, hands } from './drafting.ts';
import type { Draft, Find, Setup } from './scenario.ts';

/**
 * Shares of open works that each source knows a file of as well; in the order of size the indexes overlap in the same way
 * as theirs, though nobody has measured all of them against each other on one sample.
 */
const SHARES = { crossref: 0.5, doaj: 0.4, semanticScholar: 0.6, core: 0.35 } as const;

/** Of the works whose publisher refuses programs, those with a manuscript that some index knows. */
const DEPOSITED_SHARE = 0.4;

interface Layer {
  readonly holdings: Holdings;
  readonly finds: readonly Find[];
  readonly pages?: Setup['pages'];
}

const CC_BY = { url: 'https://creativecommons.org/licenses/by/4.0/', version: 'vor', delayDays: 0 } as const;

/** The file everybody points to. */
function knownFile({ openalex = [], finds }: Setup, draft: Draft): { url: string; copy: Copy } | undefined {
  const url = openalex.find(({ isOa, pdfUrl }) => isOa && pdfUrl !== null)?.pdfUrl;
  const copy = finds.find(({ via }) => via === 'openalex')?.copy;
  const isPlain = url !== undefined && url !== null && url === draft.urls.pdf;
  return isPlain && copy && copy.work === draft.paper.index ? { url, copy } : undefined;
}

function samePlace(dice: Dice, file: { url: string; copy: Copy }): readonly Layer[] {
  const { url, copy } = file;
  const link = { url, contentType: 'application/pdf', version: 'vor', purpose: 'text-mining' } as const;
  const layers: readonly (readonly [share: number, layer: Layer])[] = [
    [
      SHARES.crossref,
      { holdings: { crossref: { links: [link], licenses: [CC_BY] } }, finds: findsVia(copy, 'crossref') },
    ],
    [
      SHARES.doaj,
      { holdings: { doaj: [{ url, contentType: 'application/pdf' }] }, finds: findsVia(copy, 'doaj') },
    ],
    [
      SHARES.semanticScholar,
      { holdings: { semanticScholar: { url, status: 'GOLD' } }, finds: findsVia(copy, 'semantic_scholar') },
    ],
  ];
  return layers.filter(([share]) => dice.next() < share).map(([, layer]) => layer);
}

/** A manuscript in a repository, told by one of the indexes that look there. */
function elsewhere(draft: Draft): Layer {
  const accepted = copyOf(draft, 'accepted');
  const { pdf } = draft.copyUrls;
  const pages = [[pdf, hands(accepted)]] as const;
  return draft.dice.next() < 0.5
    ? { holdings: { core: { sourceUrls: [pdf] } }, finds: findsVia(accepted, 'core'), pages }
    : {
        holdings: { semanticScholar: { url: pdf, status: 'GREEN' } },
        finds: findsVia(accepted, 'semantic_scholar'),
        pages,
      };
}

function layersOf(setup: Setup, draft: Draft): readonly Layer[] {
  if (draft.paper.doi === undefined || setup.pages.some(([url]) => url === draft.copyUrls.pdf)) return [];
  const file = knownFile(setup, draft);
  if (file) {
    const also = draft.dice.next() < SHARES.core ? [elsewhere(draft)] : [];
    return [...samePlace(draft.dice, file), ...also];
  }
  const isRefused = setup.finds.length === 0 && setup.deadEnds.length > 0;
  return isRefused && draft.dice.next() < DEPOSITED_SHARE ? [elsewhere(draft)] : [];
}

/** The same work as more than one source knows it; what its own scenario says of a source stays. */
export function withOverlap(setup: Setup, draft: Draft): Setup {
  return layersOf(setup, draft).reduce<Setup>((known, { holdings, finds, pages = [] }) => {
    const isKnown = Object.keys(holdings).some((source) => source in (known.holdings ?? {}));
    if (isKnown) return known;
    return {
      ...known,
      holdings: { ...known.holdings, ...holdings },
      finds: [...known.finds, ...finds],
      pages: [...known.pages, ...pages],
    };
  }, setup);
}
