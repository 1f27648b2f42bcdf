import { z } from 'zod';
import { saidList, saidText } from '../../core/claims.ts';
import { parseLinks, type WebLink } from './link-header.ts';

const Text = z.unknown().optional().transform(saidText);
const Target = z.object({ href: z.string(), type: Text });
const Context = z.looseObject({ anchor: Text });
const Linkset = z.object({
  linkset: z
    .unknown()
    .optional()
    .transform((list) => saidList(list, (one) => Context.safeParse(one).data)),
});

/** The links of a linkset document (RFC 9264), JSON or text; none when it is neither. */
export function parseLinkset(text: string): readonly WebLink[] {
  if (!text.trimStart().startsWith('{')) return parseLinks(text);
  const document = Linkset.safeParse(parsedJson(text));
  return document.success ? document.data.linkset.flatMap(linksOfContext) : [];
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function linksOfContext({ anchor, ...relations }: z.output<typeof Context>): readonly WebLink[] {
  return Object.entries(relations).flatMap(([rel, targets]) =>
    saidList(targets, (one) => Target.safeParse(one).data).map(({ href, type }) => ({
      target: href,
      rels: [rel.toLowerCase()],
      ...(type && { type: type.toLowerCase().replace(/;.*$/s, '').trim() }),
      ...(anchor !== undefined && { anchor }),
    })),
  );
}
