import type { Archived } from '../archived.ts';
import type { DepositPlace } from '../deposit-names.ts';
import type { IdentityKind } from '../paper.ts';
import { copyOf, findsVia, hands, landing, publisherPdf, publisherPlace, scenario } from './drafting.ts';
import type { Draft, Scenario, Setup } from './scenario.ts';

/** The publisher's file is gone, or was never open; an archive or one of the smaller sources has a copy. */

const CAPTURED = '20180102030405';

/** The link is dead; what the web archive has of it decides. */
function dead(draft: Draft, archived: Archived, ends: Pick<Setup, 'finds' | 'deadEnds'>): Setup {
  const setup = publisherPdf(draft, { kind: 'status', status: 404 }, 'http-4xx');
  return {
    ...setup,
    holdings: { archived },
    finds: ends.finds,
    deadEnds: [...ends.deadEnds, ...setup.deadEnds],
  };
}

const captured = (draft: Draft) => ({ url: draft.urls.pdf, timestamp: CAPTURED, copy: copyOf(draft) });

const archivedLink = (draft: Draft): Setup =>
  dead(draft, { captures: [captured(draft)] }, { finds: findsVia(copyOf(draft), 'wayback'), deadEnds: [] });

/**
 * The index does not speak of the site, but the catalogue of papers knows the capture and its hash. `fatcat` is part of
 * `wayback` and asked only where its address is configured.
 */
const archivedPaper = (draft: Draft): Setup =>
  dead(
    draft,
    { captures: [captured(draft)], isExcluded: true, fatcat: 'right-hash' },
    { finds: findsVia(copyOf(draft), 'fatcat'), deadEnds: [] },
  );

const wrongHash = (draft: Draft): Setup =>
  dead(
    draft,
    { captures: [captured(draft)], isExcluded: true, fatcat: 'wrong-hash' },
    { finds: [], deadEnds: [{ via: 'fatcat', reason: 'pdf-corrupt' }] },
  );

const excluded = (draft: Draft): Setup =>
  dead(draft, { captures: [captured(draft)], isExcluded: true }, { finds: [], deadEnds: [] });

/** What was captured is a refusal of long ago: nobody is to wait because of it. */
const archivedRefusal = (draft: Draft): Setup =>
  dead(draft, { captures: [{ url: draft.urls.pdf, timestamp: CAPTURED }] }, { finds: [], deadEnds: [] });

/** A file that one of the smaller sources has; those that only index the files of others name one in a repository. */
const heldBy =
  (at: DepositPlace, isIndex: boolean) =>
  (draft: Draft): Setup => {
    const copy = copyOf(draft, isIndex ? 'accepted' : 'submitted');
    const { pdf } = draft.copyUrls;
    return {
      oaStatus: 'closed',
      openalex: [publisherPlace(draft, null, false)],
      unpaywall: [],
      holdings: { deposit: { at, copy, ...(isIndex && { url: pdf }) } },
      doiTarget: draft.urls.landing,
      pages: [[draft.urls.landing, landing()], ...(isIndex ? [[pdf, hands(copy)] as const] : [])],
      finds: findsVia(copy, at),
      deadEnds: [],
    };
  };

/** Sources that are off by default play only in worlds that name them. */
const only = (at: DepositPlace, identity: IdentityKind = 'doi', isIndex = false): Scenario =>
  scenario(`${at}-only`, 0, { identity, build: heldBy(at, isIndex) });

export const DEPOSITED: readonly Scenario[] = [
  scenario('archived-dead-link', 1, { build: archivedLink }),
  scenario('archived-known-to-fatcat', 0, { build: archivedPaper }),
  scenario('archived-wrong-hash', 0.4, { build: wrongHash }),
  scenario('archive-excludes-site', 0.4, { build: excluded }),
  scenario('archived-429', 0.4, { build: archivedRefusal }),
  only('openaire', 'doi', true),
  only('base', 'doi', true),
  only('hal'),
  only('osf', 'osf-doi'),
  only('zenodo', 'zenodo-doi'),
  only('figshare', 'figshare-doi'),
  only('biorxiv', 'biorxiv-doi'),
];
