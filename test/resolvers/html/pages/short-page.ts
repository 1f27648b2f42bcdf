import type { PageShape } from './page-shape.ts';

const HEAD =
  '<title>Deep learning for plankton images - Journal</title><h1>Deep learning for plankton images</h1>';

/** A page with a title and little else; one with a title of its own keeps that. */
export const shortPage = ([name, url, body, pdf]: readonly [
  name: string,
  url: string,
  body: string,
  pdf: string | null,
]): PageShape => ({
  name,
  url,
  html: body.includes('<title>') ? body : HEAD + body,
  ...(pdf !== null && { pdf }),
});
