import { dice } from './dice.ts';
import { escapeHtml } from './pages.ts';
import type { Paper } from './paper.ts';
import { paragraph } from './titles.ts';

/** XML 1.0 forbids most control characters even when escaped. */
export const escapeXml = (text: string): string =>
  escapeHtml(text)
    .replace(/[\ufffe\uffff]/g, '')
    .replaceAll("'", '&apos;');

function contributor(name: string): string {
  const [given = '', ...family] = name.split(' ');
  return `<contrib contrib-type="author"><name><surname>${escapeXml(family.join(' '))}</surname><given-names>${escapeXml(given)}</given-names></name></contrib>`;
}

/** The article in the tag set journals deposit (JATS 1.2), whole. */
export function jatsArticle(paper: Paper): string {
  const chance = dice('jats', paper.id);
  const sections = ['Introduction', 'Methods', 'Results', 'Discussion'].map(
    (name) =>
      `<sec><title>${name}</title>${Array.from({ length: 6 }, () => `<p>${paragraph(chance, 6)}</p>`).join('')}</sec>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<article xmlns:xlink="http://www.w3.org/1999/xlink" article-type="research-article" dtd-version="1.2" xml:lang="en">
<front><journal-meta><journal-title-group><journal-title>${escapeXml(paper.journal)}</journal-title></journal-title-group><issn pub-type="epub">${paper.issn}</issn></journal-meta>
<article-meta><article-id pub-id-type="doi">${escapeXml(paper.doi ?? '')}</article-id>
<title-group><article-title>${escapeXml(paper.title ?? 'Untitled')}</article-title></title-group>
<contrib-group>${paper.authors.map(contributor).join('')}</contrib-group>
<pub-date pub-type="epub"><year>${paper.year}</year></pub-date>
<abstract><p>${paragraph(chance, 6)}</p></abstract></article-meta></front>
<body>${sections.join('\n')}</body>
<back><ref-list>${Array.from({ length: 12 }, (_, at) => `<ref id="r${at + 1}"><mixed-citation>${paragraph(chance, 1)}</mixed-citation></ref>`).join('')}</ref-list></back>
</article>
`;
}
