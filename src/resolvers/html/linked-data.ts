import { z } from 'zod';
import { saidList, saidText } from '../../core/claims.ts';
import { type FoundLink, LINKED_DATA, NO_DATA, type ScriptData } from './found-link.ts';

const MAX_LENGTH = 512 * 1024;
const MAX_NODES = 50;

const Text = z.unknown().optional().transform(saidText);
const Anything = z.unknown().optional();
const Media = z.object({ contentUrl: Text, url: Text, encodingFormat: Text, fileFormat: Text, name: Text });
const Node = z.object({
  '@type': Anything,
  '@graph': Anything,
  mainEntity: Anything,
  encoding: Anything,
  associatedMedia: Anything,
  distribution: Anything,
  headline: Anything,
  name: Anything,
  identifier: Anything,
  doi: Anything,
  sameAs: Anything,
  isAccessibleForFree: Anything,
});
type Node = z.output<typeof Node>;

const listed = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

/** What JSON-LD says of the thing the page shows: its files (schema.org `encoding`), its type, its names. */
export function readLinkedData(script: string): ScriptData {
  if (script.length > MAX_LENGTH) return NO_DATA;
  const nodes = nodesOf(parsed(script));
  const works = nodes.filter((node) => typesOf(node).some((type) => WORK_TYPE.test(type)));
  return {
    links: nodes.flatMap(mediaOf),
    types: nodes.flatMap(typesOf),
    titles: works.flatMap(({ headline, name }) => [...textsOf(headline), ...textsOf(name)]),
    identifiers: works.flatMap(({ identifier, doi, sameAs }) => [identifier, doi, sameAs].flatMap(textsOf)),
    isWithheld: works.some(({ isAccessibleForFree }) => textsOf(isAccessibleForFree).some(isFalse)),
  };
}

const WORK_TYPE = /article|chapter|thesis|report|book|creativework|publication|digitaldocument/i;

const typesOf = (node: Node): readonly string[] =>
  listed(node['@type']).filter((type) => typeof type === 'string');

const Value = z.object({ value: Text, '@value': Text, '@id': Text });

/** Texts as they stand, or as the value of a property. */
const textsOf = (value: unknown): readonly string[] =>
  listed(value).flatMap((one) => {
    if (typeof one === 'string') return [one];
    if (typeof one === 'boolean') return [String(one)];
    const said = Value.safeParse(one).data;
    return [said?.value, said?.['@value'], said?.['@id']].filter((text) => text !== undefined);
  });

const isFalse = (text: string): boolean => /^(?:https?:\/\/schema\.org\/)?false$/i.test(text.trim());

function parsed(script: string): unknown {
  try {
    return JSON.parse(script.replace(/^\s*(?:<!--|\/\/<!\[CDATA\[)|(?:-->|\/\/\]\]>)\s*$/g, ''));
  } catch {
    return undefined;
  }
}

/** What stands at the top, in a graph or as the main thing; not what it cites or is part of. */
function nodesOf(document: unknown): readonly Node[] {
  const nodes = saidList(listed(document), (one) => Node.safeParse(one).data).slice(0, MAX_NODES);
  const within = nodes.flatMap((node) => [...listed(node['@graph']), ...listed(node.mainEntity)]);
  return [...nodes, ...saidList(within, (one) => Node.safeParse(one).data)].slice(0, MAX_NODES);
}

function mediaOf({ encoding, associatedMedia, distribution }: Node): readonly FoundLink[] {
  return [encoding, associatedMedia, distribution].flatMap((value) =>
    saidList(listed(value), (one) => Media.safeParse(one).data).flatMap((media) => {
      const href = media.contentUrl ?? media.url;
      const format = media.encodingFormat ?? media.fileFormat;
      const isPdf = format === undefined ? /\.pdf(?:$|[?#])/i.test(href ?? '') : /\bpdf\b/i.test(format);
      return href !== undefined && isPdf ? [{ href, evidence: LINKED_DATA }] : [];
    }),
  );
}
