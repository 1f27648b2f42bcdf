import {
  AUTHORS,
  byline,
  citationTags,
  DOI,
  divs,
  footer,
  menu,
  p,
  page,
  paragraphs,
  reference,
  referenceItems,
  TITLE,
} from './text.ts';

/** Paragraphs that point to references. */
const cited = (words: number): string =>
  paragraphs(words)
    .map((text, at) => `<div role="paragraph">${text}<sup><a href="#bibr${at}">${at + 1}</a></sup></div>`)
    .join('');

const called = (words: number): string =>
  paragraphs(words)
    .map((text) => `<p class="abstract-paragraph">${text}</p>`)
    .join('');

const LINE = 80;
/** Set in lines of some eighty letters. */
const wrapped = (text: string): string =>
  text.replace(new RegExp(`(.{1,${LINE}})(?:\\s|$)`, 'g'), '$1\n').trimEnd();
const setLines = (words: number): string =>
  wrapped(paragraphs(words).join(' '))
    .split('\n')
    .map((line) => `<div class="t m0 x1 h2">${line}</div>`)
    .join('');

/** Pages with the whole text of the work, in the markup of the platforms they are named after. */
export const FULL_TEXTS: Readonly<Record<string, () => string>> = {
  'plain text in one element': () =>
    page(
      citationTags(),
      `<pre>${TITLE.toUpperCase()}\n\n${byline}\n\n${['INTRODUCTION', 'METHODS', 'RESULTS'].map((name) => `${name}\n\n${paragraphs(500).map(wrapped).join('\n\n')}`).join('\n\n')}\n\nREFERENCES\n\n${Array.from({ length: 12 }, (_, at) => reference(at)).join('\n')}</pre>`,
    ),
  'pdf2htmlEX, one element a line': () =>
    page(
      citationTags(),
      `<div id="page-container"><div class="pf"><div class="t m0">${TITLE}</div><div class="t m0">${byline}</div>${['Introduction', 'Methods', 'Results', 'Discussion'].map((name) => `<div class="t m0 h3">${name}</div>${setLines(600)}`).join('')}</div></div>`,
    ),
  'open article, print for sale in the sidebar': () =>
    page(
      citationTags(),
      `<aside><h3>Access options</h3><button>Buy print 39,95</button></aside><main><h1>${TITLE}</h1><p>${byline}</p><p>Open Access</p><h2>Introduction</h2>${p(600)}<h2>Methods</h2>${p(600)}<h2>Results</h2>${p(600)}<h2>References</h2><ol>${referenceItems(20)}</ol></main>`,
    ),
  'licensed article, print for sale in the sidebar': () =>
    page(
      citationTags(),
      `<main><h1>${TITLE}</h1><p>${byline}</p><p>Published under <a href="https://creativecommons.org/licenses/by/4.0/">CC BY</a></p><h2>Introduction</h2>${p(600)}<h2>Methods</h2>${p(600)}<h2>Results</h2>${p(600)}<h2>References</h2><ol>${referenceItems(20)}</ol></main><aside><a href="/buy">Purchase article</a></aside>`,
    ),
  'text, then its reviews and comments': () =>
    page(
      citationTags(),
      `<h1>${TITLE}</h1><p>${byline}</p><h2>Key takeaways</h2>${p(60)}<h2>Introduction</h2>${p(600)}<h2>Methods</h2>${p(600)}<h3>Figure 1</h3><p>Sites.</p>${p(60)}<h2>References</h2><ol>${referenceItems(20)}</ol><h2>Decision letter</h2>${p(500)}<h2>Comments (3)</h2><div class="post">${p(50)}</div><div class="post">${p(50)}</div>`,
    ),
  plos: () =>
    page(
      citationTags(),
      `${menu}<main><h1 id="artTitle">${TITLE}</h1><ul class="author-list"><li>${byline}</li></ul><div class="article-text"><div class="abstract toc-section"><h2>Abstract</h2>${p(250)}</div><div class="toc-section"><h2>Introduction</h2>${p(600)}</div><div class="toc-section"><h2>Results</h2><h3>Discharge</h3>${p(500)}<div class="figure"><div class="figcaption">${p(80)}</div></div><h3>Snow</h3>${p(400)}</div><div class="toc-section"><h2>Discussion</h2>${p(500)}</div><div class="toc-section"><h2>References</h2><ol class="references">${referenceItems(30)}</ol></div></div></main>${footer}`,
    ),
  elife: () =>
    page(
      citationTags(),
      `<header class="content-header"><h1>${TITLE}</h1><ol class="author_list"><li>${byline}</li></ol></header><main><section class="article-section" id="abstract"><header><h2>Abstract</h2></header><div>${p(150)}</div></section><section id="digest"><header><h2>eLife digest</h2></header><div>${p(350)}</div></section><section id="s1"><header><h2>Introduction</h2></header><div class="article-section__body">${p(700)}</div></section><section id="s2"><header><h2>Results</h2></header><div>${p(1500)}</div></section><section><header><h2>Discussion</h2></header><div>${p(600)}</div></section><section id="references"><header><h2>References</h2></header><ol class="reference-list">${referenceItems(40)}</ol></section><section><h2>Decision letter</h2>${p(900)}</section></main>`,
    ),
  'mdpi, paragraphs in divs': () =>
    page(
      citationTags(),
      `${menu}<article><h1 class="title hypothesis_container">${TITLE}</h1><div class="art-authors hypothesis_container">by <span>${byline}</span></div><section class="html-abstract" id="html-abstract"><h2>Abstract</h2><div class="html-p">${paragraphs(200).join(' ')}</div></section><div class="html-body"><section id="sec1-water"><h2 data-nested="1">1. Introduction</h2>${divs(600, 'html-p')}</section><section id="sec2-water"><h2>2. Materials and Methods</h2>${divs(500, 'html-p')}</section><section><h2>3. Results</h2>${divs(600, 'html-p')}</section></div><div class="html-back"><section id="html-references_list"><h2>References</h2><ol class="html-xx">${referenceItems(30)}</ol></section></div></article><a href="/reprints">Order Article Reprints</a>${footer}`,
    ),
  frontiers: () =>
    page(
      citationTags(),
      `${menu}<div class="article-section"><div class="JournalAbstract"><h1>${TITLE}</h1><div class="authors">${byline}</div><p>${paragraphs(200).join(' ')}</p></div><div class="JournalFullText"><a id="h2"></a><h2>Introduction</h2>${p(600)}<h2>Materials and Methods</h2>${p(500)}<h2>Results</h2>${p(500)}<h2>Discussion</h2>${p(300)}<h2>References</h2>${Array.from({ length: 20 }, (_, at) => `<div class="References"><p class="ReferencesCopy1">${reference(at)}</p></div>`).join('')}</div></div>`,
    ),
  'frontiers, the whole in its abstract': () =>
    page(
      citationTags(),
      `<div class="AbstractSummary abstract"><h1>${TITLE}</h1><p>${byline}</p><p>${paragraphs(200).join(' ')}</p><h2>Introduction</h2>${p(800)}<h2>Methods</h2>${p(500)}<h2>References</h2>${p(300)}</div>`,
    ),
  pmc: () =>
    page(
      citationTags(),
      `<div class="usa-banner"><p>An official website</p></div><main><article><section class="front-matter"><h1>${TITLE}</h1><div class="ameta p">${byline}</div></section><section aria-label="Article content"><section class="body main-article-body"><section class="abstract" id="abstract1"><h2>Abstract</h2><section><h3>Background</h3>${p(80)}</section><section><h3>Methods</h3>${p(80)}</section></section><section id="sec1"><h2 class="pmc_sec_title">Background</h2>${p(400)}</section><section><h2>Methods</h2>${p(500)}</section><section><h2>Results</h2>${p(500)}</section><section class="ref-list"><h2>References</h2><ul class="ref-list">${referenceItems(20)}</ul></section></section></section></article></main>`,
    ),
  'europe pmc, old': () =>
    page(
      citationTags(),
      `<h1>Europe PubMed Central</h1><form id="query"><input></form><div class="abstract_main_panel abstract"><h1>${TITLE}</h1><div>${byline}</div><h2>Abstract</h2><h3>Background</h3>${p(60)}<h3>Results</h3>${p(60)}<h2>Methods and Materials</h2>${p(600)}<h2>Results</h2>${p(600)}<h2>Discussion</h2>${p(500)}<h2>References</h2>${p(200)}</div>`,
    ),
  'nature, open access': () =>
    page(
      `${citationTags()}<script type="application/ld+json">{"mainEntity":{"@type":"ScholarlyArticle","headline":"${TITLE}","isAccessibleForFree":true,"author":[{"name":"Ana García"}]}}</script>`,
      `${menu}<main><article><h1 class="c-article-title">${TITLE}</h1><ul>${AUTHORS.map((name) => `<li><a href="#auth">${name}</a></li>`).join('')}</ul><section data-title="Abstract"><div class="c-article-section" id="Abs1-section"><h2>Abstract</h2><div>${p(180)}</div></div></section><div class="main-content"><section data-title="Introduction"><div class="c-article-section"><h2>Introduction</h2><div>${p(600)}</div></div></section><section><div><h2>Results</h2><div><h3>Runoff in spring</h3>${p(800)}</div></div></section><section><div><h2>Discussion</h2><div>${p(500)}</div></div></section></div><section><h2>References</h2><ol class="c-article-references">${referenceItems(30)}</ol></section><section><h2>Extended data figures and tables</h2>${p(300)}</section><section><h2>Rights and permissions</h2>${p(100)}</section></article></main><aside><h2>Quick links</h2><a href="/subscribe">Subscribe</a></aside>`,
    ),
  'oup, open access': () =>
    page(
      citationTags(),
      `${menu}<h1 class="wi-article-title article-title-main">${TITLE}</h1><div class="al-author-name">${byline}</div><div class="modal"><p>This PDF is available to Subscribers Only</p><a href="/x">View Article Abstract &amp; Purchase Options</a></div><div class="widget-ArticleFulltext"><h2 class="abstract-title">Abstract</h2><section class="abstract">${p(200)}</section><h2 class="section-title">1 Introduction</h2>${p(500)}<h2 class="section-title">2 Methods</h2>${p(500)}<h2 class="section-title">3 Results</h2>${p(500)}<h2 class="backreferences-title">References</h2><div class="ref-list">${p(200)}</div></div>`,
    ),
  'wiley, open access': () =>
    page(
      `${citationTags()}<link rel="canonical" href="https://onlinelibrary.wiley.com/doi/full/${DOI}">`,
      `<div class="login-popup modal"><h2>Log in to Wiley Online Library</h2><form><input type="password"></form></div><article><h1 class="citation__title">${TITLE}</h1><div class="loa-authors">${byline}</div><div class="abstract-group"><section class="article-section__abstract"><h2>Abstract</h2><div>${p(200)}</div></section></div><section class="article-section article-section__full"><section class="article-section__content"><h2>1 INTRODUCTION</h2>${p(600)}</section><section class="article-section__content"><h2>2 DATA AND METHODS</h2>${p(600)}</section><section class="article-section__content"><h2>3 RESULTS</h2>${p(500)}</section></section><section class="article-section__references"><div class="accordion"><h2>REFERENCES</h2><ul>${referenceItems(30)}</ul></div></section></article>`,
    ),
  'acs, paragraphs in divs': () =>
    page(
      citationTags(),
      `<h1 class="article_header-title">${TITLE}</h1><ul class="loa">${byline}</ul><div class="article_abstract"><h2>Abstract</h2><p class="articleBody_abstractText">${paragraphs(150).join(' ')}</p></div><div class="article_content"><div class="NLM_sec NLM_sec_level_1"><h2 id="_i5">Introduction</h2>${divs(500, 'NLM_p')}</div><div class="NLM_sec"><h2>Experimental Section</h2>${divs(500, 'NLM_p')}</div><div class="NLM_sec"><h2>Results and Discussion</h2>${divs(800, 'NLM_p')}</div></div><div class="article_refs"><ol>${referenceItems(40)}</ol></div>`,
    ),
  'science and sage, role paragraph': () =>
    page(
      citationTags(),
      `<header><h1 property="name">${TITLE}</h1><div class="contributors">${byline}</div></header><section id="abstract"><h2>Abstract</h2><div role="paragraph">${paragraphs(150).join(' ')}</div></section><section id="bodymatter"><div class="core-container"><section id="sec-1"><h2>Introduction</h2>${divs(600, 'para')}</section><section id="sec-2"><h2>Results</h2>${divs(900, 'para')}</section><section id="sec-3"><h2>Discussion</h2>${divs(400, 'para')}</section></div></section><section id="backmatter"><section role="doc-bibliography"><h2>References and Notes</h2><div>${p(200)}</div></section></section>`,
    ),
  copernicus: () =>
    page(
      citationTags(),
      `<div class="article"><div class="abstract sec" id="abstract"><div class="h1">Abstract<span class="section-number">&#160;</span></div>${p(250)}</div><h1>${TITLE}</h1><div>${byline}</div><div class="sec intro" id="section1"><div class="h1"><span class="section-number">1</span> Introduction</div>${p(600)}</div><div class="sec"><div class="h1"><span>2</span> Methods</div>${p(600)}</div><div class="sec"><div class="h1">3 Results</div>${p(600)}</div><div class="ref-list" id="References"><div class="h1">References</div>${p(300)}</div></div>`,
    ),
  'scielo, spanish': () =>
    page(
      citationTags(),
      `<article><h1 class="article-title">${TITLE}</h1><div class="contribGroup">${byline}</div><div class="articleSection"><h1 class="articleSectionTitle">Resumen</h1>${p(200, 'es')}</div><div class="articleSection articleSection--introducción"><h1 class="articleSectionTitle">Introducción</h1>${p(600, 'es')}</div><div class="articleSection"><h1 class="articleSectionTitle">Material y métodos</h1>${p(500, 'es')}</div><div class="articleSection"><h1 class="articleSectionTitle">Resultados</h1>${p(500, 'es')}</div><div class="articleSection ref-list"><h1>Referencias</h1><ul class="refList">${referenceItems(20)}</ul></div></article>`,
    ),
  'redalyc, font tags': () =>
    page(
      `<meta name="citation_title" content="${TITLE}">`,
      `<table><tr><td><center><font size=4><b>${TITLE}</b></font><br>${byline}</center><br><br><b>Resumen</b><br>${paragraphs(100, 'es').join(' ')}<br><br><b>Introducción</b><br><br>${paragraphs(700, 'es').join('<br><br>')}<br><br><b>Metodología</b><br><br>${paragraphs(600, 'es').join('<br><br>')}<br><br><b>Bibliografía</b><br><br>${Array.from({ length: 12 }, (_, at) => reference(at)).join('<br><br>')}</td></tr></table>`,
      TITLE,
    ),
  'j-stage, japanese': () =>
    page(
      citationTags(),
      `<div class="global-article-title">${TITLE}</div><div>${byline}</div><div class="abstract-body"><div class="section-title">抄録</div><p>${paragraphs(150, 'ja').join('')}</p></div><section><h2>1. はじめに</h2>${p(500, 'ja')}</section><section><h2>2. 方法</h2>${p(500, 'ja')}</section><section><h2>3. 結果と考察</h2>${p(500, 'ja')}</section><section><h2>引用文献</h2>${referenceItems(12)}</section>`,
    ),
  'chinese journal': () =>
    page(
      '<meta name="citation_title" content="变化积雪条件下高山河流的季节性径流研究">',
      `<div class="main"><h1>变化积雪条件下高山河流的季节性径流研究</h1><p>${TITLE}</p><div class="authors">陈伟，王芳</div><div class="abstract"><b>摘要</b>：${paragraphs(120, 'zh').join('')}</div><h2>1 引言</h2>${p(500, 'zh')}<h2>2 材料与方法</h2>${p(500, 'zh')}<h2>3 结果与分析</h2>${p(500, 'zh')}<h2>参考文献</h2><ol>${referenceItems(15)}</ol></div>`,
      `${TITLE} - 水文学报`,
    ),
  'korean journal': () =>
    page(
      citationTags(),
      `<h1>${TITLE}</h1><p>${byline}</p><h2>요약</h2>${p(150, 'ko')}<h2>서론</h2>${p(500, 'ko')}<h2>연구 방법</h2>${p(500, 'ko')}<h2>결과</h2>${p(400, 'ko')}<h2>참고문헌</h2><ol>${referenceItems(12)}</ol>`,
    ),
  'ojs galley': () =>
    page(
      '',
      `<h2>${TITLE}</h2><p>${byline}</p><p><strong>Abstract</strong></p><p>${paragraphs(150).join(' ')}</p><p><strong>Introduction</strong></p>${p(600)}<p><strong>Method</strong></p>${p(500)}<p><strong>Findings</strong></p>${p(500)}<p><strong>References</strong></p>${Array.from({ length: 12 }, (_, at) => `<p>${reference(at)}</p>`).join('')}`,
      TITLE,
    ),
  'd-lib': () =>
    page(
      '',
      `<form action="/search"><table><tr><td><h3 class="blue">D-Lib Magazine</h3><h3 class="blue-space">${TITLE}</h3><p class="blue">${byline}<br>doi:${DOI}</p><h3>Abstract</h3>${p(150)}<h3>1 Overview</h3>${p(600)}<h3>2 The archive</h3>${p(700)}<h3>References</h3>${p(200)}</td></tr></table></form>`,
      TITLE,
    ),
  'first monday, by hand': () =>
    page(
      '',
      `<center><img src="logo.gif"></center><blockquote><h2>${TITLE}</h2><h4>by ${byline}</h4><p>${paragraphs(120).join(' ')}</p><h3>Contents</h3><p><a href="#1">Introduction</a><br><a href="#2">The net</a></p><hr><p><b>Introduction</b></p>${p(500)}<p><b>The rivers of the net</b></p>${p(700)}<p><b>Conclusion</b></p>${p(200)}<p><b>Notes</b></p>${p(200)}</blockquote>`,
      `First Monday: ${TITLE}`,
    ),
  'arxiv html': () =>
    page(
      '<link rel="canonical" href="https://ar5iv.labs.arxiv.org/html/2104.12255">',
      `<div class="ltx_page_main"><article class="ltx_document"><h1 class="ltx_title ltx_title_document">${TITLE}</h1><div class="ltx_authors">${byline}</div><div class="ltx_abstract"><h6 class="ltx_title ltx_title_abstract">Abstract</h6><p class="ltx_p">${paragraphs(150).join(' ')}</p></div><section id="S1" class="ltx_section"><h2><span class="ltx_tag">1 </span>Introduction</h2><div class="ltx_para">${p(500)}</div></section><section class="ltx_section"><h2><span>2 </span>Related work</h2><div class="ltx_para">${p(400)}</div></section><section><h2><span>3 </span>A bound</h2><div class="ltx_para">${p(600)}</div></section><section class="ltx_bibliography"><h2>References</h2><ul class="ltx_biblist">${referenceItems(20)}</ul></section></article></div>`,
      `[2104.12255] ${TITLE}`,
    ),
  'asp.net, one form': () =>
    page(
      '',
      `<form name="aspnetForm" method="post" action="./article.aspx" id="aspnetForm"><input type="hidden" name="__VIEWSTATE"><div id="ctl00_Main"><h1>${TITLE}</h1><div>${byline}</div><h2>Abstract</h2>${p(150)}<h2>Introduction</h2>${p(600)}<h2>Case report</h2>${p(500)}<h2>Discussion</h2>${p(500)}<h2>References</h2>${p(200)}</div></form>`,
    ),
  'breaks only': () =>
    page(
      '',
      `<h1>${TITLE}</h1>${byline}<br><br><b>Introduction</b><br><br>${paragraphs(700).join('<br/><br/>')}<br><br><b>Results</b><br><br>${paragraphs(700).join('<br><br>')}<br><br><b>References</b><br><br>${Array.from({ length: 8 }, (_, at) => reference(at)).join('<br><br>')}`,
      TITLE,
    ),
  jmir: () =>
    page(
      citationTags(),
      `<main><h3 class="h4-original-paper">Original Paper</h3><h1 class="h3-main-article-title">${TITLE}</h1><p>${byline}</p><article class="ajax-article-content"><h3 class="h4-heading-abstract abstract-heading">Abstract</h3><p class="abstract-sub-heading"><span>Background: </span>${paragraphs(150).join(' ')}</p><h4 class="h4-article-heading">Introduction</h4><h5>Background</h5>${p(500)}<h4>Methods</h4>${p(500)}<h4>Results</h4>${p(500)}<h4>References</h4><div class="footnotes"><ol>${referenceItems(20)}</ol></div></article></main>`,
    ),
  'hindawi, springer open': () =>
    page(
      citationTags(),
      `<article class="xml-content article_body"><h1>${TITLE}</h1><div>${byline}</div><div id="abstract"><h4 class="header" id="abstract">Abstract</h4><p>${paragraphs(150).join(' ')}</p></div><h4>1. Introduction</h4>${p(600)}<h4>2. Materials and Methods</h4>${p(500)}<h4>3. Results</h4>${p(500)}<h4>Data Availability</h4>${p(60)}<h4>References</h4><ol>${referenceItems(20)}</ol></article>`,
    ),
  'springer, old': () =>
    page(
      '',
      `<div id="wrapper"><h1>${TITLE}</h1><ul class="AuthorNames">${byline}</ul><div class="abstract-content"><p>${paragraphs(150).join(' ')}</p></div><div class="FulltextWrapper"><section class="Section1"><h2>Current challenges</h2>${divs(700, 'Para')}</section><section class="Section1"><h2>What a network offers</h2>${divs(500, 'Para')}</section><section><h2>Conclusion</h2>${divs(300, 'Para')}</section></div><section class="Bibliography"><ol>${referenceItems(10)}</ol></section></div>`,
      `${TITLE} - Springer`,
    ),
  'humanities essay without headings': () =>
    page(
      '<meta name="DC.Title" content="Seasonal discharge of alpine rivers under changing snow cover">',
      `<h1>${TITLE}</h1><p>${byline}</p>${p(4000)}<p><strong>Works Cited</strong></p>${Array.from({ length: 12 }, (_, at) => `<p>${reference(at)}</p>`).join('')}`,
    ),
  'tandf, open access': () =>
    page(
      `<meta name="dc.Title" content="${TITLE}"><meta name="dc.Identifier" scheme="doi" content="${DOI}"><meta name="dc.Creator" content="Ana García">`,
      `<h1><span class="NLM_article-title hlFld-title">${TITLE}</span></h1><div class="literatumAuthors">${byline}</div><div class="hlFld-Abstract"><h2 id="abstract" class="section-heading-2">Abstract</h2><p>${paragraphs(150).join(' ')}</p></div><div class="hlFld-Fulltext"><div id="S0001" class="NLM_sec_level_1"><h2 class="section-heading-2">Introduction</h2>${p(500)}</div><div class="NLM_sec"><h2>Theoretical framework</h2>${p(500)}</div><div><h2>Findings</h2>${p(500)}</div></div><div id="references-Section"><h2>References</h2><ul class="references">${referenceItems(20)}</ul></div>`,
    ),
  'sidebar in the name of the page': () =>
    page(
      citationTags(),
      `<div class="page-with-sidebar no-banner"><div id="content" class="content"><h1>${TITLE}</h1><p>${byline}</p><h2>Introduction</h2>${p(700)}<h2>Related work</h2>${p(400)}<h2>Methods</h2>${p(600)}<h2>References</h2><ol>${referenceItems(12)}</ol></div></div>`,
    ),
  'europe pmc, new': () =>
    page(
      citationTags(),
      `<div id="article--abstract--title"><h1>${TITLE}</h1></div><div>${byline}</div><div class="abstract-container" id="article--abstract--content"><h2>Abstract</h2><p>${paragraphs(150).join(' ')}</p></div><section id="free-full-text"><h2>Full text</h2><div class="jig-ncbiinpagenav"><div class="tsec sec">${p(500)}</div><div class="tsec sec"><h3>What rivers do</h3>${p(500)}</div><div class="tsec sec"><h3>Discussion</h3>${p(400)}</div></div></section><h2>References</h2><ul>${referenceItems(10)}</ul><h2>Citations &amp; impact</h2>${p(60)}<h2>Similar Articles</h2>${p(300)}`,
    ),
  'thai journal': () =>
    page(
      citationTags(),
      `<h1>${TITLE}</h1><p>${byline}</p><h2>บทคัดย่อ</h2>${p(100, 'th')}<h2>บทนำ</h2>${p(500, 'th')}<h2>วิธีการวิจัย</h2>${p(500, 'th')}<h2>ผลการวิจัย</h2>${p(500, 'th')}<h2>เอกสารอ้างอิง</h2><ol>${referenceItems(10)}</ol>`,
    ),
  'russian journal': () =>
    page(
      citationTags(),
      `<h1>${TITLE}</h1><p>${byline}</p><h3>Аннотация</h3>${p(120, 'ru')}<h3>Введение</h3>${p(500, 'ru')}<h3>Материалы и методы</h3>${p(500, 'ru')}<h3>Результаты и обсуждение</h3>${p(500, 'ru')}<h3>Список литературы</h3><ol>${referenceItems(10)}</ol>`,
    ),
  'sciencedirect, open access': () =>
    page(
      citationTags(),
      `<div class="toolbar"><a href="/pdf">View PDF</a><a href="/issue">Download full issue</a></div><aside><div class="RelatedContentPanelItem"><a href="/o">Another article</a><a href="/b">Purchase PDF</a></div></aside><article><h1>${TITLE}</h1><div class="author-group">${byline}</div><div class="Abstracts"><div class="abstract author"><h2>Abstract</h2><div><div>${paragraphs(150).join(' ')}</div></div></div></div><div class="Body"><section><h2>1. Introduction</h2>${divs(500, 'u-margin-s-bottom')}</section><section><h2>2. Sites</h2>${divs(500, 'u-margin-s-bottom')}</section><section><h2>3. Results</h2>${divs(500, 'u-margin-s-bottom')}</section></div><section class="bibliography"><h2>References</h2><ol>${referenceItems(20)}</ol></section></article>`,
    ),
  'title in a line, no tags': () =>
    page(
      '',
      `<h1>Journal of Rivers</h1><div class="art-title">${TITLE}</div><div>${byline}</div><p class="sec">Introduction</p>${p(600)}<p class="sec">Materials and methods</p>${p(600)}<p class="sec">References</p>${Array.from({ length: 8 }, (_, at) => `<p>${reference(at)}</p>`).join('')}`,
      'Journal of Rivers',
    ),
  'dublin core, no headings': () =>
    page(
      `<meta name="dc.title" content="${TITLE}"><meta name="dc.identifier" content="doi:${DOI}">`,
      `<main class="sidebar-main"><span class="h1">${TITLE}</span>${divs(1500, 'paragraph')}<div class="references"><ol>${referenceItems(10)}</ol></div></main>`,
    ),
  'letter without abstract and sections': () =>
    page(
      citationTags(),
      `${menu}<header><h1 property="name">${TITLE}</h1><div class="contributors">${byline}</div></header><section id="bodymatter" property="articleBody"><div class="core-container">${cited(650)}</div></section><section id="backmatter"><section role="doc-bibliography"><h2>References</h2><ol>${referenceItems(7)}</ol></section></section>${footer}`,
    ),
  'commentary, references as plain numbers': () =>
    page(
      citationTags(),
      `${menu}<main><h1>${TITLE}</h1><p>${byline}</p><p>To the Editor</p>${p(800)}<h2>References</h2><ol>${referenceItems(4)}</ol></main>${footer}`,
    ),
  'short communication with an abstract and one section': () =>
    page(
      citationTags(),
      `<h1>${TITLE}</h1><p>${byline}</p><h2>Abstract</h2>${p(120)}<h2>Short communication</h2>${cited(600)}<h2>References</h2><ol>${referenceItems(8)}</ol>`,
    ),
  'jmir, every paragraph called abstract': () =>
    page(
      citationTags(),
      `<header class="nav-main">${menu}</header><div class="details"><h1 class="h3">${TITLE}</h1></div><div>${byline}</div><div id="main-article-content"><section class="article"><article class="ajax-article-content"><h3 id="Abstract">Abstract</h3><p class="abstract-sub-heading">${paragraphs(150).join(' ')}</p><h3 class="navigation-heading h3-main-heading" data-label="Introduction">Introduction</h3>${called(500)}<h3 class="navigation-heading h3-main-heading">Methods</h3>${called(500)}<h3 class="navigation-heading h3-main-heading">Results</h3>${called(400)}<h3 class="navigation-heading">References</h3><ol>${referenceItems(10)}</ol></article></section></div>`,
    ),
  'pmc, old, inside a box called after a menu': () =>
    page(
      '',
      `<div class="page-box"><div id="body-and-nav" class="content nav"><div class="article lit-style"><div class="fm-citation">J Rivers. 2021; 8(1): e53586.<br>doi: <a href="https://doi.org/${DOI}">${DOI}</a></div><h1 class="content-title">${TITLE}</h1><div class="contrib-group fm-author">${byline}</div><div class="tsec sec"><h2 class="head no_bottom_margin">Abstract</h2><p class="p p-first-last">${paragraphs(150).join(' ')}</p></div><div class="tsec sec"><h2 class="head">Introduction</h2>${p(600)}</div><div class="tsec sec"><h2 class="head">Methods</h2>${p(500)}</div><div class="tsec sec"><h2 class="head">Discussion</h2>${p(500)}</div><div class="tsec sec"><h2>References</h2><div class="ref-list-sec sec">${p(200)}</div></div></div></div></div>`,
    ),
  'text inside a header element': () =>
    page(
      citationTags(),
      `<header><h1>${TITLE}</h1><p>${byline}</p><h2>Abstract</h2>${p(150)}<h2>Introduction</h2>${p(700)}<h2>Discussion</h2>${p(600)}<h2>References</h2><ol>${referenceItems(10)}</ol></header>`,
    ),
  'head and heading never closed': () =>
    `<html><head><title>${TITLE}</title>${citationTags()}<body><h1>${TITLE}</h1><p>${byline}</p><h2>Introduction</h3>${p(700)}<h2>Results</h3>${p(600)}<h2>References</h2><ol>${referenceItems(10)}</ol></body></html>`,
  'first monday, author in the heading': () =>
    page(
      '',
      `<blockquote><p><font size="+2"><b>${TITLE} by ${byline}</b></font></p>${p(120)}<h4>Contents</h4><p><a href="#1">Introduction</a></p><hr><p><b>Introduction</b></p>${p(500)}<p><b>The rivers of the net</b></p>${p(700)}<p><b>Conclusion</b></p>${p(100)}<p><b>About the author</b></p>${p(50)}<p><b>Notes</b></p>${Array.from({ length: 6 }, (_, at) => `<p>${reference(at)}</p>`).join('')}</blockquote>`,
      `First Monday: ${TITLE} by ${byline}`,
    ),
  'title broken over lines, one named section': () =>
    page(
      '',
      `<center><b>Seasonal discharge of alpine rivers<br>under changing snow cover</b><br>${byline}</center><p><b>Introduction</b></p>${p(1200)}<p><b>The rivers of the net</b></p>${p(1400)}<p><b>References</b></p>${Array.from({ length: 6 }, (_, at) => `<p>${reference(at)}</p>`).join('')}`,
      'Journal of Rivers',
    ),
  'a study of login walls': () =>
    page(
      citationTags(),
      `${menu}<main><h1>${TITLE}</h1><p>${byline}</p><h2>Introduction</h2><p>Many pages greet their readers with a notice such as "This is a preview of subscription content" or ask them to sign in to read the full article. ${paragraphs(60).join(' ')}</p>${p(500)}<h2>Methods</h2><p>We looked for the words access through your institution and you do not currently have access to this article on every page. ${paragraphs(60).join(' ')}</p><ul><li>“Purchase PDF”</li><li><q>Get access to the full version of this article</q></li></ul>${p(500)}<h2>Paywall design and its readers</h2>${p(400)}<h2>References</h2><ol>${referenceItems(10)}</ol></main>${footer}`,
    ),
};

/** Works known by their DOI alone, on pages whose tags do not give it: the DOI, and the page. */
export const BY_DOI: Readonly<Record<string, readonly [doi: string, build: () => string]>> = {
  ar5iv: ['10.48550/arxiv.2104.12255', () => FULL_TEXTS['arxiv html']?.() ?? ''],
  'arxiv html': [
    '10.48550/arxiv.2104.12255',
    () =>
      page(
        '<base href="/html/2104.12255v2/">',
        `<h1>${TITLE}</h1><div>${byline}</div><h2>1 Introduction</h2>${p(700)}<h2>2 Related work</h2>${p(600)}<h2>References</h2><ol>${referenceItems(10)}</ol>`,
        TITLE,
      ),
  ],
  'a watermark of arxiv': [
    '10.48550/arxiv.2104.12255',
    () =>
      page(
        '',
        `<div>arXiv:2104.12255v1 [cs.DL] 25 Apr 2021</div><h1>${TITLE}</h1><div>${byline}</div><h2>1 Introduction</h2>${p(700)}<h2>2 Related work</h2>${p(600)}<h2>References</h2><ol>${referenceItems(10)}</ol>`,
        TITLE,
      ),
  ],
  'ojs galley, below the text': [
    DOI,
    () =>
      page(
        '',
        `<h2>${TITLE}</h2><p>${byline}</p><h3>Introduction</h3>${p(900)}<h3>Methods</h3>${p(900)}<h3>References</h3><ol>${referenceItems(10)}</ol><h3>About the authors</h3>${p(60)}<p>DOI: https://doi.org/${DOI}</p>`,
        'Galley',
      ),
  ],
  'dublin core with a scheme of its own': [
    DOI,
    () =>
      page(
        `<meta name="DC.Identifier.DOI" content="${DOI}">`,
        `<h2>${TITLE}</h2><h3>Introduction</h3>${p(900)}<h3>Methods</h3>${p(900)}<h3>References</h3><ol>${referenceItems(10)}</ol>`,
        'Galley',
      ),
  ],
  'pmc, above the heading': [DOI, () => FULL_TEXTS['pmc, old, inside a box called after a menu']?.() ?? ''],
};
