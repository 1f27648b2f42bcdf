/** The extract of a recorded landing page: see the index of the fixtures. */
export interface PageExtract {
  readonly url: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly meta: Readonly<Record<string, readonly string[]>>;
  readonly links: readonly { readonly rel: string; readonly href: string; readonly type?: string }[];
  readonly pdfAnchors: readonly { readonly href: string; readonly text: string }[];
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** A page of our own with the same head and anchors. */
export function pageOfExtract({ meta, links, pdfAnchors }: PageExtract, title = 'A paper'): string {
  const metas = Object.entries(meta).flatMap(([name, values]) =>
    values.map(
      (value) =>
        `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${escaped(value)}">`,
    ),
  );
  const relations = links.map(
    ({ rel, href, type }) => `<link rel="${rel}" href="${escaped(href)}"${type ? ` type="${type}"` : ''} />`,
  );
  const anchors = pdfAnchors.map(
    ({ href, text }) => `<p><a href="${escaped(href)}"><b>${escaped(text)}</b></a></p>`,
  );
  return `<!DOCTYPE html><html><head><title>${title}</title>${metas.join('\n')}${relations.join('\n')}</head>
    <body><div class="content">${anchors.join('\n')}</div></body></html>`;
}
