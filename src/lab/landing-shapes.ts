import { dice } from './dice.ts';
import { citationTags, escapeHtml } from './pages.ts';
import type { Paper } from './paper.ts';
import { ordinaryTitle, paragraph } from './titles.ts';

/** Landing pages of systems that name their PDF in no meta tag, or in an odd way; each with the address they give it. */
const LANDING_SHAPES = [
  'digital-commons',
  'dspace-7',
  'pdfjs-viewer',
  'frameset',
  'ojs-2-galley',
  'eprints',
  'embedded-object',
  'pdf-named-htm',
  'slug-in-address',
] as const;
export type LandingShape = (typeof LANDING_SHAPES)[number];

/** Where the file of a page of that shape lies. */
export function fileAddress(shape: LandingShape, host: string, paper: Paper): string {
  const number = 10_000 + paper.index;
  const paths: Readonly<Record<LandingShape, string>> = {
    'digital-commons': `/cgi/viewcontent.cgi?article=${number}&context=letters`,
    'dspace-7': `/bitstreams/7d1c0000-5a5e-4f1b-9c3d-0000000${number}/download`,
    'pdfjs-viewer': `/plugins/files/letters/${number}/document`,
    frameset: `/archive/${number}/text`,
    'ojs-2-galley': `/index.php/letters/article/download/${number}/${number + 3}`,
    eprints: `/${number}/1/final_version.pdf`,
    'embedded-object': `/asset/${number}/content`,
    'pdf-named-htm': `/pdf/${number}.htm`,
    'slug-in-address': `/core/services/content/view/${number}/price-and-public-policy-in-the-appendices.pdf`,
  };
  return `https://${host}${paths[shape]}`;
}

const pathOf = (url: string): string => escapeHtml(url.replace(/^https:\/\/[^/]+/, ''));

const abstractOf = (paper: Paper): string => `<p>${paragraph(dice('shape', paper.id), 6)}</p>`;

/** Files of others, of the kinds that stand near the right one. */
const distractions = (paper: Paper): string => {
  const chance = dice('distraction', paper.id);
  return `<ul class="more"><li><a href="/files/supplementary_table_s1.pdf">Supplementary Table S1 (PDF)</a></li><li><a href="/docs/author-agreement.pdf">Author agreement form (PDF)</a></li></ul><div class="related-articles"><h3>Related articles</h3><ul>${Array.from({ length: 3 }, () => `<li><a href="/viewer/${chance.int(80_000, 89_999)}.pdf">${escapeHtml(ordinaryTitle(chance))}</a></li>`).join('')}</ul></div>`;
};

interface Parts {
  readonly head?: string;
  readonly body: string;
}

function partsOf(shape: LandingShape, paper: Paper, file: string): Parts {
  const path = pathOf(file);
  switch (shape) {
    case 'digital-commons':
      return {
        body: `<div id="alpha"><div id="title"><p>${escapeHtml(paper.title ?? 'Untitled')}</p></div><div class="aside download-button"><a class="btn" id="pdf" href="${escapeHtml(file)}" title="PDF (1.2 MB) opens in new window" target="_blank"><i class="icon-download-alt"></i> Download</a></div></div>`,
      };
    case 'dspace-7':
      return {
        body: `<ds-app><ds-item-page-file-section><div class="simple-view-element"><h2>Files</h2><div class="file-section"><a class="dont-break-out" href="${path}" target="_blank" rel="noopener noreferrer"> Manuscript.pdf <span>(1.17 MB)</span></a></div></div></ds-item-page-file-section></ds-app><script id="dspace-angular-state" type="application/json">{}</script>`,
      };
    case 'pdfjs-viewer':
      return {
        body: `<div id="pdfCanvasContainer" class="galley_view"><iframe src="/plugins/generic/pdfJsViewer/pdf.js/web/viewer.html?file=${encodeURIComponent(file)}" width="100%" height="100%" allowfullscreen></iframe></div>`,
      };
    case 'frameset':
      return {
        body: '',
        head: `<frameset rows="60,*"><frame src="/archive/banner.html" name="banner"><frame src="${path}" name="document"></frameset>`,
      };
    case 'ojs-2-galley':
      return {
        body: `<div id="articleFullText"><h4>Full Text:</h4><a href="${escapeHtml(file.replace('/download/', '/view/'))}" class="file" target="_parent">PDF</a></div>`,
      };
    case 'eprints':
      return {
        body: `<div class="ep_summary_content"><table><tr><td><a class="ep_document_link" href="${path}"><img src="/style/images/fileicons/application_pdf.png" alt=""></a></td><td><span class="document_format">PDF</span> - Accepted Version<br>Available under License Creative Commons Attribution.<br><a href="${path}" class="ep_document_link">Download (1MB)</a></td></tr></table></div>`,
      };
    case 'embedded-object':
      return {
        body: `<object data="${path}" type="application/pdf" width="100%" height="800"><p>Your browser shows no PDF.</p></object>`,
      };
    case 'pdf-named-htm':
      return { head: `<meta name="citation_pdf_url" content="${escapeHtml(file)}">\n`, body: '' };
    case 'slug-in-address':
      return {
        body: `<div class="actions"><a class="export-citation" href="/cite">Cite</a><a class="button" href="${path}" target="_blank"><span>Save PDF</span></a></div>`,
      };
  }
}

/** Shapes whose systems write citation tags without the file's address. */
const UNTAGGED: ReadonlySet<LandingShape> = new Set(['frameset', 'dspace-7', 'pdfjs-viewer']);

export function shapedPage(shape: LandingShape, paper: Paper, file: string): string {
  const { head = '', body } = partsOf(shape, paper, file);
  const tags = UNTAGGED.has(shape) ? '' : citationTags(paper, {});
  const title = escapeHtml(paper.title ?? 'Untitled');
  const top = `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title>\n${tags}${shape === 'frameset' ? '' : head}</head>\n`;
  if (shape === 'frameset') return `${top}${head}</html>\n`;
  return `${top}<body><nav><a href="/">Home</a><a href="/browse">Browse</a></nav><main><h1>${title}</h1><p>${paper.authors.map(escapeHtml).join(', ')}</p><h2>Abstract</h2>${abstractOf(paper)}${body}${distractions(paper)}</main></body></html>\n`;
}

/** Sends browsers on, as linking hubs do. */
export const refreshPage = (to: string): string =>
  `<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>Redirecting</title><meta http-equiv="REFRESH" content="2; url='${escapeHtml(to)}'"></head><body><p>You are being redirected to <a href="${escapeHtml(to)}">the article</a>.</p></body></html>\n`;

/** An article that is for sale: its PDF links lead to a shop, to other works, to forms. */
export const saleOnlyPage = (paper: Paper): string =>
  `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(paper.title ?? 'Untitled')}</title>\n${citationTags(paper, {})}</head>\n<body><main><h1>${escapeHtml(paper.title ?? 'Untitled')}</h1><p>${paper.authors.map(escapeHtml).join(', ')}</p><h2>Abstract</h2>${abstractOf(paper)}<div class="access"><a class="button" href="/getaccess/${paper.index}/purchase">Purchase PDF</a><a class="button" href="/downloads/media-kit.pdf">Download media kit</a></div>${distractions(paper)}<section><h2>References</h2><ol><li>${ordinaryTitle(dice('cited', paper.id))}. <a href="https://${'elsewhere.example'}/papers/cited.pdf">https://elsewhere.example/papers/cited.pdf</a></li></ol></section></main></body></html>\n`;
