import { type Article, type ArticleOptions, article, others, wanted } from '../article.ts';
import type { MadePage } from '../made-page.ts';
import { each, esc, highwire, links, made, page, refText, renderParts, tableHtml } from '../pieces.ts';

const plainCite = (n: number): string => ` [${n}]`;

const firstMonday = (name: string): MadePage => {
  const a = article(name, { doi: '10.5210/fm.v15i7.#', shape: 'essay' });
  const body = renderParts(a.parts, {
    marks: { cite: (n) => ` [<a href="#n${n}" name="${n}">${n}</a>]` },
    paragraph: (html) => `<p>${html}</p>`,
    figure: (caption, n) =>
      `<p align="center"><img src="fig${n}.png" alt="Figure ${n}"><br>Figure ${n}: ${caption}</p>`,
    table: (one) => `<p>${esc(one.caption)}</p>${tableHtml(one, ' border="1"')}`,
    part: (title, inner) =>
      `<p>++++++++++</p><a name="p${esc(title.slice(0, 3))}"></a><p><b>${esc(title)}</b></p>${inner}`,
  });
  const html = `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd"><html><head><title>${esc(a.people[0]?.family ?? '')}</title><meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head><body><blockquote><img src="logo.gif" alt="First Monday"><br><h1>${esc(a.title)} by ${esc(a.people.map((one) => one.shown).join(' and '))}</h1><hr><p><i>Abstract</i><br>${esc(a.abstract.join(' '))}</p><p><b>Contents</b></p><p>${a.parts.map((part) => `<a href="#p${part.id}">${esc(part.title)}</a>`).join('<br>')}</p><hr width="200">${body}<p><b>About the author</b></p><p>${esc(a.thanks)}</p><p><b>Notes</b></p>${each(a.refs.slice(0, 20), (ref) => `<p><a name="n${ref.number}"></a>${ref.number}. ${esc(ref.authors)}, ${ref.year}, p. ${ref.volume}.</p>`)}<p><b>References</b></p>${each(a.refs, (ref) => `<p>${refText(ref)}</p>`)}<hr><p><b>Editorial history</b></p><p>Received ${a.day} ${a.month} ${a.year}.</p><p>${esc(a.title)}<br>by ${esc(a.people.map((one) => one.shown).join(', '))}<br><i>First Monday</i>, Volume 15, Number 7</p></blockquote></body></html>`;
  return made(
    a,
    {
      name,
      platform: 'first-monday',
      kind: 'full-text',
      url: `https://firstmonday.org/article/view/${a.number}/2600`,
      isFullText: true,
      pdf: null,
    },
    html,
  );
};

const dlib = (name: string): MadePage => {
  const a = article(name, { doi: '10.1045/november2014-#', shape: 'essay', year: 2014 });
  const body = renderParts(a.parts, {
    marks: { cite: plainCite },
    paragraph: (html) => `<p>${html}</p>`,
    figure: (caption, n) =>
      `<div class="center"><img src="fig${n}.png"><p><i>Figure ${n}: ${caption}</i></p></div>`,
    table: (one) => tableHtml(one, ' border="1" cellpadding="4"'),
    part: (title, inner, _level, part) =>
      `<h3>${part.id} ${esc(title)}</h3>${inner}<div class="divider-white">&nbsp;</div>`,
  });
  const html = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><head><meta name="DOI" content="${a.doi}" /><meta name="description" content="D-Lib Magazine" /><title>${esc(a.title)}</title></head><body><form action="/cgi-bin/search.cgi" method="get"><div style="height:2px;background:#2b538e"></div><div id="navtable"><table><tr><td class="navtext"><img src="../../../img2/space.gif" alt="" /><a href="/dlib.html">Home</a> | <a href="../../about.html">About</a> | <a href="../../author-index.html">Author Index</a> | <input name="q" /></td></tr></table></div></form><table width="100%"><tr><td><table class="fixedwidth"><tr><td><h3 class="blue-space">D-Lib Magazine</h3><p class="blue">${a.month}/December 2014<br />Volume 20, Number 11/12<br /><a href="../11contents.html">Table of Contents</a></p><div class="divider-full">&nbsp;</div><h3 class="blue-space">${esc(a.title)}</h3><p class="blue">${a.people.map((one) => esc(one.shown)).join('<br />')}<br />${esc(a.places[0] ?? '')}</p><p class="blue">doi:${a.doi}</p><div class="divider-full">&nbsp;</div><p><a href="${a.number}print.html" class="fc">Printer-friendly Version</a></p><h3 class="blue">Abstract</h3><p class="blue">${esc(a.abstract.join(' '))}</p>${body}<h3>References</h3>${each(a.refs, (ref) => `<p>[${ref.number}] ${refText(ref)}</p>`)}<h3 class="blue">About the Authors</h3><p class="blue">${esc(a.thanks)}</p><div class="divider-full">&nbsp;</div><p class="copyright">Copyright © 2014 ${esc(a.people.map((one) => one.shown).join(', '))}</p></td></tr></table></td></tr></table></body></html>`;
  return made(
    a,
    {
      name,
      platform: 'd-lib',
      kind: 'full-text',
      url: `https://www.dlib.org/dlib/november14/${a.number}/11${a.number}.html`,
      isFullText: true,
      pdf: null,
    },
    html,
  );
};

/** 1998: no sections, no paragraphs, only breaks and fonts. */
export const nineties = (name: string, withTables: boolean): MadePage => {
  const a = article(name, { year: 1998, shape: 'essay', doi: '10.5555/made.#' });
  const text = a.parts
    .map(
      (part) =>
        `<FONT SIZE=+1 COLOR="#000080"><B>${esc(part.title)}</B></FONT><BR><BR>\n${part.paragraphs
          .map(
            (one) =>
              `<FONT FACE="Times">${esc(one)
                .replaceAll(/⟦c(\d+)⟧/g, ' [$1]')
                .replaceAll(/⟦[ft](\d+)⟧/g, 'Fig. $1')}</FONT>`,
          )
          .join('<BR><BR>\n')}`,
    )
    .join('<BR><BR>\n');
  const inner = `<CENTER><FONT SIZE=+3>${esc(a.title)}</FONT><BR>${esc(a.people.map((one) => one.shown).join(' and '))}<BR><I>${esc(a.places[0] ?? '')}</I></CENTER><HR><B>Abstract.</B> ${esc(a.abstract.join(' '))}<BR><BR>${text}<BR><BR><B>References</B><BR><BR>${a.refs.map((ref) => `[${ref.number}] ${refText(ref)}`).join('<BR>\n')}<HR><A HREF="index.html">Back to contents</A> <A HREF="mailto:webmaster@example.edu">webmaster</A> <IMG SRC="counter.gif"> Best viewed with Netscape Navigator 3.0`;
  const html = withTables
    ? `<HTML><HEAD><TITLE>${esc(a.title)}</TITLE></HEAD><BODY BGCOLOR=#FFFFFF BACKGROUND="paper.gif"><TABLE WIDTH=600 BORDER=0><TR><TD WIDTH=120 VALIGN=TOP BGCOLOR=#CCCCFF><A HREF="vol3.html">Volume 3</A><BR><A HREF="authors.html">Authors</A><BR><A HREF="subscribe.html">Subscribe</A></TD><TD>${inner}</TD></TR></TABLE></BODY></HTML>`
    : `<HTML><HEAD><TITLE>${esc(a.people[0]?.family ?? '')} 1998</TITLE></HEAD>\n<BODY>${inner}</BODY></HTML>`;
  const { doi: _none, ...work } = wanted(a);
  return {
    name,
    platform: 'hand-written',
    kind: 'full-text',
    url: `http://www.cs.example.edu/~ejrnl/vol3/${a.people[0]?.family.toLowerCase()}.html`,
    isFullText: true,
    pdf: null,
    html,
    work,
  };
};

/** An ASP.NET page: everything, the article too, stands in one form. */
const webForms = (name: string, options: ArticleOptions, full: boolean): MadePage => {
  const a = article(name, { doi: '10.5958/made.#', ...options });
  const url = `http://www.ijas.example.in/Article.aspx?aid=${a.number}`;
  const pdf = `http://www.ijas.example.in/Upload/Articles/${a.volume}_${a.issue}/${a.number}.pdf`;
  const body = renderParts(a.parts, {
    marks: { cite: plainCite },
    paragraph: (html) => `<div align="justify" class="artText">${html}</div>`,
    figure: (caption, n) =>
      `<div class="artFig"><img src="Upload/fig${n}.jpg" /><br />Fig ${n}: ${caption}</div>`,
    table: (one) =>
      tableHtml(one, ' cellspacing="0" rules="all" border="1" style="border-collapse:collapse;"'),
    part: (title, inner) => `<span class="artHead">${esc(title.toUpperCase())}</span><br />${inner}`,
  });
  const html = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><head id="Head1"><title>${esc(a.title)}</title><link href="/WebResource.axd?d=${a.dice.hex(24)}" type="text/css" rel="stylesheet" /></head><body><form name="aspnetForm" method="post" action="Article.aspx?aid=${a.number}" id="aspnetForm"><div><input type="hidden" name="__EVENTTARGET" id="__EVENTTARGET" value="" /><input type="hidden" name="__VIEWSTATE" id="__VIEWSTATE" value="/wEPDwUK${a.dice.hex(4000)}" /></div><script type="text/javascript">//<![CDATA[\nvar theForm = document.forms['aspnetForm'];function __doPostBack(eventTarget, eventArgument) { theForm.submit(); }\n//]]></script><div id="ctl00_header"><a href="Default.aspx"><img src="images/banner.jpg" alt="${esc(a.journal)}" /></a><div id="menu"><ul>${links(['Home', 'About Journal', 'Editorial Board', 'Instructions', 'Current Issue', 'Archive', 'Contact'])}</ul></div><a href="Upload/CopyrightForm.pdf">Copyright Form</a> <a href="Upload/Instructions.pdf">Instructions to authors</a></div><div id="ctl00_ContentPlaceHolder1_pnlArticle"><span id="ctl00_ContentPlaceHolder1_lblTitle" class="artTitle">${esc(a.title)}</span><br /><span id="ctl00_ContentPlaceHolder1_lblAuthors">${esc(a.people.map((one) => one.shown).join(', '))}</span><br /><span>DOI: ${a.doi}</span><br /><a id="ctl00_ContentPlaceHolder1_lnkPdf" href="Upload/Articles/${a.volume}_${a.issue}/${a.number}.pdf">Full Text PDF</a><br /><b>ABSTRACT</b><div class="artText">${esc(a.abstract.join(' '))}</div>${full ? `${body}<span class="artHead">REFERENCES</span><ol>${each(a.refs, (ref) => `<li>${refText(ref)}</li>`)}</ol>` : `<b>Other articles in this issue</b>${each(others(a, 8), (one) => `<div><a href="Article.aspx?aid=${one.number}">${esc(one.title)}</a> <a href="Upload/Articles/${a.volume}_${a.issue}/${one.number}.pdf">[PDF]</a></div>`)}`}</div><div id="ctl00_login"><input name="ctl00$txtUser" type="text" /><input name="ctl00$txtPassword" type="password" /><input type="submit" name="ctl00$btnLogin" value="Login" /></div></form></body></html>`;
  return made(
    a,
    { name, platform: 'webforms', kind: full ? 'full-text' : 'abstract', url, isFullText: full, pdf },
    html,
  );
};

export const latexml = (name: string, site: 'arxiv' | 'ar5iv'): MadePage => {
  const base = article(name, {});
  const a: Article = {
    ...base,
    doi: `10.48550/arXiv.2${String(base.number).slice(0, 3)}.0${String(base.number).slice(2)}`,
  };
  const id = a.doi.replace('10.48550/arXiv.', '');
  const math =
    '<math id="S1.p1.m1" class="ltx_Math" alttext="\\alpha\\leq\\beta" display="inline"><semantics><mrow><mi>α</mi><mo>≤</mo><mi>β</mi></mrow><annotation encoding="application/x-tex">\\alpha\\leq\\beta</annotation></semantics></math>';
  const body = renderParts(a.parts, {
    marks: {
      cite: (n) =>
        ` <cite class="ltx_cite ltx_citemacro_cite">[<a href="#bib.bib${n}" title="" class="ltx_ref">${n}</a>]</cite>`,
      figure: (n) => `<a href="#S3.F${n}" class="ltx_ref">Figure ${n}</a>`,
    },
    paragraph: (html, p) =>
      `<div id="S${p}" class="ltx_para"><p id="S${p}.1" class="ltx_p">${html} Let ${math} hold.</p></div>`,
    figure: (caption, n) =>
      `<figure id="S3.F${n}" class="ltx_figure"><img src="x${n}.png" class="ltx_graphics ltx_centering" alt="Refer to caption"><figcaption class="ltx_caption"><span class="ltx_tag ltx_tag_figure">Figure ${n}: </span>${caption}</figcaption></figure>`,
    table: (one) =>
      `<figure class="ltx_table"><figcaption class="ltx_caption">Table ${one.number}: ${esc(one.caption)}</figcaption>${tableHtml(one, ' class="ltx_tabular ltx_centering"')}</figure>`,
    part: (title, inner, level, part) =>
      `<section id="S${part.id}" class="ltx_${level === 2 ? 'section' : 'subsection'}"><h${level} class="ltx_title ltx_title_${level === 2 ? 'section' : 'subsection'}"><span class="ltx_tag">${part.id} </span>${esc(title)}</h${level}>${inner}</section>`,
  });
  const doc = `<div class="ltx_page_main"><div class="ltx_page_content"><article class="ltx_document ltx_authors_1line"><h1 class="ltx_title ltx_title_document">${esc(a.title)}</h1><div class="ltx_authors">${each(a.people, (one) => `<span class="ltx_creator ltx_role_author"><span class="ltx_personname">${esc(one.shown)}</span><span class="ltx_author_notes"><span class="ltx_contact ltx_role_affiliation">${esc(a.places[0] ?? '')}</span></span></span>`)}</div><div class="ltx_abstract"><h6 class="ltx_title ltx_title_abstract">Abstract</h6><p class="ltx_p">${esc(a.abstract.join(' '))}</p></div>${body}<section id="bib" class="ltx_bibliography"><h2 class="ltx_title ltx_title_bibliography">References</h2><ul class="ltx_biblist">${each(a.refs, (ref) => `<li id="bib.bib${ref.number}" class="ltx_bibitem"><span class="ltx_tag ltx_tag_bibitem">[${ref.number}]</span><span class="ltx_bibblock">${refText(ref)}</span></li>`)}</ul></section></article></div><footer class="ltx_page_footer"><div class="ltx_page_logo">Generated by <a href="http://dlmf.nist.gov/LaTeXML/">LaTeXML</a></div></footer></div>`;
  const html =
    site === 'arxiv'
      ? page(
          'en',
          `<title>${esc(a.title)}</title><link href="https://cdn.jsdelivr.net/npm/bootstrap@5.3.0/dist/css/bootstrap.min.css" rel="stylesheet"><base href="/html/${id}v1/">`,
          `<nav class="ltx_page_navbar"><nav class="ltx_TOC"><ol class="ltx_toclist">${each(a.parts, (part) => `<li class="ltx_tocentry"><a href="#S${part.id}">${esc(part.title)}</a></li>`)}</ol></nav></nav><header class="desktop_header"><div class="html-header-nav"><a class="ar5iv-footer-button" href="https://info.arxiv.org/about/accessible_HTML.html">Why HTML?</a> <a href="#myForm">Report Issue</a> <a href="https://arxiv.org/abs/${id}v1">Back to Abstract</a> <a href="https://arxiv.org/pdf/${id}v1" target="_blank">Download PDF</a></div></header><div class="package-alerts ltx_document"><p>HTML conversions <a href="https://info.dev.arxiv.org/about/accessibility_html_error_messages.html">sometimes display errors</a> due to content that did not convert correctly from the source.</p></div>${doc}`,
        )
      : `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>[${id}] ${esc(a.title)}</title><link rel="canonical" href="https://ar5iv.labs.arxiv.org/html/${id}"></head><body>${doc}<div class="ar5iv-footer"><a href="/html/${id}" class="ar5iv-nav-button">◄</a><a class="ar5iv-home-button" href="/">ar5iv homepage</a><a href="/feeling_lucky">Feeling lucky?</a><a href="/log/${id}">Conversion report</a><a href="https://arxiv.org/abs/${id}">View original on arXiv</a></div></body></html>`;
  return made(
    a,
    {
      name,
      platform: site,
      kind: 'full-text',
      url: site === 'arxiv' ? `https://arxiv.org/html/${id}v1` : `https://ar5iv.labs.arxiv.org/html/${id}`,
      isFullText: true,
      ...(site === 'arxiv' ? { pdf: `https://arxiv.org/pdf/${id}v1` } : {}),
    },
    html,
  );
};

const distill = (name: string): MadePage => {
  const a = article(name, { doi: '10.23915/distill.#', shape: 'essay', length: 1.4 });
  const body = renderParts(a.parts, {
    marks: { cite: (n) => `<d-cite key="ref${n}"></d-cite>` },
    paragraph: (html) => `<p>${html}<d-footnote>${esc(a.keywords[1] ?? '')}.</d-footnote></p>`,
    figure: (caption, n) =>
      `<figure class="l-page"><div id="viz${n}"></div><figcaption>${caption}</figcaption></figure>`,
    table: (one) => tableHtml(one),
    part: (title, inner, level) => `<h${level}>${esc(title)}</h${level}>${inner}`,
  });
  const html = page(
    'en',
    `<script src="https://distill.pub/template.v2.js"></script><title>${esc(a.title)}</title>${highwire({ ...a, journal: 'Distill' }, { html: `https://distill.pub/${a.year}/made-${a.number}` })}`,
    `<distill-header distill-prerendered=""><div class="content"><a href="/" class="logo">Distill</a><nav class="nav"><a href="/about/">About</a><a href="/prize/">Prize</a><a href="/journal/">Submit</a></nav></div></distill-header><d-front-matter><script type="text/json">${JSON.stringify({ title: a.title, authors: a.people })}</script></d-front-matter><d-title><h1>${esc(a.title)}</h1><p>${esc(a.abstract.join(' '))}</p></d-title><d-byline><div class="byline grid"><div class="authors-affiliations grid"><h3>Authors</h3>${each(a.people, (one) => `<p class="author"><a class="name" href="#">${esc(one.shown)}</a></p>`)}</div><div><h3>DOI</h3><p><a href="https://doi.org/${a.doi}">${a.doi}</a></p></div></div></d-byline><d-article>${body}</d-article><d-appendix><h3>Acknowledgments</h3><p>${esc(a.thanks)}</p><d-footnote-list></d-footnote-list><d-citation-list><h3 id="references">References</h3><ol id="references-list" class="references">${each(a.refs, (ref) => `<li id="ref${ref.number}"><span class="title">${refText(ref)}</span> ${ref.number % 5 === 0 ? `<a href="http://arxiv.org/pdf/${ref.pmid}.pdf">[PDF]</a>` : ''}</li>`)}</ol></d-citation-list></d-appendix><distill-footer></distill-footer>`,
  );
  return made(
    a,
    {
      name,
      platform: 'distill',
      kind: 'full-text',
      url: `https://distill.pub/${a.year}/made-${a.number}`,
      isFullText: true,
      pdf: null,
    },
    html,
  );
};

const quarto = (name: string): MadePage => {
  const a = article(name, { doi: '10.31235/osf.io/#' });
  const body = renderParts(a.parts, {
    marks: {
      cite: (n) =>
        ` <span class="citation" data-cites="ref${n}">(<a href="#ref-${n}" role="doc-biblioref">${n}</a>)</span>`,
    },
    paragraph: (html) => `<p>${html}</p>`,
    figure: (caption, n) =>
      `<div id="fig-${n}" class="quarto-figure quarto-figure-center"><figure class="figure"><p><img src="index_files/figure-html/fig-${n}.png" class="img-fluid figure-img"></p><figcaption class="figure-caption">Figure ${n}: ${caption}</figcaption></figure></div><div class="cell"><details><summary>Code</summary><div class="sourceCode"><pre class="sourceCode r"><code><span>ggplot(data, aes(x, y)) + geom_point()</span></code></pre></div></details></div>`,
    table: (one) => tableHtml(one, ' class="table table-sm table-striped"'),
    part: (title, inner, level, part) =>
      `<section id="sec-${part.id}" class="level${level}"><h${level} class="anchored" data-anchor-id="sec-${part.id}">${esc(title)}</h${level}>${inner}</section>`,
  });
  const html = page(
    'en',
    `<meta name="generator" content="quarto-1.3.340"><title>${esc(a.title)}</title>${highwire(a, {})}`,
    `<div id="quarto-content" class="page-columns page-rows-contents page-layout-article"><div id="quarto-margin-sidebar" class="sidebar margin-sidebar"><nav id="TOC" role="doc-toc" class="toc-active"><h2 id="toc-title">On this page</h2><ul>${each(a.parts, (part) => `<li><a href="#sec-${part.id}" class="nav-link">${esc(part.title)}</a></li>`)}</ul></nav><div class="quarto-alternate-formats"><h2>Other Formats</h2><ul><li><a href="index.pdf"><i class="bi bi-file-pdf"></i>PDF</a></li><li><a href="index.docx">MS Word</a></li></ul></div></div><main class="content" id="quarto-document-content"><header id="title-block-header" class="quarto-title-block default"><div class="quarto-title"><h1 class="title">${esc(a.title)}</h1></div><div class="quarto-title-meta-author">${each(a.people, (one) => `<div class="quarto-title-meta-contents"><p class="author">${esc(one.shown)}</p></div>`)}</div><div><div class="abstract"><div class="abstract-title">Abstract</div><p>${esc(a.abstract.join(' '))}</p></div></div></header>${body}<div id="quarto-appendix" class="default"><section class="quarto-appendix-contents" role="doc-bibliography"><h2 class="anchored quarto-appendix-heading">References</h2><div id="refs" class="references csl-bib-body">${each(a.refs, (ref) => `<div id="ref-${ref.number}" class="csl-entry" role="doc-biblioentry">${refText(ref)}</div>`)}</div></section></div></main></div>`,
  );
  return made(
    a,
    {
      name,
      platform: 'quarto',
      kind: 'full-text',
      url: `https://lab.example.edu/papers/made-${a.number}/`,
      isFullText: true,
      pdf: `https://lab.example.edu/papers/made-${a.number}/index.pdf`,
    },
    html,
  );
};

const pubpub = (name: string): MadePage => {
  const a = article(name, { doi: '10.1162/99608f92.#', shape: 'essay' });
  const body = renderParts(a.parts, {
    marks: { cite: (n) => ` <span class="citation" data-node-type="citation" data-value="">(${n})</span>` },
    paragraph: (html, p) => `<p id="n${p}">${html}</p>`,
    figure: (caption, n) =>
      `<figure data-node-type="image" data-size="50"><img src="https://resize-v3.pubpub.org/${a.dice.hex(20)}"><figcaption><p>Figure ${n}: ${caption}</p></figcaption></figure>`,
    table: (one) => tableHtml(one),
    part: (title, inner, level, part) =>
      `<h${level - 1} id="h-${part.id}">${esc(title)}</h${level - 1}>${inner}`,
  });
  const html = page(
    'en',
    `<title>${esc(a.title)} · Made Review</title>${highwire(a, { pdf: `https://assets.pubpub.org/${a.number}/41${a.number}.pdf` })}`,
    `<div id="root"><div id="app" class="pub-page"><div class="header-component"><ul>${links(['Search', 'Dashboard', 'Login or Signup'])}</ul></div><div class="pub-header-component"><h1 class="title">${esc(a.title)}</h1><span class="bylines">by ${esc(a.people.map((one) => one.shown).join(', '))}</span><span class="published-date">Published on ${a.month} ${a.day}, ${a.year}</span><a class="doi" href="https://doi.org/${a.doi}">${a.doi}</a></div><div class="pub-document-component"><div class="pub-body-component"><div class="pub-draft-notice"></div><div class="editor Prosemirror read-only">${body}</div></div><div class="pub-bottom-component"><section>Citations${each(a.refs, (ref) => `<div class="note-item">${refText(ref)}</div>`)}</section><div class="comments">0 Comments</div></div></div></div></div><script id="initial-data" type="text/plain" data-json="${esc(JSON.stringify({ pubData: { title: a.title, downloads: [{ type: 'formatted', url: `https://assets.pubpub.org/${a.number}/41${a.number}.pdf` }] } }))}"></script>`,
  );
  return made(
    a,
    {
      name,
      platform: 'pubpub',
      kind: 'full-text',
      url: `https://review.pubpub.org/pub/${a.dice.hex(8)}/release/3`,
      isFullText: true,
      pdf: `https://assets.pubpub.org/${a.number}/41${a.number}.pdf`,
    },
    html,
  );
};

export const handMadePages = (): MadePage[] => [
  firstMonday('first-monday'),
  dlib('d-lib'),
  nineties('hand-written-1998', false),
  nineties('hand-written-1998-table', true),
  webForms('webforms-full', {}, true),
  webForms('webforms-abstract', {}, false),
  latexml('arxiv-html', 'arxiv'),
  latexml('ar5iv', 'ar5iv'),
  distill('distill'),
  quarto('quarto'),
  pubpub('pubpub'),
];
