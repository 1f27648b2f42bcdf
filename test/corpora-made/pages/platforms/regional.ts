import { type ArticleOptions, article, others, wanted } from '../article.ts';
import type { MadePage } from '../made-page.ts';
import {
  analytics,
  each,
  esc,
  highwire,
  links,
  made,
  page,
  refText,
  renderParts,
  tableHtml,
} from '../pieces.ts';
import type { Lang } from '../tongue.ts';

export const scielo = (name: string, options: ArticleOptions): MadePage => {
  const a = article(name, { lang: 'pt', doi: '10.1590/0102-311X00#', ...options });
  const code = a.dice.hex(22);
  const url = `https://www.scielo.br/j/csp/a/${code}/?lang=${a.lang}`;
  const pdf = `https://www.scielo.br/j/csp/a/${code}/?lang=${a.lang}&format=pdf`;
  const body = renderParts(a.parts, {
    marks: {
      cite: (n) =>
        `<span class="ref"><sup class="xref">${n}</sup><span class="refCtt closed"><span>${esc(a.refs[n - 1]?.authors ?? '')}. ${esc(a.refs[n - 1]?.title ?? '')}.</span></span></span>`,
      figure: (n) =>
        `<a href="#" class="open-asset-modal" data-target="#ModalFigf0${n}">${a.names.figure} ${n}</a>`,
      table: (n) => `<a href="#" class="open-asset-modal">${a.names.table} ${n}</a>`,
    },
    paragraph: (html) => `<p>${html}</p>`,
    figure: (caption, n) =>
      `<div class="row fig" id="f0${n}"><a name="f0${n}"></a><div class="col-md-4"><a data-toggle="modal" data-target="#ModalFigf0${n}"><div class="thumbOff">Thumbnail</div></a></div><div class="col-md-8"><strong>${a.names.figure} ${n}</strong><br>${caption}</div></div>`,
    table: (one) =>
      `<div class="row table" id="t0${one.number}"><div class="col-md-8"><strong>${a.names.table} ${one.number}</strong><br>${esc(one.caption)}</div>${tableHtml(one)}</div>`,
    part: (title, inner, level) =>
      level === 2
        ? `<div class="articleSection" data-anchor="${esc(title)}"><h1 class="articleSectionTitle">${esc(title)}</h1>${inner}</div>`
        : `<h2>${esc(title)}</h2>${inner}`,
  });
  const html = page(
    a.lang,
    `<title>SciELO Brasil - ${esc(a.title)} ${esc(a.title)}</title>${highwire(a, { pdf, html: url })}${analytics(a.seed, 1)}`,
    `<header id="standalone"><nav><ul>${links(['sobre o periódico', 'corpo editorial', 'instruções aos autores', 'contato', 'estatísticas'])}</ul></nav></header><div class="alternativeHeader"></div><div class="articleMenu"><ul></ul></div><section class="articleCtt"><div class="container"><div class="articleTxt"><div class="articleBadge-editionMeta-doi-copyLink"><span class="_articleBadge">ARTIGO</span> <span class="_editionMeta">${esc(a.journal)} ${a.volume} (${a.issue}) • ${a.year}</span> <a href="https://doi.org/${a.doi}" class="_doi">https://doi.org/${a.doi}</a></div><h1 class="article-title">${esc(a.title)}<a href="#" class="short-link"></a></h1><div class="articleMeta"></div><div class="scielo__contribGroup">${each(a.people, (one) => `<a href="" class="btn-fechar"><span class="author">${esc(one.shown)}</span></a>`)}</div><div class="row articleBody" id="articleText"><article class="col-md-10"><div class="articleSection articleSection--abstract"><h1 class="articleSectionTitle">${a.names.abstract}</h1><p>${esc(a.abstract.join(' '))}</p><p><strong>${a.names.keywords}:</strong><br>${esc(a.keywords.join('; '))}</p></div>${body}<div class="articleSection"><h1 class="articleSectionTitle">${a.names.references}</h1><div class="ref-list"><ul class="refList articleFootnotes">${each(a.refs, (ref) => `<li><sup class="xref big">${ref.number}</sup><div>${refText(ref)}<br><a href="https://doi.org/${ref.doi}" target="_blank">» https://doi.org/${ref.doi}</a></div></li>`)}</ul></div></div></article></div></div></div></section><ul class="floatingMenuMobile"><li><a href="/j/csp/a/${code}/?lang=${a.lang}&amp;format=pdf" class="fm-button-child">Download PDF (${a.lang})</a></li><li><a href="/j/csp/a/${code}/?lang=en&amp;format=pdf">English PDF</a></li></ul><footer><p>SciELO - Scientific Electronic Library Online</p><a href="https://wp.scielo.org/wp-content/uploads/guia_marcacao.pdf">Guia</a></footer>`,
  );
  return made(a, { name, platform: 'scielo', kind: 'full-text', url, isFullText: true, pdf }, html);
};

const redalyc = (name: string, onlyViewer: boolean): MadePage => {
  const a = article(name, { lang: 'es', doi: '10.17533/udea.#', shape: 'essay' });
  const url = `https://www.redalyc.org/journal/${a.first}/${a.number}/${onlyViewer ? '' : 'html/'}`;
  const pdf = `https://www.redalyc.org/journal/${a.first}/${a.number}/${a.number}.pdf`;
  const body = renderParts(a.parts, {
    marks: {
      cite: (n) =>
        ` (<a class="tooltip-cita" href="#redalyc_${a.number}_ref${n}">${esc(a.refs[n - 1]?.authors.split(' ')[0] ?? '')}, ${a.refs[n - 1]?.year}</a>)`,
    },
    paragraph: (html) => `<p class="parrafo">${html}</p>`,
    figure: (caption, n) =>
      `<div class="figura" id="gf${n}"><img src="gf${n}.png"><div class="pie">${caption}</div></div>`,
    table: (one) => `<div class="tabla"><div class="titulo">${esc(one.caption)}</div>${tableHtml(one)}</div>`,
    part: (title, inner, level) =>
      `<div class="section"><div class="title_section${level - 1}">${esc(title)}</div>${inner}</div>`,
  });
  const html = page(
    'es',
    `<title>${esc(a.title)}</title>${highwire(a, { pdf })}`,
    `<div id="barra-redalyc"><ul>${links(['Inicio', 'Indizar revista', 'Revistas', 'Disciplinas', 'Instituciones', 'Países', 'Autores'])}</ul></div><div class="encabezado"><p>${esc(a.journal)}, vol. ${a.volume}, núm. ${a.issue}, pp. ${a.first}-${a.last}, ${a.year}</p></div><div class="article-title">${esc(a.title)}</div><div class="autores">${each(a.people, (one) => `<div class="nombre-autor"><b>${esc(one.shown)}</b> ${esc(a.places[0] ?? '')}</div>`)}</div><div class="resumen"><b>Resumen: </b>${esc(a.abstract.join(' '))}</div><div class="resumen"><b>Palabras clave: </b>${esc(a.keywords.join(', '))}</div>${onlyViewer ? `<div class="visor"><a href="html/">Visor XML-JATS</a> <a href="${pdf}">Descargar PDF</a> <a href="movil/">Artículo móvil</a></div><div class="otros">${each(others(a, 5), (one) => `<p><a href="/journal/${a.first}/${one.number}/">${esc(one.title)}</a> <a href="/pdf/${a.first}/${one.number}.pdf">PDF</a> ${esc(one.abstract.join(' '))}</p>`)}</div>` : `<div class="body">${body}</div><div class="referencias"><div class="title_section1">Referencias</div>${each(a.refs, (ref) => `<p id="redalyc_${a.number}_ref${ref.number}">${refText(ref)}</p>`)}</div><a class="btn-pdf" href="../${a.number}.pdf">PDF</a>`}<footer><p>Redalyc. Universidad Autónoma del Estado de México</p></footer>`,
  );
  return made(
    a,
    {
      name,
      platform: 'redalyc',
      kind: onlyViewer ? 'abstract' : 'full-text',
      url,
      isFullText: !onlyViewer,
      pdf,
    },
    html,
  );
};

const jstage = (name: string, lang: Lang, full: boolean): MadePage => {
  const a = article(name, { lang, doi: '10.11477/jhp.#' });
  const base = `https://www.jstage.jst.go.jp/article/jhp/${a.volume}/${a.issue}/${a.volume}_${a.first}`;
  const pdf = `${base}/_pdf`;
  const body = renderParts(a.parts, {
    marks: {
      cite: (n) => `<sup><a class="bibr" href="#B${n}">${n})</a></sup>`,
      figure: (n) => `<a href="#F${n}">${a.names.figure}${n}</a>`,
      table: (n) => `<a href="#T${n}">${a.names.table}${n}</a>`,
    },
    paragraph: (html) => `<p>${html}</p>`,
    figure: (caption, n) =>
      `<div class="fig-section" id="F${n}"><img src="figures/F${n}.jpg"><div class="fig-caption">${a.names.figure}${n} ${caption}</div></div>`,
    table: (one) =>
      `<div class="table-section">${a.names.table}${one.number} ${esc(one.caption)}${tableHtml(one)}</div>`,
    part: (title, inner, level, part) =>
      `<section class="sec" id="S${part.id}"><h${level + 1}>${part.id}. ${esc(title)}</h${level + 1}>${inner}</section>`,
  });
  const ui = lang === 'ja';
  const html = page(
    lang,
    `<title>${esc(a.title)}</title>${highwire(a, { pdf: `${pdf}/-char/ja`, html: `${base}/_html/-char/ja` })}<meta name="title" content="${esc(a.title)}">`,
    `<div id="site-wrap"><header class="global-header"><a href="/browse/-char/ja">J-STAGE</a><ul>${links(['J-STAGEトップ', '資料一覧', '発行機関', '新着情報', 'ヘルプ'])}</ul></header><div class="journal-name">${esc(a.journal)}</div><div class="global-article-title">${esc(a.title)}</div><div class="global-authors-name-tags">${each(a.people, (one) => `<span>${esc(one.shown)}</span>`)}</div><p class="global-para">${ui ? `${a.year} 年 ${a.volume} 巻 ${a.issue} 号 p. ${a.first}-${a.last}` : `${a.year} Volume ${a.volume} Issue ${a.issue} Pages ${a.first}-${a.last}`}</p><div class="doi">DOI <a href="https://doi.org/${a.doi}" class="bluelink-style">https://doi.org/${a.doi}</a></div><div class="thirdlevel-active-btn"><a href="${pdf}/-char/ja" target="_blank" class="thirdlevel-pdf-btn">${ui ? 'PDFをダウンロード' : 'Download PDF'} (982K)</a> <a href="/article/jhp/${a.volume}/${a.issue}/${a.volume}_${a.first}/_applist/-char/ja">RIS形式</a></div><div id="article-overiew-abstract-wrap"><div class="section-title">${a.names.abstract}</div><p class="global-para-14">${esc(a.abstract.join(''))}</p></div>${full ? `<div id="article-body" class="html-view">${body}<section class="ref"><h3>${a.names.references}</h3><ul>${each(a.refs, (ref) => `<li id="B${ref.number}">${ref.number}) ${refText(ref)}</li>`)}</ul></section></div>` : `<div id="article-overiew-references-list"><div class="section-title">${ui ? '引用文献' : 'References'} (${a.refs.length})</div><ul class="mod-list-citation">${each(a.refs, (ref) => `<li>${refText(ref)}</li>`)}</ul></div>`}<div class="related">${ui ? '関連文献' : 'Related'} ${each(others(a, 3), (one) => `<div><a href="/article/jhp/${one.volume}/_article">${esc(one.title)}</a> <a href="/article/jhp/${one.volume}/1/${one.volume}_${one.first}/_pdf">PDF</a></div>`)}</div><div class="issue"><a href="/browse/jhp/${a.volume}/${a.issue}/_contents">${ui ? '目次' : 'Contents'}</a> <a href="/pub/jhp/_kitei.pdf">${ui ? '投稿規定 (PDF)' : 'Guide for authors (PDF)'}</a></div></div>`,
  );
  return made(
    a,
    {
      name,
      platform: 'jstage',
      kind: full ? 'full-text' : 'abstract',
      url: `${base}/${full ? '_html' : '_article'}/-char/ja`,
      isFullText: full,
      pdf: `${pdf}/-char/ja`,
    },
    html,
  );
};

export const chinese = (name: string, divs: boolean): MadePage => {
  const a = article(name, { lang: 'zh', doi: '10.13287/j.1001-9332.2019#' });
  const english = article(`${name}/english`, {});
  const host = divs ? 'http://www.cjae.net' : 'https://www.ecolwater.cn';
  const url = divs ? `${host}/CN/abstract/abstract${a.number}.shtml` : `${host}/article/doi/${a.doi}`;
  const pdf = divs
    ? `${host}/CN/article/downloadArticleFile.do?attachType=PDF&id=${a.number}`
    : `${host}/cn/article/pdf/preview/${a.doi}.pdf`;
  const body = renderParts(a.parts, {
    marks: {
      cite: (n) => `<sup>[<a href="#b${n}">${n}</a>]</sup>`,
      figure: (n) => `<a href="#Figure${n}">图${n}</a>`,
      table: (n) => `<a href="#Table${n}">表${n}</a>`,
    },
    paragraph: (html) => (divs ? `<div class="para">　　${html}</div>` : `<p>${html}</p>`),
    figure: (caption, n) =>
      `<div class="figure" id="Figure${n}"><img src="PIC/f${n}.jpg"><div class="tp_t">图 ${n} ${caption}</div><div class="tp_en">Fig. ${n} ${esc(english.keywords.join(' '))}</div></div>`,
    table: (one) =>
      `<div class="table"><div>表 ${one.number} ${esc(one.caption)}</div>${tableHtml(one)}</div>`,
    part: (title, inner, level, part) =>
      divs
        ? `<div class="title${level - 1}">${part.id}　${esc(title)}</div>${inner}`
        : `<div class="article-section"><h${level}>${part.id} ${esc(title)}</h${level}>${inner}</div>`,
  });
  const html = page(
    'zh',
    `<title>${esc(a.title)}</title>${divs ? `<meta name="citation_title" content="${esc(a.title)}"><meta name="citation_doi" content="${a.doi}"><meta name="dc.language" content="zh">` : highwire(a, { pdf })}<script>var _hmt=_hmt||[];(function(){var hm=document.createElement("script");hm.src="https://hm.baidu.com/hm.js?${a.dice.hex(32)}";})();</script>`,
    `<div class="top"><ul class="nav">${links(['首页', '期刊介绍', '编委会', '投稿指南', '期刊订阅', '联系我们', 'English'])}</ul><a href="/CN/item/download-guide.pdf">投稿须知下载</a></div><div class="container"><p>${esc(a.journal)} ›› ${a.year}, Vol. ${a.volume} ›› Issue (${a.issue}): ${a.first}-${a.last}. doi: ${a.doi}</p><h1 class="${divs ? 'J_biaoti' : 'article-title'}">${esc(a.title)}</h1><p class="J_zuozhe">${esc(a.people.map((one) => one.shown).join('，'))}</p><p>${esc(a.places.join('；'))}</p><ul class="tabs"><li><a href="#zhaiyao">摘要</a></li><li><a href="#quanwen">全文</a></li><li><a href="#tubiao">图/表</a></li><li><a href="#cankao">参考文献</a></li><li><a href="${divs ? `/CN/article/downloadArticleFile.do?attachType=PDF&amp;id=${a.number}` : pdf}" class="btn-pdf">PDF下载 (1024KB)</a></li></ul><div id="zhaiyao"><b>摘要：</b>${esc(a.abstract.join(''))}</div><p><b>关键词：</b>${esc(a.keywords.join('；'))}</p><div class="en"><p>${esc(english.title)}</p><p>${esc(a.people.map((one) => `${one.family.toUpperCase()} ${one.given}`).join(', '))}</p><p><b>Abstract:</b> ${esc(english.abstract.join(' '))}</p></div><div id="quanwen">${body}</div><div id="cankao"><h3>参考文献</h3><table>${each(a.refs, (ref) => `<tr><td>[${ref.number}]</td><td>${refText(ref)} <a href="https://doi.org/${ref.doi}">doi</a></td></tr>`)}</table></div></div><div class="side"><h4>相关文章</h4>${each(others(a, 6), (one) => `<p><a href="/CN/abstract/abstract${one.number}.shtml">${esc(one.title)}</a> <a href="/CN/article/downloadArticleFile.do?attachType=PDF&amp;id=${one.number}">PDF</a></p>`)}</div><div class="foot">版权所有 © ${esc(a.journal)}编辑部　京ICP备05002788号　技术支持：北京玛格泰克科技发展有限公司</div>`,
  );
  // Catalogs often hold only the English title of a Chinese article; the page prints both.
  return made(
    divs ? a : { ...a, title: english.title },
    { name, platform: 'chinese-journal', kind: 'full-text', url, isFullText: true, pdf },
    html,
  );
};

const korean = (name: string, lang: Lang): MadePage => {
  const a = article(name, { lang, doi: '10.4040/jkan.#' });
  const url = `https://jkan.or.kr/journal/view.php?doi=${a.doi}`;
  const pdf = `https://jkan.or.kr/upload/pdf/jkan-${a.volume}-${a.first}.pdf`;
  const body = renderParts(a.parts, {
    marks: {
      cite: (n) => ` [<a href="javascript:;" onclick="viewRef('b${n}')" class="xref ref-pop">${n}</a>]`,
      figure: (n) => `<a href="#f${n}">${a.names.figure} ${n}</a>`,
      table: (n) => `<a href="#t${n}">${a.names.table} ${n}</a>`,
    },
    paragraph: (html) => `<p class="indent0">${html}</p>`,
    figure: (caption, n) =>
      `<div class="fig" id="f${n}"><img src="/upload/thumbnails/f${n}.jpg"><div class="caption">${a.names.figure} ${n}. ${caption}</div></div>`,
    table: (one) =>
      `<div class="tbl" id="t${one.number}"><div class="caption">${a.names.table} ${one.number}. ${esc(one.caption)}</div>${tableHtml(one)}</div>`,
    part: (title, inner, level) =>
      level === 2
        ? `<div class="section"><div class="main-title">${esc(title)}</div>${inner}</div>`
        : `<div class="sub-section"><div class="sub-title">${esc(title)}</div>${inner}</div>`,
  });
  const html = page(
    lang,
    `<title>${esc(a.title)}</title>${highwire(a, { pdf, html: url })}`,
    `<div id="header"><ul>${links(['Home', 'About', 'Browse articles', 'Current issue', 'For contributors', 'E-submission'])}</ul><a href="/upload/media/instructions-for-authors.pdf">Instructions (PDF)</a></div><div id="journal-view"><div class="journal-info">${esc(a.journal)} ${a.year};${a.volume}(${a.issue}):${a.first}-${a.last}</div><div class="front"><h3 class="PubTitle">${esc(a.title)}</h3><div class="authors">${each(a.people, (one) => `<span>${esc(one.shown)}</span>, <span class="en">${one.given} ${one.family}</span>`)}</div><div class="aff">${esc(a.places.join('; '))}</div><div class="doi">DOI: <a href="https://doi.org/${a.doi}">https://doi.org/${a.doi}</a></div></div><div class="abstract"><div class="main-title">${lang === 'ko' ? 'Abstract' : 'ABSTRACT'}</div><p>${esc(a.abstract.join(' '))}</p></div><div class="body">${body}</div><div class="ref-list"><div class="main-title">REFERENCES</div>${each(a.refs, (ref) => `<div class="ref" id="b${ref.number}">${ref.number}. ${refText(ref)} <a href="https://doi.org/${ref.doi}">Crossref</a> <a href="https://www.ncbi.nlm.nih.gov/pubmed/${ref.pmid}">Pubmed</a></div>`)}</div></div><div class="tools"><a class="pdf" href="/upload/pdf/jkan-${a.volume}-${a.first}.pdf"><i class="fa fa-file-pdf"></i> PDF</a> <a href="/journal/download_xml.php?doi=x">XML</a> <a href="/upload/pdf/jkan-${a.volume}-${a.issue}-full.pdf">Full issue</a></div><div class="footer">Copyright © ${a.year}</div>`,
  );
  return made(a, { name, platform: 'korean-journal', kind: 'full-text', url, isFullText: true, pdf }, html);
};

const cyberleninka = (name: string): MadePage => {
  const a = article(name, { lang: 'ru', doi: '10.24411/#' });
  const { doi: _none, ...work } = wanted(a);
  const slug = `made-article-${a.number}`;
  const text = a.parts
    .flatMap((part) => [
      part.title.toUpperCase(),
      ...part.paragraphs,
      ...part.parts.flatMap((sub) => sub.paragraphs),
    ])
    .map((one) =>
      one
        .replaceAll(/⟦c(\d+)⟧/g, ' [$1]')
        .replaceAll(/⟦f(\d+)⟧/g, 'рис. $1')
        .replaceAll(/⟦t(\d+)⟧/g, 'табл. $1'),
    );
  const html = page(
    'ru',
    `<title>${esc(a.title)} – тема научной статьи читайте бесплатно текст научно-исследовательской работы в электронной библиотеке КиберЛенинка</title><meta name="citation_title" content="${esc(a.title)}"><meta name="citation_pdf_url" content="https://cyberleninka.ru/article/n/${slug}/pdf"><meta name="citation_publication_date" content="${a.year}"><meta name="citation_journal_title" content="${esc(a.journal)}">${each(a.people, (one) => `<meta name="citation_author" content="${esc(`${one.family} ${one.given}`)}">`)}<script>(function(m,e,t,r,i,k,a){m[i]=m[i]||function(){};})(window,document,"script","https://mc.yandex.ru/metrika/tag.js","ym");</script>`,
    `<div class="header"><a href="/" class="logo">КиберЛенинка</a><ul>${links(['Навигатор', 'Журналы', 'О проекте', 'Вход'])}</ul></div><div class="content"><div class="main" itemscope itemtype="https://schema.org/ScholarlyArticle"><h1><i itemprop="headline">${esc(a.title)}</i></h1><div class="infoblock authors visible"><span>Автор научной работы — <ul class="author-list">${each(a.people, (one) => `<li itemprop="author"><span class="hl">${esc(one.family)} ${esc(one.given)}</span></li>`)}</ul></span></div><div class="label year"><time itemprop="datePublished">${a.year}</time></div><div class="label-cc">CC BY</div><a href="https://cyberleninka.ru/journal/n/x">${esc(a.journal)}</a><div class="full abstract"><h2>Аннотация научной статьи</h2><p itemprop="description">${esc(a.abstract.join(' '))}</p></div><div id="btn-download-wrap"><a id="btn-download" href="/article/n/${slug}/pdf">Скачать PDF</a></div><div class="full"><h2>Похожие темы научных работ</h2><ul class="list">${each(others(a, 7), (one) => `<li><a href="/article/n/made-${one.number}"><div class="title">${esc(one.title)}</div><span>${one.year} / ${esc(one.people.map((p) => p.family).join(', '))}</span></a></li>`)}</ul></div><div class="full"><h2>Текст научной работы на тему «${esc(a.title)}»</h2><div class="ocr" itemprop="articleBody">${each(text, (one) => `<p>${esc(one)}</p>`)}<p>СПИСОК ЛИТЕРАТУРЫ</p>${each(a.refs, (ref) => `<p>${ref.number}. ${refText(ref)}</p>`)}</div></div></div></div><div class="footer">Свидетельство о регистрации СМИ <a href="/files/license.pdf">Лицензия</a></div>`,
  );
  return {
    name,
    platform: 'cyberleninka',
    kind: 'full-text',
    url: `https://cyberleninka.ru/article/n/${slug}`,
    isFullText: true,
    pdf: `https://cyberleninka.ru/article/n/${slug}/pdf`,
    html,
    work,
  };
};

export const regionalPages = (): MadePage[] => [
  scielo('scielo-portuguese', {}),
  scielo('scielo-spanish', { lang: 'es' }),
  redalyc('redalyc-html', false),
  redalyc('redalyc-landing', true),
  jstage('jstage-html', 'ja', true),
  jstage('jstage-landing', 'ja', false),
  jstage('jstage-landing-english', 'en', false),
  chinese('chinese-journal-divs', true),
  chinese('chinese-journal-rich', false),
  korean('korean-journal', 'ko'),
  korean('korean-journal-english', 'en'),
  cyberleninka('cyberleninka-article'),
  cyberleninka('cyberleninka-article-2'),
];
