import { escapeXml } from '../jats.ts';
import type { LabContext, LabRequest, Provider, Reply } from '../reply.ts';
import type { LabWork } from '../world.ts';

const str = (name: string, value: string): string => `<str name="${name}">${escapeXml(value)}</str>`;
const arr = (name: string, values: readonly string[]): string =>
  `<arr name="${name}">${values.map((value) => `<str>${escapeXml(value)}</str>`).join('')}</arr>`;

function docOf({ paper }: LabWork, url: string): string {
  const page = new URL(url).origin;
  return `<doc>${str('dcdocid', `lab${paper.index}`)}${str('dctitle', paper.title ?? '')}${arr(
    'dccreator',
    paper.authors,
  )}<int name="dcyear">${paper.year}</int>${arr('dcidentifier', [`${page}/handle/2048/${paper.index}`, url])}${str(
    'dclink',
    `${page}/handle/2048/${paper.index}`,
  )}${arr('dcdoi', [paper.doi ?? ''])}<int name="dcoa">1</int></doc>`;
}

/** BASE: Solr's XML. */
export function base({ world }: LabContext): Provider {
  return {
    hosts: ['api.base-search.net'],
    answer({ url }: LabRequest): Reply {
      const query = url.searchParams.get('query') ?? '';
      const doi = /^dcdoi:"(.+)"$/.exec(query)?.[1]?.replace(/\\(["\\])/g, '$1') ?? '';
      const work = world.work('doi', doi);
      const { deposit } = work?.setup.holdings ?? {};
      const docs = work && deposit?.at === 'base' && deposit.url ? [docOf(work, deposit.url)] : [];
      const body = `<?xml version="1.0" encoding="UTF-8"?>\n<response>\n<lst name="responseHeader"><int name="status">0</int><int name="QTime">10</int><lst name="params">${str('q', query)}</lst></lst><result name="response" numFound="${docs.length}" start="0" maxScore="2.3">${docs.join('')}</result>\n</response>\n`;
      return { status: 200, headers: { 'content-type': 'text/xml; charset=UTF-8' }, body };
    },
  };
}
