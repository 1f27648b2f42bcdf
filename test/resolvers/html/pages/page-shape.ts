/** A page modelled on the markup of a platform, and what it leads to. */
export interface PageShape {
  readonly name: string;
  readonly url: string;
  readonly html: string;
  /** The address of the paper's PDF; absent where the page has none. */
  readonly pdf?: string;
}

const TITLE = 'Seasonal dynamics of boreal lake plankton under warming';

interface Content {
  readonly head?: string;
  readonly title?: string;
  readonly body: string;
}

/** A page with what surrounds the work on most sites: menus, files that all pages share, other works. */
export const page = ({ head = '', title = TITLE, body }: Content): string => `<!DOCTYPE html>
<html lang="en"><head><title>${title} | A Journal</title>${head}</head><body>
<header class="site-header"><a href="/">Home</a> <a href="/about">About</a> <a href="/login">Log in</a></header>
<nav><ul><li><a href="/issue/current">Current issue</a></li><li><a href="/submissions">Submissions</a></li></ul></nav>
<main><h1>${title}</h1><p>Anna Meier, Bo Chen, Carla Rossi</p>${body}</main>
<footer><a href="/docs/privacy-policy.pdf">Privacy policy (PDF)</a> <a href="/docs/report.pdf">Annual report</a></footer>
</body></html>`;

export const ABSTRACT =
  '<h2>Abstract</h2><p>Lakes of the boreal zone warm faster than the air above them. We followed plankton in forty of them for twenty years and found that spring blooms come earlier while summer communities lose their large grazers.</p>';

/** References as plain paragraphs, with cited files spelt out and linked. */
export const REFERENCES = `<h2>References</h2>
<p>1. Smith J. Lakes of the north. Limnology 2001. <a href="https://other.example.net/files/lakes.pdf">PDF</a></p>
<p>2. World Health Organization. Water report. <a href="https://who.example.int/water-report.pdf">https://who.example.int/water-report.pdf</a></p>`;
