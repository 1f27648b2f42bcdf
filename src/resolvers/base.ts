import { SaxesParser } from 'saxes';
import { readLicense, saidYear } from '../core/claims.ts';
import { Failure } from '../core/errors.ts';
import { type Doi, parseDoi } from '../core/identifiers.ts';
import { parseUrl } from '../core/url.ts';
import { apiUrl } from './api-url.ts';
import { leadTo } from './lead-to.ts';
import { addressKind, offerAddress } from './offer-address.ts';
import { defineResolver, type TextAnswer } from './resolver.ts';

const BASE_URL = 'https://api.base-search.net/cgi-bin/';
const MAX_HITS = 10;
const IS_OPEN = '1';

/** The fields of one hit; each may come several times. */
type Hit = ReadonlyMap<string, readonly string[]>;

function searchUrl(doi: Doi, baseUrl: string | null): string {
  const url = apiUrl(baseUrl ?? BASE_URL, 'BaseHttpSearchInterface.fcgi');
  url.searchParams.set('func', 'PerformSearch');
  url.searchParams.set('query', `dcdoi:"${doi.replace(/["\\]/g, '\\$&')}"`);
  url.searchParams.set('hits', String(MAX_HITS));
  return url.href;
}

/** Solr's XML: `<doc>` holds `<str name=…>` and `<int name=…>`, or `<arr name=…>` of them. */
function readHits({ text, url }: TextAnswer): readonly Hit[] {
  const hits: Map<string, string[]>[] = [];
  const parser = new SaxesParser();
  let field: string | undefined;
  let value = '';
  let root: string | undefined;
  parser.on('opentag', ({ name, attributes }) => {
    root ??= name;
    if (name === 'doc') hits.push(new Map());
    field = attributes['name'] ?? field;
    value = '';
  });
  parser.on('text', (chunk) => {
    value += chunk;
  });
  parser.on('closetag', ({ name }) => {
    const hit = hits.at(-1);
    if (hit && field !== undefined && /^(?:str|int|date)$/.test(name) && value.trim() !== '')
      hit.set(field, [...(hit.get(field) ?? []), value.trim()]);
    value = '';
  });
  try {
    parser.write(text).close();
  } catch (cause) {
    throw new Failure('parse-error', 'an answer that is not XML', { url, cause });
  }
  if (root !== 'response') throw new Failure('parse-error', `XML of another kind: <${root}>`, { url });
  return hits;
}

const said = (hit: Hit, field: string): readonly string[] => hit.get(field) ?? [];

const isOpenCopyOf = (doi: Doi, hit: Hit): boolean =>
  said(hit, 'dcoa')[0] === IS_OPEN && said(hit, 'dcdoi').some((name) => parseDoi(name) === doi);

function filesOf(hit: Hit): readonly string[] {
  const addresses = [...said(hit, 'dcidentifier'), ...said(hit, 'dclink')];
  return [...new Set(addresses)].filter((address) => parseUrl(address) && addressKind(address) === 'file');
}

/**
 * https://www.base-search.net/about/download/base_interface.pdf: for registered addresses or with a key, about one
 * request a second, not for commercial use. Nearly all links are landing pages; only open copies (`dcoa` 1) are used.
 */
export const base = defineResolver({
  name: 'base',
  tier: 'direct_oa',
  enabledByDefault: false,
  baseUrl: BASE_URL,
  own: {},
  accepts: (work) => work.doi !== undefined,
  first: ({ doi }, { base_url }) => doi && { url: searchUrl(doi, base_url), role: 'metadata' },
  async *plans({ doi }, { ask, options, learn, lead }) {
    if (doi === undefined) return;
    const { api_key, base_url } = options;
    const answer = await ask.text({
      url: searchUrl(doi, base_url),
      role: 'metadata',
      headers: { accept: 'application/xml' },
      ...(api_key !== null && { secretQuery: { apikey: api_key } }),
    });
    for (const hit of readHits(answer).filter((one) => isOpenCopyOf(doi, one))) {
      const [title] = said(hit, 'dctitle');
      const year = saidYear(said(hit, 'dcyear')[0]);
      learn({ ...(title !== undefined && { title }), ...(year !== undefined && { year }) });
      for (const link of said(hit, 'dclink')) leadTo(link, lead);
      const license = readLicense(said(hit, 'dcrightsnorm')[0]);
      const claims = { evidence: 'dcidentifier', ...(license && { license }) };
      for (const address of filesOf(hit)) yield* offerAddress(address, claims, lead);
    }
  },
});
