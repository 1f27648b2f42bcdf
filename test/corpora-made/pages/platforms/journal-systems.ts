import { type Article, type ArticleOptions, article, others } from '../article.ts';
import type { MadePage } from '../made-page.ts';
import {
  analytics,
  each,
  esc,
  highwire,
  links,
  made,
  page,
  refLinks,
  refText,
  renderParts,
  tableHtml,
} from '../pieces.ts';
import type { Lang } from '../tongue.ts';

const OJS3 = 'https://revistas.made.example.org/index.php/estudios';

const ojsShell = (a: Article, content: string, meta: string): string =>
  page(
    a.lang,
    `<title>${esc(a.title)} | ${esc(a.journal)}</title><meta name="generator" content="Open Journal Systems 3.3.0.13">${meta}<link rel="schema.DC" href="http://purl.org/dc/elements/1.1/" /><meta name="DC.Title" content="${esc(a.title)}"/><meta name="DC.Identifier.DOI" content="${a.doi}"/>`,
    `<div class="pkp_structure_page"><header class="pkp_structure_head" id="headerNavigationContainer" role="banner"><nav class="cmp_skip_to_content"></nav><div class="pkp_site_name"><a href="${OJS3}/index" class="is_text">${esc(a.journal)}</a></div><ul id="navigationPrimary" class="pkp_navigation_primary pkp_nav_list">${links(['Current', 'Archives', 'Announcements', 'About', 'Submissions', 'Editorial Team', 'Privacy Statement', 'Contact'])}</ul><ul class="pkp_navigation_user"><li><a href="${OJS3}/user/register">Register</a></li><li><a href="${OJS3}/login">Login</a></li></ul></header><div class="pkp_structure_content has_sidebar"><div class="pkp_structure_main" role="main"><a id="pkp_content_main"></a>${content}</div><div class="pkp_structure_sidebar left" role="complementary"><div class="pkp_block block_make_submission"><h2>Make a Submission</h2><a class="block_make_submission_link" href="${OJS3}/about/submissions">Make a Submission</a><a href="${OJS3}/libraryFiles/downloadPublic/5">Author statement form (PDF)</a></div><div class="pkp_block block_language"><span class="title">Language</span><ul><li>English</li><li>Español (España)</li></ul></div></div></div><div class="pkp_structure_footer_wrapper" role="contentinfo"><div class="pkp_footer_content"><p>ISSN ${a.issn}</p></div><div class="pkp_brand_footer"><a href="${OJS3}/about/aboutThisPublishingSystem"><img alt="More information about the publishing system, Platform and Workflow by OJS/PKP." src="/templates/images/ojs_brand.png"></a></div></div></div>`,
  );

const details = (a: Article, galleys: string): string =>
  `<div class="page page_article"><nav class="cmp_breadcrumbs"><ol><li><a href="${OJS3}/index">Home</a></li><li><a href="${OJS3}/issue/archive">Archives</a></li></ol></nav><article class="obj_article_details"><h1 class="page_title">${esc(a.title)}</h1><div class="row"><div class="main_entry"><section class="item authors"><h2 class="pkp_screen_reader">Authors</h2><ul class="authors">${each(a.people, (one) => `<li><span class="name">${esc(one.shown)}</span><span class="affiliation">${esc(a.places[0] ?? '')}</span></li>`)}</ul></section><section class="item doi"><h2 class="label">DOI:</h2><span class="value"><a href="https://doi.org/${a.doi}">https://doi.org/${a.doi}</a></span></section><section class="item abstract"><h2 class="label">${a.names.abstract}</h2><p>${esc(a.abstract.join(' '))}</p></section><section class="item references"><h2 class="label">${a.names.references}</h2><div class="value">${each(a.refs, (ref) => `<p>${refText(ref)} <a href="https://doi.org/${ref.doi}">https://doi.org/${ref.doi}</a>${ref.number % 9 === 0 ? ` <a href="https://files.example.net/${ref.pmid}.pdf">https://files.example.net/${ref.pmid}.pdf</a>` : ''}</p>`)}</div></section></div><div class="entry_details"><div class="item cover_image"></div>${galleys}<div class="item published"><section class="sub_item"><h2 class="label">Published</h2><div class="value"><span>${a.year}-03-12</span></div></section></div><div class="item issue"><section class="sub_item"><h2 class="label">Issue</h2><a class="title" href="${OJS3}/issue/view/${a.issue}">Vol. ${a.volume} No. ${a.issue} (${a.year})</a></section></div><div class="item copyright"><p>This work is licensed under a Creative Commons Attribution 4.0 International License.</p></div></div></div></article></div>`;

const ojs3Landing = (name: string, lang: Lang): MadePage => {
  const a = article(name, { lang, doi: '10.15446/ga.v24n1.#' });
  const pdf = `${OJS3}/article/download/${a.first}/${a.number}`;
  const galleys = `<div class="item galleys"><h2 class="pkp_screen_reader">Downloads</h2><ul class="value galleys_links"><li><a class="obj_galley_link pdf" href="${OJS3}/article/view/${a.first}/${a.number}">PDF${lang === 'es' ? ' (Español)' : ''}</a></li><li><a class="obj_galley_link file" href="${OJS3}/article/view/${a.first}/${a.number + 1}">HTML</a></li></ul><ul class="value supplementary_galleys_links"><li><a class="obj_galley_link_supplementary pdf" href="${OJS3}/article/view/${a.first}/${a.number + 2}">Anexo 1</a></li></ul></div>`;
  return made(
    a,
    {
      name,
      platform: 'ojs3',
      kind: 'abstract',
      url: `${OJS3}/article/view/${a.first}`,
      isFullText: false,
      pdf,
    },
    ojsShell(a, details(a, galleys), highwire(a, { pdf, abstractPage: `${OJS3}/article/view/${a.first}` })),
  );
};

/** The PDF galley page: a bar and an iframe with pdf.js. */
const ojs3Viewer = (name: string): MadePage => {
  const a = article(name, { lang: 'fr', doi: '10.4000/made.#' });
  const pdf = `${OJS3}/article/download/${a.first}/${a.number}/${a.number + 7}`;
  const html = `<!DOCTYPE html>\n<html lang="fr-FR"><head><meta charset="utf-8"><title>Voir ${esc(a.title)}</title><meta name="generator" content="Open Journal Systems 3.2.1.4"><link rel="stylesheet" href="${OJS3}/$$$call$$$/page/page/css?name=stylesheet"></head><body class="pkp_page_article pkp_op_view"><header class="header_view"><a href="${OJS3}/article/view/${a.first}" class="return"><span class="pkp_screen_reader">Retourner aux renseignements sur l'article</span></a><a href="${OJS3}/article/view/${a.first}" class="title">${esc(a.title)}</a><a href="${OJS3}/article/download/${a.first}/${a.number}/${a.number + 7}" class="download" download><span class="label">Télécharger</span><span class="pkp_screen_reader">Télécharger le PDF</span></a></header><div id="pdfCanvasContainer" class="galley_view"><iframe src="https://revistas.made.example.org/plugins/generic/pdfJsViewer/pdf.js/web/viewer.html?file=${encodeURIComponent(pdf)}" width="100%" height="100%" style="min-height: 500px;" allowfullscreen webkitallowfullscreen></iframe></div></body></html>`;
  return made(
    a,
    {
      name,
      platform: 'ojs3',
      kind: 'pdf-viewer',
      url: `${OJS3}/article/view/${a.first}/${a.number}`,
      isFullText: false,
      pdf,
    },
    html,
  );
};

const ojs2 = (name: string, withPdf: boolean): MadePage => {
  const a = article(name, { lang: 'it', doi: '10.6092/issn.#' });
  const base = 'http://riviste.made.example.it/index.php/quaderni';
  const pdf = `${base}/article/download/${a.first}/${a.volume}`;
  const html = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">\n<html xmlns="http://www.w3.org/1999/xhtml" lang="it-IT"><head><title>${esc(a.title)} | ${esc(a.people[0]?.family ?? '')} | ${esc(a.journal)}</title><meta name="generator" content="Open Journal Systems 2.4.8.0" />${highwire(a, withPdf ? { pdf } : {})}</head><body id="pkp-common-openJournalSystems"><div id="container"><div id="header"><h1>${esc(a.journal)}</h1></div><div id="body"><div id="sidebar"><div class="block" id="sidebarUser"><span class="blockTitle">Utente</span><form method="post" action="${base}/login/signIn"><label>Nome utente</label><input name="username"/><label>Password</label><input type="password" name="password"/></form></div><div class="block" id="sidebarNavigation"><ul>${links(['per Fascicolo', 'per Autore', 'per Titolo', 'Altre riviste'])}</ul></div></div><div id="main"><div id="navbar"><ul class="menu">${links(['Home page', 'Info', 'Login', 'Registrazione', 'Cerca', 'Ultimo fascicolo', 'Archivi', 'Annunci'])}</ul></div><div id="content"><div id="topBar"></div><div id="articleTitle"><h3>${esc(a.title)}</h3></div><div id="authorString"><em>${esc(a.people.map((one) => one.shown).join(', '))}</em></div><br /><div id="articleAbstract"><h4>Abstract</h4><br /><div>${esc(a.abstract.join(' '))}</div></div><div id="articleSubject"><h4>Keywords</h4><div>${esc(a.keywords.join('; '))}</div></div><div id="articleFullText"><h4>Full Text</h4>${withPdf ? `<a href="${base}/article/view/${a.first}/${a.volume}" class="file" target="_parent">PDF</a>` : '<span>L’accesso al testo completo è riservato agli abbonati.</span> <a href="/abbonamenti/modulo.pdf">Modulo di abbonamento</a>'}</div><div id="articleCitations"><h4>${a.names.references}</h4>${each(a.refs, (ref) => `<p>${refText(ref)}</p>`)}</div>DOI: <a id="pub-id::doi" href="http://dx.doi.org/${a.doi}">http://dx.doi.org/${a.doi}</a><div class="separator"></div><h3>Refback</h3><ul><li>Non ci sono refbacks, per ora.</li></ul></div></div></div></div></body></html>`;
  return made(
    a,
    {
      name,
      platform: 'ojs2',
      kind: 'abstract',
      url: `${base}/article/view/${a.first}`,
      isFullText: false,
      pdf: withPdf ? pdf : null,
    },
    html,
  );
};

/** An HTML galley: what the editor saved from a word processor, inside the journal page. */
const ojsGalley = (name: string, options: ArticleOptions, inIframe: boolean): MadePage => {
  const a = article(name, { doi: '10.18192/made.#', ...options });
  const body = renderParts(a.parts, {
    marks: {
      cite: (n) =>
        ` <a href="#_ftn${n}" name="_ftnref${n}"><span class="MsoFootnoteReference">[${n}]</span></a>`,
    },
    paragraph: (text) =>
      `<p class="MsoNormal" style="text-align:justify;line-height:150%"><span lang="EN-US" style="font-family:'Times New Roman',serif">${text}</span></p>`,
    figure: (caption, n) =>
      `<p class="MsoCaption"><img src="${OJS3}/article/download/${a.first}/${a.number}/${900 + n}" alt=""/><b>${a.names.figure} ${n}.</b> ${caption}</p>`,
    table: (one) =>
      `<p class="MsoCaption"><b>${a.names.table} ${one.number}.</b> ${esc(one.caption)}</p>${tableHtml(one, ' class="MsoTableGrid" border="1"')}`,
    part: (title, inner, level) =>
      level === 2
        ? `<p class="MsoNormal" align="center"><b><span>${esc(title.toUpperCase())}</span></b></p>${inner}`
        : `<p class="MsoNormal"><i>${esc(title)}</i></p>${inner}`,
  });
  const text = `<p class="MsoTitle" align="center"><b><span>${esc(a.title)}</span></b></p><p class="MsoNormal" align="center">${esc(a.people.map((one) => one.shown).join(', '))}</p><p class="MsoNormal">${a.names.abstract}: ${esc(a.abstract.join(' '))}</p>${body}<p class="MsoNormal"><b>${a.names.references}</b></p>${each(a.refs, (ref) => `<p class="MsoBibliography"><a name="_ftn${ref.number}"></a>${refText(ref)}</p>`)}`;
  const html = inIframe
    ? ojsShell(
        a,
        `<div class="page page_article"><h1 class="page_title">${esc(a.title)}</h1><div class="inline_html_galley_download"><a class="obj_galley_link file" href="${OJS3}/article/download/${a.first}/${a.number}">Download</a></div><div class="inline_html_galley">${text}</div></div>`,
        highwire(a, {}),
      )
    : `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15 (filtered)"><title>${esc(a.title)}</title><style><!-- p.MsoNormal{margin:0cm;font-size:12.0pt;} --></style></head><body lang=EN-US><div class=WordSection1>${text}</div></body></html>`;
  return made(
    a,
    {
      name,
      platform: 'ojs-galley',
      kind: 'full-text',
      url: `${OJS3}/article/${inIframe ? 'view' : 'download'}/${a.first}/${a.number}`,
      isFullText: true,
    },
    html,
  );
};

const janeway = (name: string, full: boolean): MadePage => {
  const a = article(name, { doi: '10.16995/olh.#', shape: 'essay' });
  const url = `https://olh.openlibhums.org/article/id/${a.number}/`;
  const pdf = `https://olh.openlibhums.org/article/${a.number}/galley/${a.first}/download/`;
  const body = renderParts(a.parts, {
    marks: {
      cite: (n) =>
        ` (<a href="#B${n}" class="xref-bibr">${esc(a.refs[n - 1]?.authors.split(' ')[0] ?? '')}, ${a.refs[n - 1]?.year}</a>)`,
    },
    paragraph: (html) => `<p>${html}</p>`,
    figure: (caption, n) =>
      `<div class="fig panel clearfix" id="F${n}"><img src="/article/${a.number}/figure/f${n}.png" class="responsive-img img-fluid"><div class="caption"><p>Figure ${n}: ${caption}</p></div></div>`,
    table: (one) => tableHtml(one),
    part: (title, inner, level, part) =>
      `<div class="section" id="S${part.id}"><h${level} id="heading${part.id}">${esc(title)}</h${level}>${inner}</div>`,
  });
  const html = page(
    'en',
    `<title>${esc(a.people[0]?.family ?? '')} | ${esc(a.title)} | Open Library of Humanities</title>${highwire({ ...a, journal: 'Open Library of Humanities' }, { pdf, html: url, dc: true })}${analytics(a.seed, 1)}`,
    `<header><div class="title-bar"><button class="menu-icon">Menu</button></div><div class="top-bar" id="main-menu"><ul class="menu">${links(['Home', 'About', 'Articles', 'Issues', 'Editorial Team', 'Submissions', 'Contact'])}</ul></div></header><main id="content"><section id="content"><div class="row"><div class="large-8 columns border-right"><h4 class="article-type">Article</h4><h1>${esc(a.title)}</h1><ul class="author-list">${each(a.people, (one) => `<li><strong>${esc(one.shown)}</strong> (${esc(a.places[0] ?? '')})</li>`)}</ul><div class="article-abstract"><h2>Abstract</h2><p>${esc(a.abstract.join(' '))}</p></div>${full ? `<div id="main_article"><hr>${body}<h2>References</h2><div id="reflist">${each(a.refs, (ref) => `<p id="B${ref.number}">${refText(ref)} DOI: <a href="https://doi.org/${ref.doi}">https://doi.org/${ref.doi}</a></p>`)}</div></div>` : '<p>The full text of this article is available as PDF only.</p>'}</div><div class="large-4 columns"><div class="section"><h3>Downloads:</h3><p><a href="/article/${a.number}/galley/${a.first}/download/">Download PDF</a></p><p><a href="/article/${a.number}/galley/${a.first + 1}/download/">Download XML</a></p><p><a href="/media/press/author-agreement.pdf">Author agreement</a></p></div><div class="section"><p>${a.number} Views</p><p>${a.issue} Downloads</p></div><div class="section"><h3>Published on</h3><p>${a.day} ${a.month} ${a.year}</p></div></div></div></section></main><footer><p>Open Library of Humanities Powered by Janeway</p></footer>`,
  );
  return made(
    a,
    { name, platform: 'janeway', kind: full ? 'full-text' : 'abstract', url, isFullText: full, pdf },
    html,
  );
};

/** HighWire: bioRxiv full text tab, and a journal landing page without body. */
const highwirePress = (name: string, full: boolean): MadePage => {
  const a = article(name, { doi: '10.1101/2020.05.14.#' });
  const base = `https://www.biorxiv.org/content/${a.doi}v1`;
  const body = renderParts(a.parts, {
    marks: { cite: (n) => ` (<a id="xref-ref-${n}-1" class="xref-bibr" href="#ref-${n}">${n}</a>)` },
    paragraph: (html, id) => `<p id="p-${id}">${html}</p>`,
    figure: (caption, n) =>
      `<div id="F${n}" class="fig pos-float odd"><div class="highwire-figure"><div class="fig-inline-img-wrapper"><a href="F${n}.large.jpg" class="highwire-fragment fragment-images"><span class="hw-responsive-img"><img class="highwire-fragment fragment-image" src="F${n}.medium.gif"></span></a></div><ul class="highwire-figure-links inline"><li><a href="F${n}.large.jpg?download=true">Download figure</a></li></ul></div><div class="fig-caption"><span class="fig-label">Figure ${n}.</span><p>${caption}</p></div></div>`,
    table: (one) =>
      `<div class="table pos-float"><div class="table-caption">Table ${one.number}. ${esc(one.caption)}</div>${tableHtml(one)}</div>`,
    part: (title, inner, level, part) =>
      level === 2
        ? `<div class="section" id="sec-${part.id}"><h2 class="">${esc(title)}</h2>${inner}</div>`
        : `<div id="sec-${part.id}" class="subsection"><h3>${esc(title)}</h3>${inner}</div>`,
  });
  const html = page(
    'en',
    `<title>${esc(a.title)} | bioRxiv</title>${highwire({ ...a, journal: 'bioRxiv' }, { pdf: `${base}.full.pdf`, html: `${base}.full`, dc: true })}${analytics(a.seed, 2)}`,
    `<div id="page"><header id="section-header"><a href="/">bioRxiv</a><ul>${links(['Home', 'About', 'Submit', 'ALERTS / RSS', 'Channels'])}</ul></header><div class="panel-pane highwire-covid"><p>bioRxiv posts many papers. A reminder: they have not been formally peer-reviewed and should not guide health-related behavior or be reported in the press as conclusive.</p></div><div class="highwire-article-citation highwire-citation-type-highwire-article" data-pisa="biorxiv;${a.doi}v1"><h1 class="highwire-cite-title" id="page-title">${esc(a.title)}</h1><div class="highwire-cite-authors"><span class="highwire-citation-authors">${each(a.people, (one) => `<span class="highwire-citation-author"><span class="nlm-given-names">${esc(one.given)}</span> <span class="nlm-surname">${esc(one.family)}</span></span>`)}</span></div><div class="highwire-cite-metadata"><span class="highwire-cite-metadata-doi">doi: https://doi.org/${a.doi}</span></div></div><ul class="tabs inline panels-ajax-tab"><li><a href="/content/${a.doi}v1">Abstract</a></li><li><a href="/content/${a.doi}v1.full-text">Full Text</a></li><li><a href="/content/${a.doi}v1.article-info">Info/History</a></li><li><a href="/content/${a.doi}v1.full.pdf+html">Preview PDF</a></li></ul><div class="article ${full ? 'fulltext-view' : 'abstract-view'}"><span class="highwire-journal-article-marker-start"></span><div class="section abstract" id="abstract-1"><h2 class="">Abstract</h2><p id="p-2">${esc(a.abstract.join(' '))}</p></div>${full ? `${body}<div class="section ref-list" id="ref-list-1"><h2>References</h2><ol class="cit-list ref-use-labels">${each(a.refs, (ref) => `<li><div class="cit ref-cit" id="cit-${ref.number}"><div class="cit-metadata">${refText(ref)}</div><div class="cit-extra">${refLinks(ref)}</div></div></li>`)}</ol></div>` : ''}<span class="highwire-journal-article-marker-end"></span></div><div class="panel-pane pane-biorxiv-art-tools"><a href="/content/biorxiv/early/2020/05/16/${a.number}.full.pdf" class="article-dl-pdf-link link-icon"><i class="icon-download-alt"></i><span class="title">Download PDF</span></a> <a href="/content/biorxiv/early/2020/05/16/DC1/embed/media-1.pdf?download=true">Supplementary Material</a></div>${full ? '' : `<div class="citing">${each(others(a, 10), (one) => `<article><h3><a href="/content/${one.doi}v1">${esc(one.title)}</a></h3><p>${esc(one.abstract.join(' '))}</p></article>`)}</div>`}</div>`,
  );
  return made(
    a,
    {
      name,
      platform: 'highwire',
      kind: full ? 'full-text' : 'abstract',
      url: full ? `${base}.full` : base,
      isFullText: full,
      pdf: `${base}.full.pdf`,
    },
    html,
  );
};

export const journalSystemPages = (): MadePage[] => [
  ojs3Landing('ojs3-landing', 'es'),
  ojs3Landing('ojs3-landing-english', 'en'),
  ojs3Viewer('ojs3-viewer'),
  ojs2('ojs2-landing', true),
  ojs2('ojs2-restricted', false),
  ojsGalley('ojs-galley-inline', { lang: 'es' }, true),
  ojsGalley('ojs-galley-word', { shape: 'essay' }, false),
  ojsGalley('ojs-galley-italian', { lang: 'it', shape: 'essay' }, true),
  ojsGalley(
    'ojs-galley-login-study',
    {
      shape: 'essay',
      title: 'Log in to read: institutional sign-in and the reach of subscription journals',
      mentions: [
        'Readers met a page that asked for a user name and a password.',
        'The button said “purchase this article” or “access through your institution”.',
        'This is a preview of subscription content, the page would add.',
      ],
    },
    true,
  ),
  janeway('janeway-full', true),
  janeway('janeway-landing', false),
  highwirePress('biorxiv-full', true),
  highwirePress('biorxiv-abstract', false),
];
