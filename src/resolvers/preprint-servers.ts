import { type Doi, parseArxiv, parseDoi, parseWebUrl } from '../core/identifiers.ts';
import type { Candidate } from '../core/plan.ts';
import { parseUrl } from '../core/url.ts';
import { arxivCopy } from './arxiv-copy.ts';
import { doiUrl } from './doi-url.ts';
import { leadTo } from './lead-to.ts';
import { offerAddress } from './offer-address.ts';

/** Sites where nothing but preprints stands; of others the paths where they stand. */
const SERVERS: readonly (readonly [host: RegExp, path: RegExp])[] = [
  [
    /(?:^|\.)(?:arxiv|biorxiv|medrxiv|chemrxiv|techrxiv|psyarxiv|socarxiv|engrxiv|eartharxiv|edarxiv|preprints|essopenarchive)\.org$/,
    /./,
  ],
  [/(?:^|\.)(?:researchsquare|ssrn|authorea)\.com$/, /./],
  [/(?:^|\.)peerj\.com$/, /^\/preprints\//],
  [/(?:^|\.)osf\.io$/, /^\/preprints\//],
];

/** Whether the address is one of a preprint server: what it offers is a submitted version. */
export function isPreprintAddress(address: string): boolean {
  const url = parseUrl(address);
  return (
    url !== undefined && SERVERS.some(([host, path]) => host.test(url.hostname) && path.test(url.pathname))
  );
}

/** More of them would only push the article's own pages out. */
const MAX_PREPRINTS = 2;

/** bioRxiv's numbers have six digits, medRxiv's eight; under 10.1101 the journals of the same press have DOIs too. */
const RXIV = /^(10\.1101\/(?:\d{4}\.\d{2}\.\d{2}\.)?(\d{6}|\d{8}))(?:v(\d{1,3}))?$/;
/** 10.17605 is for projects, which are no preprints. */
const OSF = /^10\.(?!17605\/)\d{4,9}\/osf\.io\/([a-z0-9]{5,12}(?:_v\d{1,3})?)$/;
/** `…v2`, `…_v2`, `…/v2`, as the servers number the versions of one preprint. */
const NUMBERED = /^(.*?)(?:[/_]?v(\d{1,3}))?$/s;

/** Where the PDF stands by the server's own rule; the first version of a preprint always exists. */
function pdfUrlOf(doi: Doi): string | undefined {
  const [, bare, number = '', version = '1'] = RXIV.exec(doi) ?? [];
  if (bare !== undefined) {
    const site = number.length === 8 ? 'medrxiv' : 'biorxiv';
    return `${doiUrl(bare as Doi, `https://www.${site}.org/content/`)}v${version}.full.pdf`;
  }
  const guid = OSF.exec(doi)?.[1];
  return guid === undefined ? undefined : `https://osf.io/${guid}/download`;
}

/** Of each preprint the newest version that is named. */
function newestOf(dois: readonly Doi[]): readonly Doi[] {
  const newest = new Map<string, { readonly doi: Doi; readonly version: number }>();
  for (const doi of dois) {
    const [, bare = doi, number = '0'] = NUMBERED.exec(doi) ?? [];
    const version = Number(number);
    if ((newest.get(bare)?.version ?? -1) < version) newest.set(bare, { doi, version });
  }
  return [...newest.values()].map(({ doi }) => doi);
}

/**
 * Copies of an article's preprints, by the names a source gives them (DOI, arXiv id, address). Where no rule tells the
 * file's address, the preprint's page is named to be read.
 */
export function* preprintCopies(
  names: readonly string[],
  { evidence, lead }: { readonly evidence: string; readonly lead: (url: string) => void },
): Iterable<Candidate> {
  const arxiv = names.map(parseArxiv).find((id) => id !== undefined);
  if (arxiv) yield arxivCopy(arxiv, evidence);
  const others = names.filter((name) => parseArxiv(name) === undefined);
  const dois = newestOf(others.flatMap((name) => parseDoi(name) ?? [])).slice(0, MAX_PREPRINTS);
  const claims = { version: 'submitted', hostType: 'repository', evidence } as const;
  for (const doi of dois) {
    const url = pdfUrlOf(doi);
    if (url !== undefined) yield { url, expected: 'pdf', ...claims };
    leadTo(doiUrl(doi), lead);
  }
  const addresses = others.filter((name) => parseDoi(name) === undefined && parseWebUrl(name) !== undefined);
  for (const address of addresses.slice(0, MAX_PREPRINTS)) yield* offerAddress(address, claims, lead);
}
