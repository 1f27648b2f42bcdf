/** One link of a `Link` header or of a linkset document. */
export interface WebLink {
  /** As written, perhaps relative. */
  readonly target: string;
  /** Lower-case relation types. */
  readonly rels: readonly string[];
  /** Lower-case media type without parameters. */
  readonly type?: string;
  /** The context, when it is not the document itself. */
  readonly anchor?: string;
}

const MAX_LINKS = 1000;

/**
 * Reads a `Link` header (RFC 8288, several headers joined with commas) or an `application/linkset` document, which has
 * the same grammar with line breaks (RFC 9264). Lenient, linear, and never throws: what cannot be read is left out.
 */
export function parseLinks(text: string): readonly WebLink[] {
  const links: WebLink[] = [];
  let at = 0;
  while (links.length < MAX_LINKS) {
    const open = text.indexOf('<', at);
    const close = open < 0 ? -1 : text.indexOf('>', open);
    if (close < 0) return links;
    const { parameters, end } = readParameters(text, close + 1);
    links.push(linkOf(text.slice(open + 1, close).trim(), parameters));
    at = end;
  }
  return links;
}

type Parameters = ReadonlyMap<string, string>;

/** `;name=value` and `;name="value"`, up to the comma that ends the link; the first of a name counts. */
function readParameters(text: string, from: number): { parameters: Parameters; end: number } {
  const parameters = new Map<string, string>();
  const parameter = /\s*;\s*([^\s=;,"<>]*)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,]*)))?/sy;
  let at = from;
  for (;;) {
    parameter.lastIndex = at;
    const match = parameter.exec(text);
    if (!match) break;
    const [, name = '', quoted, token] = match;
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, quoted?.replace(/\\(.)/gs, '$1') ?? token ?? '');
    at = parameter.lastIndex;
  }
  const comma = text.indexOf(',', at);
  return { parameters, end: comma < 0 ? text.length : comma + 1 };
}

function linkOf(target: string, parameters: Parameters): WebLink {
  const type = parameters.get('type')?.toLowerCase().replace(/;.*$/s, '').trim();
  const anchor = parameters.get('anchor');
  return {
    target,
    rels: (parameters.get('rel') ?? '').toLowerCase().split(/\s+/).filter(Boolean),
    ...(type && { type }),
    ...(anchor !== undefined && { anchor }),
  };
}
