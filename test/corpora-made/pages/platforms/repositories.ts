import { type Article, article, others } from '../article.ts';
import { dice } from '../dice.ts';
import type { MadePage } from '../made-page.ts';
import {
  analytics,
  consent,
  dublinCore,
  each,
  esc,
  footer,
  highwire,
  jsonLd,
  links,
  made,
  page,
} from '../pieces.ts';

const uuid = (seed: string): string => {
  const chance = dice(`${seed}/uuid`);
  return `${chance.hex(8)}-${chance.hex(4)}-4${chance.hex(3)}-a${chance.hex(3)}-${chance.hex(12)}`;
};

const authorsOf = (a: Article): string => a.people.map((one) => `${one.family}, ${one.given}`).join('; ');

const digitalCommons = (name: string, open: boolean): MadePage => {
  const a = article(name, {});
  const url = `https://digitalcommons.made.example.edu/facpub/${a.first}`;
  const pdf = `https://digitalcommons.made.example.edu/cgi/viewcontent.cgi?article=${a.first}1&context=facpub`;
  const html = page(
    'en',
    `<title>"${esc(a.title)}" by ${esc(a.people[0]?.shown ?? '')} et al.</title><meta name="bepress_citation_title" content="${esc(a.title)}">${each(a.people, (one) => `<meta name="bepress_citation_author" content="${esc(`${one.family}, ${one.given}`)}">`)}${open ? `<meta name="bepress_citation_pdf_url" content="${esc(pdf)}">` : ''}<meta name="bepress_citation_date" content="${a.year}"><meta name="bepress_citation_doi" content="${a.doi}">${analytics(a.seed, 8)}`,
    `<div id="js"><div id="header"><a href="https://digitalcommons.made.example.edu">DigitalCommons@Made</a></div><div id="navigation"><ul id="tabs">${links(['Home', 'About', 'FAQ', 'My Account'])}</ul></div><div id="wrapper"><div id="content"><div id="main" class="text"><div id="breadcrumb">Home > Colleges > Faculty Publications > ${a.first}</div><div id="alpha"><div id="title" class="element"><h1>${open ? `<a href="${esc(pdf)}">${esc(a.title)}</a>` : esc(a.title)}</h1></div><div id="authors" class="element"><h2 class="visually-hidden">Authors</h2><p class="author">${each(a.people, (one) => `<a href="/do/search/?q=author"><strong>${esc(one.shown)}</strong>, <em>${esc(a.places[0] ?? '')}</em></a><br>`)}</p></div><div id="document_type" class="element"><h2 class="field-heading">Document Type</h2><p>Article</p></div><div id="abstract" class="element"><h2 class="field-heading">Abstract</h2><p>${esc(a.abstract.join(' '))}</p></div><div id="recommended_citation" class="element"><h2 class="field-heading">Recommended Citation</h2><p class="citation">${esc(authorsOf(a))}, "${esc(a.title)}" (${a.year}). <em>Faculty Publications</em>. ${a.first}.<br>https://digitalcommons.made.example.edu/facpub/${a.first}</p></div><div id="attach_additional_files" class="element"><h2>Additional Files</h2><p><a href="/context/facpub/article/${a.first}1/filename/0/type/additional/viewcontent/appendix.pdf">Appendix.pdf</a> (202 kB)</p></div></div><div id="beta_7-3"><div class="aside download-button">${open ? `<a id="pdf" class="btn" href="${esc(pdf)}" title="PDF (1.1 MB) opens in new window" target="_blank"><i class="icon-download-alt"></i> Download</a>` : `<a class="btn" href="https://doi.org/${a.doi}">Link to Full Text</a>`}</div><div class="aside"><a href="/assets/md5images/deposit-agreement.pdf">Submit research: agreement</a></div></div></div></div></div><div id="footer">Elsevier - Digital Commons</div></div>`,
  );
  return made(
    a,
    {
      name,
      platform: 'digital-commons',
      kind: 'repository-item',
      url,
      isFullText: false,
      pdf: open ? pdf : null,
    },
    html,
  );
};

const dspace5 = (name: string): MadePage => {
  const a = article(name, { lang: 'pt', doi: '10.5555/made.#' });
  const host = 'https://repositorio.made.example.br';
  const file = `/bitstream/11449/${a.number}/1/2-s2.0-${a.number}.pdf`;
  const html = page(
    'pt',
    `<title>${esc(a.title)}</title><meta name="Generator" content="DSpace 5.8" />${analytics(a.seed, 6)}<link rel="schema.DCTERMS" href="http://purl.org/dc/terms/" />${dublinCore(a).join('').replaceAll('dc.', 'DC.')}${highwire(a, { pdf: `${host}${file}` })}`,
    `<header class="navbar navbar-inverse"><ul class="nav navbar-nav">${links(['Página inicial', 'Navegar', 'Ajuda', 'Entrar'])}</ul></header><main id="content" role="main"><div class="container"><ol class="breadcrumb btn-success"><li><a href="/">Repositório</a></li></ol><div class="well">Use este identificador para citar ou linkar para este item: <code>http://hdl.handle.net/11449/${a.number}</code></div><table class="table itemDisplayTable"><tr><td class="metadataFieldLabel dc_title">Título:&nbsp;</td><td class="metadataFieldValue dc_title">${esc(a.title)}</td></tr><tr><td class="metadataFieldLabel dc_contributor">Autor(es):&nbsp;</td><td>${esc(authorsOf(a))}</td></tr><tr><td>Resumo:</td><td>${esc(a.abstract.join(' '))}</td></tr><tr><td>Palavras-chave:</td><td>${esc(a.keywords.join('; '))}</td></tr></table><div class="panel panel-info"><div class="panel-heading">Arquivos associados a este item:</div><table class="table panel-body"><tr><th id="t1">Arquivo</th><th>Descrição</th><th>Tamanho</th><th>Formato</th></tr><tr><td headers="t1"><a target="_blank" href="${file}">2-s2.0-${a.number}.pdf</a></td><td></td><td>1,42 MB</td><td>Adobe PDF</td><td><a class="btn btn-primary" target="_blank" href="${file}">Visualizar/Abrir</a></td></tr><tr><td><a href="/bitstream/11449/${a.number}/2/Termo_autorizacao.pdf">Termo_autorizacao.pdf</a></td><td>Termo</td><td>88 kB</td><td>Adobe PDF</td></tr></table></div></div></main>`,
  );
  return made(
    a,
    {
      name,
      platform: 'dspace5',
      kind: 'repository-item',
      url: `${host}/handle/11449/${a.number}`,
      isFullText: false,
      pdf: `${host}${file}`,
    },
    html,
  );
};

const dspace6 = (name: string, withMeta: boolean): MadePage => {
  const a = article(name, { doi: '10.5555/made.#' });
  const host = 'https://dspace.made.example.ac.uk';
  const file = `/bitstream/handle/1893/${a.number}/${a.people[0]?.family}_${a.year}_accepted.pdf?sequence=1&isAllowed=y`;
  const html = page(
    'en',
    `<title>${esc(a.title)}</title><meta name="Generator" content="DSpace 6.3">${analytics(a.seed, 6)}${withMeta ? highwire(a, { pdf: `${host}${file.replace(/&.*/, '')}` }) : dublinCore(a).join('')}`,
    `<header><div class="navbar navbar-default navbar-static-top"><ul>${links(['Login', 'DSpace Home', 'Browse', 'My Account', 'Statistics'])}</ul></div></header><div id="main-container" class="container"><div id="aspect_artifactbrowser_ItemViewer_div_item-view" class="ds-static-div primary"><div class="item-summary-view-metadata"><h2 class="page-header first-page-header">${esc(a.title)}</h2><div class="row"><div class="col-sm-4"><div class="row"><div class="col-xs-6 col-sm-12"><div class="thumbnail"><a class="image-link" href="${esc(file)}"><img alt="Thumbnail" src="/bitstream/handle/1893/${a.number}/thumb.jpg?sequence=5"></a></div></div><div class="col-xs-6 col-sm-12"><div class="item-page-field-wrapper table word-break"><h5>View/<wbr></wbr>Open</h5><div><a href="${esc(file)}"><i aria-hidden="true" class="glyphicon glyphicon-file"></i> ${a.people[0]?.family}_${a.year}_accepted.pdf (1.021Mb)</a></div><div><a href="/bitstream/handle/1893/${a.number}/licence.pdf?sequence=3&amp;isAllowed=y">Publisher licence (45Kb)</a></div></div></div></div><div class="simple-item-view-date word-break item-page-field-wrapper table"><h5>Date</h5>${a.year}</div><div class="simple-item-view-authors item-page-field-wrapper table"><h5>Author</h5>${each(a.people, (one) => `<div>${esc(one.family)}, ${esc(one.given)}</div>`)}</div></div><div class="col-sm-8"><div class="simple-item-view-description item-page-field-wrapper table"><h5 class="visible-xs">Abstract</h5><div>${esc(a.abstract.join(' '))}</div></div><div class="simple-item-view-uri item-page-field-wrapper table"><h5>URI</h5><span><a href="http://hdl.handle.net/1893/${a.number}">http://hdl.handle.net/1893/${a.number}</a></span></div></div></div></div></div><div id="aspect_discovery_RelatedItems"><h3>Related items</h3><p>Showing items related by title, author, creator and subject.</p><ul>${each(others(a, 3), (one) => `<li><a href="/handle/1893/${one.number}">${esc(one.title)}</a><div>${esc(one.abstract.join(' '))}</div></li>`)}</ul></div></div>`,
  );
  return made(
    a,
    {
      name,
      platform: 'dspace6',
      kind: 'repository-item',
      url: `${host}/handle/1893/${a.number}`,
      isFullText: false,
      pdf: withMeta ? `${host}${file.replace(/&.*/, '')}` : `${host}${file}`,
    },
    html,
  );
};

const dspace7 = (name: string, open: boolean): MadePage => {
  const a = article(name, { doi: '10.5555/made.#', lang: 'de' });
  const host = 'https://refubium.made.example.de';
  const file = uuid(`${name}/file`);
  const pdf = `${host}/bitstreams/${file}/download`;
  const html = `<!DOCTYPE html><html class="hydrate" lang="de"><head><meta charset="UTF-8"><base href="/"><title>${esc(a.title)}</title><meta name="Generator" content="DSpace 7.6">${open ? highwire(a, { pdf }) : highwire(a, {})}<link rel="stylesheet" href="styles.${a.dice.hex(16)}.css"></head><body><ds-app _nghost-sc1 ng-version="15.2.8"><ds-themed-root><ds-root><div class="outer-wrapper"><ds-themed-header-navbar-wrapper><nav><ul>${links(['Bereiche und Sammlungen', 'Gesamter Bestand', 'Statistiken', 'Anmelden'])}</ul></nav></ds-themed-header-navbar-wrapper><main class="main-content"><ds-item-page><div class="container"><div class="item-page"><ds-untyped-item><div class="d-flex flex-row"><ds-item-page-title-field><h1 class="item-page-title-field"><span class="dont-break-out">${esc(a.title)}</span></h1></ds-item-page-title-field></div><div class="row"><div class="col-xs-12 col-md-4"><ds-thumbnail><div class="thumbnail"></div></ds-thumbnail><ds-item-page-file-section><ds-metadata-field-wrapper><div class="simple-view-element"><h2 class="simple-view-element-header">Dateien</h2><div class="simple-view-element-body file-section">${open ? `<ds-themed-file-download-link><ds-file-download-link><a class="dont-break-out" target="_self" href="/bitstreams/${file}/download"><span>${a.people[0]?.family}_${a.year}.pdf</span> <span>(2.31 MB)</span></a></ds-file-download-link></ds-themed-file-download-link>` : `<ds-file-download-link><a class="dont-break-out request-a-copy" href="/items/${uuid(name)}/request-a-copy?bitstream=${file}"><span><i class="fas fa-lock"></i></span> ${a.people[0]?.family}_${a.year}.pdf (2.31 MB)</a></ds-file-download-link>`}</div></div></ds-metadata-field-wrapper></ds-item-page-file-section><ds-item-page-date-field><h2>Datum</h2><span>${a.year}</span></ds-item-page-date-field></div><div class="col-xs-12 col-md-6"><ds-item-page-abstract-field><h2>Zusammenfassung</h2><div><span class="dont-break-out preserve-line-breaks">${esc(a.abstract.join(' '))}</span></div></ds-item-page-abstract-field><ds-generic-item-page-field><h2>Autor:innen</h2>${each(a.people, (one) => `<a href="/browse/author">${esc(one.family)}, ${esc(one.given)}</a>`)}</ds-generic-item-page-field><a href="/info/Leitfaden_Deposit.pdf">Leitfaden (PDF)</a></div></div></ds-untyped-item></div></div></ds-item-page></main></div></ds-root></ds-themed-root></ds-app><script id="dspace-angular-state" type="application/json">${JSON.stringify({ NGRX_STATE: { core: { 'cache/related': others(a, 8).map((one) => ({ uuid: uuid(one.seed), name: one.title, metadata: { 'dc.description.abstract': [{ value: one.abstract.join(' ') }], 'dc.contributor.author': one.people } })), 'cache/object': { [file]: { type: 'bitstream', name: `${a.people[0]?.family}_${a.year}.pdf` } } } } })}</script></body></html>`;
  return made(
    a,
    {
      name,
      platform: 'dspace7',
      kind: 'repository-item',
      url: `${host}/items/${uuid(name)}`,
      isFullText: false,
      pdf: open ? pdf : null,
    },
    html,
  );
};

const eprints = (name: string, open: boolean): MadePage => {
  const a = article(name, { doi: '10.5555/made.#' });
  const host = 'https://eprints.made.example.ac.uk';
  const file = `/${a.first}/1/${a.people[0]?.family}%20et%20al%20${a.year}%20AAM.pdf`;
  const html = page(
    'en',
    `<title>${esc(a.title)} - Made Research Repository</title>${each(a.people, (one) => `<meta name="eprints.creators_name" content="${esc(`${one.family}, ${one.given}`)}" />`)}${analytics(a.seed, 6)}<meta name="eprints.title" content="${esc(a.title)}" /><meta name="eprints.abstract" content="${esc(a.abstract.join(' '))}" />${open ? `<meta name="eprints.document_url" content="${host}${file}" />` : ''}<link rel="alternate" href="${host}/cgi/export/eprint/${a.first}/BibTeX/x.bib" type="text/plain" title="BibTeX" />`,
    `<div class="ep_tm_header ep_noprint"><ul class="ep_tm_menu">${links(['Home', 'About', 'Browse by Year', 'Browse by Subject', 'Login'])}</ul></div><div id="main_page" class="container"><h1 class="ep_tm_pagetitle">${esc(a.title)}</h1><div class="ep_summary_content"><div class="ep_summary_content_main"><p style="margin-bottom: 1em">${each(a.people, (one) => `<span class="person_name">${esc(one.family)}, ${esc(one.given)}</span>`)} (${a.year}) <em>${esc(a.title)}.</em> ${esc(a.journal)}, ${a.volume} (${a.issue}). pp. ${a.first}-${a.last}. ISSN ${a.issn}</p><table>${open ? `<tr><td valign="top" align="right"><a class="ep_document_link" href="${host}${file}"><img class="ep_doc_icon" alt="[img]" src="${host}/style/images/fileicons/application_pdf.png" /></a></td><td valign="top"><span class="ep_document_citation"><span class="document_format">PDF</span> (Accepted author manuscript)</span><br /><a href="${host}${file}" class="ep_document_link">Download (1MB)</a> | <a href="${host}/cgi/export/x">Preview</a></td></tr><tr><td></td><td>PDF (Supplementary Information)<br /><a href="${host}/${a.first}/2/SI.pdf" class="ep_document_link">Download (240kB)</a></td></tr>` : `<tr><td valign="top"><img class="ep_doc_icon" alt="[img]" src="application_pdf.png" /></td><td>PDF<br />Restricted to Repository staff only until 1 January 2027.<br />Request a copy</td></tr>`}</table><p>Official URL: <a href="https://doi.org/${a.doi}">https://doi.org/${a.doi}</a></p><h2>Abstract</h2><p style="text-align: left; margin: 1em auto 0em auto">${esc(a.abstract.join(' '))}</p><table class="ep_block"><tr><th>Item Type:</th><td>Article</td></tr><tr><th>Keywords:</th><td>${esc(a.keywords.join(', '))}</td></tr><tr><th>Depositing User:</th><td>${esc(a.people[0]?.shown ?? '')}</td></tr><tr><th>Date Deposited:</th><td>12 Jan ${a.year}</td></tr></table></div></div></div><div class="ep_tm_footer"><a href="/policies/take-down.pdf">Take-down policy</a> powered by EPrints 3</div>`,
  );
  return made(
    a,
    {
      name,
      platform: 'eprints',
      kind: 'repository-item',
      url: `${host}/${a.first}/`,
      isFullText: false,
      pdf: open ? `${host}${file}` : null,
    },
    html,
  );
};

const pure = (name: string, open: boolean): MadePage => {
  const a = article(name, { doi: '10.5555/made.#' });
  const host = 'https://research.made.example.nl';
  const file = `/files/${a.number}/${a.people[0]?.family}_Final_published_version.pdf`;
  const html = page(
    'en',
    `<title>${esc(a.title)} - Made University</title>${dublinCore(a).join('')}${open ? `<meta name="citation_pdf_url" content="${host}${file}">` : ''}${analytics(a.seed, 2)}`,
    `${consent()}<header id="page-header"><nav><ul>${links(['Home', 'Profiles', 'Research units', 'Research output', 'Activities', 'Press/Media', 'Prizes', 'Datasets'])}</ul></nav></header><main id="main-content"><section class="page-section introduction"><div class="rendering rendering_publicationpresentationlayout"><h1><span>${esc(a.title)}</span></h1></div><div class="introduction-metadata"><p class="relations persons">${each(a.people, (one) => `<a rel="Person" href="/en/persons/x" class="link person"><span>${esc(one.shown)}</span></a>`)}</p><ul class="relations organisations"><li>${esc(a.places[0] ?? '')}</li></ul><p>Research output: Contribution to journal › Article › Scientific › peer-review</p></div></section><section class="page-section content-relation-section"><div class="rendering_researchoutput_abstractportal"><h2>Abstract</h2><div class="textblock">${esc(a.abstract.join(' '))}</div></div><table class="properties"><tr><th>Original language</th><td>English</td></tr><tr><th>Pages (from-to)</th><td>${a.first}-${a.last}</td></tr><tr><th>Journal</th><td>${esc(a.journal)}</td></tr><tr><th>DOIs</th><td><a href="https://doi.org/${a.doi}">https://doi.org/${a.doi}</a></td></tr></table><section class="page-section"><h3 class="subheader">Access to Document</h3><ul class="relations documents"><li class="available"><a href="https://doi.org/${a.doi}" class="link">${a.doi}</a></li>${open ? `<li class="available"><div class="document-link-wrapper"><a class="document-link" href="${file}" target="_blank"><span>${a.people[0]?.family}_Final_published_version.pdf</span></a><span class="document-info">Final published version, 1.62 MB</span></div></li>` : ''}</ul></section><section class="fingerprint"><h3>Fingerprint</h3><p>Dive into the research topics of '${esc(a.title)}'. Together they form a unique fingerprint.</p></section><section class="cite-this"><h3>Cite this</h3><div class="rendering_bibtex"><pre>@article{x, title="${esc(a.title)}", abstract="${esc(a.abstract.join(' '))}"}</pre></div></section><section class="related"><h3>Related research output</h3>${each(others(a, 2), (one) => `<div class="result-container"><h4>${esc(one.title)}</h4><a href="/files/${one.number}/other.pdf">Open Access File</a></div>`)}</section></section></main>${footer('Made University, powered by Pure, Scopus & Elsevier Fingerprint Engine', a.year)}`,
  );
  return made(
    a,
    {
      name,
      platform: 'pure',
      kind: 'repository-item',
      url: `${host}/en/publications/made-${a.number}`,
      isFullText: false,
      pdf: open ? `${host}${file}` : null,
    },
    html,
  );
};

const hal = (name: string): MadePage => {
  const a = article(name, { lang: 'fr', doi: '10.3917/made.#' });
  const id = `hal-0${a.number}`;
  const html = page(
    'fr',
    `<title>${esc(a.title)} - Archive ouverte HAL</title>${analytics(a.seed, 7)}${highwire(a, { pdf: `https://shs.hal.science/${id}/document`, abstractPage: `https://shs.hal.science/${id}` })}${dublinCore(a).join('')}${jsonLd(a)}`,
    `<div class="main"><div id="header"><ul>${links(['Accueil', 'Dépôt', 'Consultation', 'Les statistiques', 'Documentation', 'HAL'])}</ul></div><section id="document"><div class="row"><div class="col-md-9"><span class="typdoc">Article Dans Une Revue</span><h1 class="title">${esc(a.title)}</h1><div class="authors">${each(a.people, (one) => `<span class="author">${esc(one.shown)}</span>`)}</div><div class="abstract"><h2>Résumé</h2><div class="abstract-content">${esc(a.abstract.join(' '))}</div></div><div class="files"><h4>Fichier principal</h4><a class="btn" href="https://shs.hal.science/${id}/file/${a.people[0]?.family}-${a.year}.pdf"><img src="/public/thumb.jpg" alt="Vignette du fichier"> ${a.people[0]?.family}-${a.year}.pdf (1.02 Mo)</a><a href="https://shs.hal.science/${id}/file/annexe.pdf">annexe.pdf</a> <span>Origine : Fichiers éditeurs autorisés sur une archive ouverte</span></div></div></div></section></div>`,
  );
  return made(
    a,
    {
      name,
      platform: 'hal',
      kind: 'repository-item',
      url: `https://shs.hal.science/${id}`,
      isFullText: false,
      pdf: `https://shs.hal.science/${id}/document`,
    },
    html,
  );
};

const islandora = (name: string): MadePage => {
  const a = article(name, {});
  const host = 'https://diginole.made.example.edu';
  const pdf = `${host}/islandora/object/fsu%3A${a.number}/datastream/OBJ/download/${encodeURIComponent(a.title.slice(0, 40))}.pdf`;
  const html = page(
    'en',
    `<title>${esc(a.title)} | DigiNole</title><meta name="Generator" content="Drupal 7 (http://drupal.org)" />${analytics(a.seed, 9)}${highwire(a, {})}`,
    `<div id="page"><header><ul>${links(['Home', 'Collections', 'Submit', 'About', 'Help'])}</ul></header><main><h1 class="title">${esc(a.title)}</h1><div class="islandora-pdf-object islandora"><div class="islandora-pdf-content-wrapper clearfix"><div class="islandora-pdf-content"><img src="/islandora/object/fsu%3A${a.number}/datastream/PREVIEW/view" alt=""></div><a href="${pdf}" class="islandora-pdf-link">Download pdf</a></div><fieldset class="collapsible islandora-pdf-metadata"><legend>Details</legend><dl class="islandora-inline-metadata islandora-pdf-fields"><dt>Title</dt><dd>${esc(a.title)}</dd><dt>Creator</dt><dd>${esc(authorsOf(a))}</dd><dt>Abstract</dt><dd>${esc(a.abstract.join(' '))}</dd></dl></fieldset></div></main></div>`,
  );
  return made(
    a,
    {
      name,
      platform: 'islandora',
      kind: 'repository-item',
      url: `${host}/islandora/object/fsu%3A${a.number}`,
      isFullText: false,
      pdf,
    },
    html,
  );
};

const hyrax = (name: string): MadePage => {
  const a = article(name, {});
  const host = 'https://scholar.made.example.edu';
  const id = a.dice.hex(9);
  const pdf = `${host}/downloads/${id}`;
  const html = page(
    'en',
    `<title>Article | ${esc(a.title)} | ID: ${a.dice.hex(9)} | Made Scholar</title>${analytics(a.seed, 8)}<meta name="citation_title" content="${esc(a.title)}"/>${each(a.people, (one) => `<meta name="citation_author" content="${esc(`${one.family}, ${one.given}`)}"/>`)}<meta name="citation_publication_date" content="${a.year}"/><meta name="citation_pdf_url" content="${pdf}"/>`,
    `<div id="content-wrapper" class="container" role="main"><div itemscope itemtype="http://schema.org/Article" class="row"><div class="col-xs-12"><header><span class="label label-success">Public</span><h1>${esc(a.title)}</h1><a href="/catalog">Browse</a></header></div><div class="col-sm-4"><div class="representative-media"><img class="representative-media" src="${pdf}?file=thumbnail" alt="Thumbnail"></div><a class="btn btn-default" id="file_download" target="_new" href="/downloads/${id}">Download PDF</a></div><div class="col-sm-8"><p class="work_description">${esc(a.abstract.join(' '))}</p><table class="table table-striped related-files"><thead><tr><th>Title</th></tr></thead><tbody><tr class="file_set attributes"><td class="attribute attribute-filename ensure-wrapped"><a target="_blank" href="/concern/file_sets/${id}">article.pdf</a></td><td><a href="/downloads/${id}">Download</a></td></tr></tbody></table></div></div></div><footer><a href="/assets/terms_of_deposit.pdf">Terms</a> A service of Made Libraries, Hyrax v3.4</footer>`,
  );
  return made(
    a,
    {
      name,
      platform: 'hyrax',
      kind: 'repository-item',
      url: `${host}/concern/articles/${a.dice.hex(9)}`,
      isFullText: false,
      pdf,
    },
    html,
  );
};

export const repositoryPages = (): MadePage[] => [
  digitalCommons('digital-commons', true),
  digitalCommons('digital-commons-link-only', false),
  dspace5('dspace5'),
  dspace6('dspace6', true),
  dspace6('dspace6-no-tags', false),
  dspace7('dspace7', true),
  dspace7('dspace7-restricted', false),
  eprints('eprints', true),
  eprints('eprints-restricted', false),
  pure('pure', true),
  pure('pure-no-file', false),
  hal('hal'),
  islandora('islandora'),
  hyrax('hyrax'),
];
