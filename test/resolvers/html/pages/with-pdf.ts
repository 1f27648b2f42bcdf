import { ABSTRACT, type PageShape, page, REFERENCES } from './page-shape.ts';

const UUID = '7992d37d-d17a-40cc-9f93-7d8e2bd8486d';
const HEX = 'A4A3BD3A6A3F9563B5795DCD97BE777B';
const shape = (name: string, url: string, pdf: string, html: string): PageShape => ({ name, url, pdf, html });

const repositories: readonly PageShape[] = [
  shape(
    'Digital Commons, button without tags',
    'https://digitalcommons.example.edu/biology/412',
    'https://digitalcommons.example.edu/cgi/viewcontent.cgi?article=1411&context=biology',
    page({
      body: `<div class="aside download-button"><a id="pdf" class="btn" href="https://digitalcommons.example.edu/cgi/viewcontent.cgi?article=1411&amp;context=biology" title="PDF (1.2 MB) opens in new window" target="_blank"><i class="icon-download-alt"></i> Download</a></div>${ABSTRACT}
        <div id="attach_additional_files"><h4>Additional Files</h4><a href="/cgi/viewcontent.cgi?filename=0&article=1411&context=biology&type=additional">Table S1.pdf</a></div>`,
    }),
  ),
  shape(
    'Digital Commons, image as button',
    'https://scholarworks.example.edu/etd/88',
    'https://scholarworks.example.edu/cgi/viewcontent.cgi?article=1087&context=etd',
    page({
      body: `<div id="alpha-top"><a href="/cgi/viewcontent.cgi?article=1087&context=etd"><img src="/assets/download_pdf.png" alt="Download"></a></div>${ABSTRACT}`,
    }),
  ),
  shape(
    'DSpace 5, table of files',
    'https://digital.example.es/handle/10261/134122',
    'https://digital.example.es/bitstream/10261/134122/1/plankton.pdf',
    page({
      body: `${ABSTRACT}<table class="panel-body"><tr><th>File</th><th>Size</th></tr>
        <tr><td><a target="_blank" href="/bitstream/10261/134122/1/plankton.pdf">plankton.pdf</a></td><td>1,2 MB</td><td>Adobe PDF</td><td><a class="btn" href="/bitstream/10261/134122/1/plankton.pdf">View/Open</a></td></tr>
        <tr><td><a href="/bitstream/10261/134122/2/license.txt">license.txt</a></td></tr></table>`,
    }),
  ),
  shape(
    'DSpace 6 below xmlui, file named by a number',
    'https://repository.example.org/handle/2066/47467',
    'https://repository.example.org/bitstream/handle/2066/47467/47467.pdf?sequence=1&isAllowed=y',
    page({
      body: `<div class="item-page-field-wrapper"><h5>View/<wbr>Open</h5><div><a href="/bitstream/handle/2066/47467/47467.pdf?sequence=1&amp;isAllowed=y"><i class="glyphicon glyphicon-file"></i> 47467.pdf (310.5Kb)</a></div></div>${ABSTRACT}`,
    }),
  ),
  shape(
    'DSpace 7, server side, download link',
    'https://upcommons.example.edu/items/0a5b1f0e-3d6c-4f61-9b0a-6f2f6b3b1a11',
    `https://upcommons.example.edu/bitstreams/${UUID}/download`,
    page({
      body: `<ds-file-section><h2>Files</h2><div class="file-section"><a class="dont-break-out" href="/bitstreams/${UUID}/download"><span>Plankton_final.pdf</span> <span>(1.64 MB)</span></a></div></ds-file-section>${ABSTRACT}`,
    }),
  ),
  shape(
    'DSpace 7, state of the program only',
    'https://iris.example.int/items/0a5b1f0e-3d6c-4f61-9b0a-6f2f6b3b1a11',
    `https://iris.example.int/server/api/core/bitstreams/${UUID}/content`,
    page({
      head: `<script id="dspace-angular-state" type="application/json">{&q;b&q;:{&q;id&q;:&q;${UUID}&q;,&q;name&q;:&q;plankton.pdf&q;,&q;bundleName&q;:&q;ORIGINAL&q;,&q;type&q;:&q;bitstream&q;,&q;_links&q;:{&q;content&q;:{&q;href&q;:&q;https://iris.example.int/server/api/core/bitstreams/${UUID}/content&q;}}}}</script>`,
      body: `<ds-app></ds-app>${ABSTRACT}`,
    }),
  ),
  shape(
    'EPrints without tags',
    'https://eprints.example.ac.uk/77866/',
    'https://eprints.example.ac.uk/77866/1/Meier_2019_accepted.pdf',
    page({
      body: `<table class="ep_summary_content_main"><tr><td><a class="ep_document_link" href="https://eprints.example.ac.uk/77866/1/Meier_2019_accepted.pdf"><img class="ep_doc_icon" alt="[img]" src="/style/images/fileicons/text.png"></a></td>
        <td><span class="ep_document_citation">Text (Accepted manuscript)<br>Meier_2019_accepted.pdf - Accepted Version</span><br><a class="ep_document_link" href="https://eprints.example.ac.uk/77866/1/Meier_2019_accepted.pdf">Download (940kB)</a> | <a href="https://eprints.example.ac.uk/77866/1.hassmallThumbnailVersion/Meier.png">Preview</a></td></tr></table>${ABSTRACT}`,
    }),
  ),
  shape(
    'EPrints with its own tag',
    'https://orca.example.ac.uk/id/eprint/11588/',
    'https://orca.example.ac.uk/id/eprint/11588/1/paper.pdf',
    page({
      head: '<meta name="eprints.document_url" content="https://orca.example.ac.uk/id/eprint/11588/1/paper.pdf">',
      body: ABSTRACT,
    }),
  ),
  shape(
    'Zenodo, list of files',
    'https://zenodo.example.org/records/3831263',
    'https://zenodo.example.org/records/3831263/files/190317_MainText_Figures.pdf?download=1',
    page({
      body: `${ABSTRACT}<section id="files-section"><h2>Files</h2><table id="files-table"><tr><td><a href="/records/3831263/files/190317_MainText_Figures.pdf?download=1">190317_MainText_Figures.pdf</a></td><td>(2.1 MB)</td></tr></table></section>`,
    }),
  ),
  shape(
    'Invenio with a link relation',
    'https://cds.example.ch/record/1338672',
    'https://cds.example.ch/record/1338672/files/arXiv_1103.0001.pdf',
    page({
      head: '<link rel="alternate" type="application/pdf" href="https://cds.example.ch/record/1338672/files/arXiv_1103.0001.pdf">',
      body: ABSTRACT,
    }),
  ),
  shape(
    'Invenio, panel of files',
    'https://pubdb.example.de/record/416556',
    'https://pubdb.example.de/record/416556/files/main.pdf',
    page({
      body: `${ABSTRACT}<div id="detailedrecordminipanelfile"><a href="/record/416556/files/main.pdf"><img src="/img/file-icon-text-34x48.gif"><br>main.pdf</a></div>`,
    }),
  ),
  shape(
    'figshare portal',
    'https://repository.lboro.example.uk/articles/journal_contribution/Seasonal_dynamics/9471234',
    'https://repository.lboro.example.uk/ndownloader/files/17104000',
    page({
      body: `${ABSTRACT}<div><a class="download" href="https://repository.lboro.example.uk/ndownloader/files/17104000" title="Download PDF file"><span>Download (1.1 MB)</span></a></div>`,
    }),
  ),
  shape(
    'Islandora 7',
    'https://fau.digital.example.edu/islandora/object/fau%3A9804',
    'https://fau.digital.example.edu/islandora/object/fau%3A9804/datastream/OBJ/view',
    page({
      body: `<div class="islandora-pdf-content"><a class="islandora-pdf-link" href="/islandora/object/fau%3A9804/datastream/OBJ/view">View PDF</a></div>${ABSTRACT}`,
    }),
  ),
  shape(
    'Hyrax',
    'https://deepblue.example.edu/concern/articles/9s161624v',
    'https://deepblue.example.edu/downloads/4b29b603k',
    page({
      body: `${ABSTRACT}<h2>Items</h2><table class="related-files"><tr><td class="attribute-title">plankton.pdf</td><td><a id="file_download" title="Download plankton.pdf" class="btn" href="/downloads/4b29b603k">Download</a></td></tr></table>`,
    }),
  ),
  shape(
    'Pure portal',
    'https://research.example.nl/en/publications/seasonal-dynamics-of-boreal-lake-plankton',
    'https://research.example.nl/files/3829104/Meier_2019.pdf',
    page({
      body: `<div class="publication-sidebar"><ul><li class="open-access"><a class="document-link" href="/files/3829104/Meier_2019.pdf" target="_blank">Meier_2019.pdf</a> <span>Final published version, 1.2 MB</span></li></ul></div>${ABSTRACT}`,
    }),
  ),
  shape(
    'older Pure portal',
    'https://pure.example.dk/portal/en/publications/seasonal-dynamics(1dea807b).html',
    'https://pure.example.dk/ws/portalfiles/portal/110542/seasonal.pdf',
    page({
      body: `<h2>Documents</h2><ul><li><a class="link" href="/ws/portalfiles/portal/110542/seasonal.pdf"><span>Seasonal dynamics</span></a> 2.1 MB, PDF-document</li></ul><a href="/portal/en/publications/seasonal-dynamics(1dea807b).html?rendering=pdf">Citation as PDF</a>${ABSTRACT}`,
    }),
  ),
  shape(
    'HAL',
    'https://hal.example.science/hal-00744951',
    'https://hal.example.science/hal-00744951/document',
    page({
      body: `<div class="widget widget-openaccess"><h3>Fichier</h3><a href="https://hal.example.science/hal-00744951/document"><img src="/img/pdf.png" alt="pdf"></a></div>${ABSTRACT}`,
    }),
  ),
  shape(
    'MyCoRe, viewer with a fallback',
    'https://www.db.example.de/receive/dbt_mods_00005191',
    'https://www.db.example.de/servlets/MCRFileNodeServlet/dbt_derivate_00006/ilm1.pdf',
    page({
      body: `<div class="mir-preview"><noscript><a href="https://www.db.example.de/servlets/MCRFileNodeServlet/dbt_derivate_00006/ilm1.pdf">ilm1.pdf</a></noscript></div>${ABSTRACT}`,
    }),
  ),
  shape(
    'Opus 4',
    'https://opus4.example.de/frontdoor/index/index/docId/481',
    'https://opus4.example.de/files/481/MeierPlankton.pdf',
    page({
      body: `${ABSTRACT}<div id="download-fulltext" class="services"><h3>Download full text files</h3><ul><li><a class="application_pdf" href="/files/481/MeierPlankton.pdf">MeierPlankton.pdf</a> <div class="file-size">(512 KB)</div></li></ul></div>`,
    }),
  ),
];

const journals: readonly PageShape[] = [
  shape(
    'OJS 3, galley of an article',
    'https://ojs.example.org/index.php/jl/article/view/1234',
    'https://ojs.example.org/index.php/jl/article/download/1234/2345',
    page({
      head: '<meta name="generator" content="Open Journal Systems 3.3.0.8">',
      body: `<article class="obj_article_details">${ABSTRACT}<ul class="value galleys_links"><li><a class="obj_galley_link pdf" href="https://ojs.example.org/index.php/jl/article/view/1234/2345">PDF</a></li><li><a class="obj_galley_link file" href="https://ojs.example.org/index.php/jl/article/view/1234/2346">HTML</a></li></ul></article>
        <div class="pkp_block"><h3>Most read articles by the same author(s)</h3><ul><li><a href="https://ojs.example.org/index.php/jl/article/view/99">Another paper on lakes in the south of the country</a> <a href="https://ojs.example.org/index.php/jl/article/view/99/101">PDF</a></li></ul></div>`,
    }),
  ),
  shape(
    'OJS 3, viewer of a galley',
    'https://ojs.example.org/index.php/jl/article/view/1234/2345',
    'https://ojs.example.org/index.php/jl/article/download/1234/2345',
    `<html><head><title>View of Seasonal dynamics of boreal lake plankton</title></head><body class="pkp_page_article"><header class="header_view"><a href="https://ojs.example.org/index.php/jl/article/view/1234" class="return">Return to Article Details</a><a href="https://ojs.example.org/index.php/jl/article/download/1234/2345" class="download" download><span class="label">Download</span><span class="pkp_screen_reader">Download PDF</span></a></header>
      <div id="pdfCanvasContainer" class="galley_view"><iframe src="https://ojs.example.org/plugins/generic/pdfJsViewer/pdf.js/web/viewer.html?file=https%3A%2F%2Fojs.example.org%2Findex.php%2Fjl%2Farticle%2Fdownload%2F1234%2F2345%2F" width="100%"></iframe></div></body></html>`,
  ),
  shape(
    'OJS 2, frames of a galley',
    'http://revista.example.mx/index.php/rep/article/view/35503/32336',
    'http://revista.example.mx/index.php/rep/article/viewFile/35503/32336',
    '<html><head><title>Plankton</title></head><frameset rows="40,*"><frame src="http://revista.example.mx/index.php/rep/article/viewRST/35503/32336"><frame src="http://revista.example.mx/index.php/rep/article/viewFile/35503/32336"></frameset></html>',
  ),
  shape(
    'OJS 2, link of the page',
    'http://revista.example.mx/index.php/rep/article/view/35503',
    'http://revista.example.mx/index.php/rep/article/download/35503/32336',
    page({
      body: `${ABSTRACT}<div id="articleFullText"><h4>Texto completo:</h4><a href="http://revista.example.mx/index.php/rep/article/view/35503/32336" class="file" target="_parent">PDF (Español)</a></div>`,
    }),
  ),
  shape(
    'Janeway',
    'https://journal.example.org.uk/article/id/8731/',
    'https://journal.example.org.uk/article/8731/galley/16100/download/',
    page({
      body: `${ABSTRACT}<div class="section"><h3>Downloads</h3><p>Download <a href="/article/8731/galley/16100/download/">PDF</a></p><p>View <a href="/article/8731/galley/16100/view/">PDF</a></p></div>`,
    }),
  ),
  shape(
    'Silverchair, link without tag',
    'https://academic.example.com/mnras/article/546/4/stag097/8427327',
    'https://academic.example.com/mnras/article-pdf/546/4/stag097/58000000/stag097.pdf',
    page({
      body: `<ul><li class="toolbar-item item-pdf"><a class="al-link pdf article-pdfLink" data-article-id="8427327" href="/mnras/article-pdf/546/4/stag097/58000000/stag097.pdf"><img src="/UI/app/svg/pdf.svg" alt="pdf"><span>PDF</span></a></li></ul>${ABSTRACT}${REFERENCES}`,
    }),
  ),
  shape(
    'Atypon, reader and PDF',
    'https://www.sage.example.com/doi/10.1177/2309499019888836',
    'https://www.sage.example.com/doi/pdf/10.1177/2309499019888836',
    page({
      head: '<meta name="dc.Identifier" scheme="doi" content="10.1177/2309499019888836">',
      body: `<a class="show-pdf" href="/doi/reader/10.1177/2309499019888836">View PDF / EPUB</a>${ABSTRACT}<div class="related"><h2>Related articles</h2><a href="/doi/pdf/10.1177/1111111111111111">PDF</a></div>`,
    }),
  ),
  shape(
    'Atypon of Wiley',
    'https://onlinelibrary.wiley.com/doi/full/10.1111/1467-923X.12787',
    'https://onlinelibrary.wiley.com/doi/pdfdirect/10.1111/1467-923X.12787',
    page({
      body: `<a title="ePDF" href="/doi/epdf/10.1111/1467-923X.12787" class="coolBar__ctrl pdf-download"><i></i><span>PDF</span></a>${ABSTRACT}<section id="support-information-section"><h2>Supporting Information</h2><a href="/action/downloadSupplement?doi=10.1111%2F1467-923X.12787&file=s1.pdf">s1.pdf</a></section>`,
    }),
  ),
  shape(
    'HighWire, issue that is a supplement',
    'https://circ.example.org/content/128/suppl_22/A17250',
    'https://circ.example.org/content/128/suppl_22/A17250.full.pdf',
    page({
      body: `${ABSTRACT}<ul><li><a href="/content/128/suppl_22/A17250.full.pdf+html">Full Text (PDF)</a></li></ul>`,
    }),
  ),
  shape(
    'Ingenta Connect',
    'https://www.ingenta.example.com/content/ista/sst/2021/00000049/00000001/art00007',
    'https://www.ingenta.example.com/search/download?pub=infobike%3A%2F%2Fista%2Fsst%2F2021%2F00000049%2F00000001%2Fart00007&mimetype=application%2Fpdf',
    page({
      body: `${ABSTRACT}<ul><li><a class="fulltext pdf btn-general icbutton" href="#" data-popup="/search/download?pub=infobike%3A%2F%2Fista%2Fsst%2F2021%2F00000049%2F00000001%2Fart00007&amp;mimetype=application%2Fpdf" title="PDF download of plankton">Download Article</a></li></ul>`,
    }),
  ),
  shape(
    'J-STAGE',
    'https://www.jstage.example.jp/article/limn/12/3/12_45/_article',
    'https://www.jstage.example.jp/article/limn/12/3/12_45/_pdf/-char/en',
    page({
      body: `${ABSTRACT}<a class="thirdlevel-pdf-btn" href="https://www.jstage.example.jp/article/limn/12/3/12_45/_pdf/-char/en"><span>Download PDF (1203K)</span></a>`,
    }),
  ),
  shape(
    'SciELO, new site',
    'https://www.scielo.example.br/j/rbb/a/V8cQKmwBrrYD3tY9sWQ7xbG/?lang=en',
    'https://www.scielo.example.br/j/rbb/a/V8cQKmwBrrYD3tY9sWQ7xbG/?format=pdf&lang=en',
    page({
      body: `${ABSTRACT}<ul class="dropdown-menu"><li><a href="/j/rbb/a/V8cQKmwBrrYD3tY9sWQ7xbG/?format=pdf&amp;lang=en">English (PDF)</a></li><li><a href="/j/rbb/a/V8cQKmwBrrYD3tY9sWQ7xbG/?format=pdf&amp;lang=pt">Português (PDF)</a></li></ul>`,
    }),
  ),
  shape(
    'SciELO, old site',
    'http://www.scielo.example.cl/scielo.php?script=sci_arttext&pid=S0716-97602004000100003',
    'http://www.scielo.example.cl/scielo.php?script=sci_pdf&pid=S0716-97602004000100003&lng=en',
    page({
      body: `${ABSTRACT}<div id="toolBox"><ul><li><a href="http://www.scielo.example.cl/scielo.php?script=sci_pdf&pid=S0716-97602004000100003&lng=en" target="pdf">Spanish (pdf)</a></li></ul></div>`,
    }),
  ),
  shape(
    'Copernicus, size behind the link',
    'https://acp.example.net/13/1689/2013/',
    'https://acp.example.net/13/1689/2013/acp-13-1689-2013.pdf',
    page({
      body: `${ABSTRACT}<p><a href="https://acp.example.net/13/1689/2013/acp-13-1689-2013.pdf">Final Revised Paper</a> (PDF, 6299 KB) <a href="https://acp.example.net/13/1689/2013/acp-13-1689-2013-supplement.pdf">Supplement</a> (11101 KB)</p>`,
    }),
  ),
  shape(
    'Cambridge Core, slug with words of kinds',
    `https://www.cambridge.org/core/journals/historical-journal/article/abs/price-of-public-policy/${HEX}`,
    `https://www.cambridge.org/core/services/aop-cambridge-core/content/view/${HEX}/S0018246X99008651a.pdf/div-class-title-the-price-of-public-policy-appendices-and-previews-div.pdf`,
    page({
      title: 'The price of public policy: appendices and previews',
      body: `<a class="button" href="/core/services/aop-cambridge-core/content/view/${HEX}/S0018246X99008651a.pdf/div-class-title-the-price-of-public-policy-appendices-and-previews-div.pdf" target="_blank"><span>Save PDF</span></a>${ABSTRACT}`,
    }),
  ),
  shape(
    'Cambridge Core, chapter in a script',
    'https://www.cambridge.org/core/books/abs/x/chapter',
    `https://www.cambridge.org/core/services/aop-cambridge-core/content/view/${HEX}/9781139199209c2_p41-81_CBO.pdf/appendices.pdf`,
    page({
      body: `${ABSTRACT}<script>var d={"pdf":"\\/core\\/services\\/aop-cambridge-core\\/content\\/view\\/${HEX}\\/9781139199209c2_p41-81_CBO.pdf\\/appendices.pdf"};</script>`,
    }),
  ),
  shape(
    'LWW, address in a script',
    'https://journals.lww.example.com/jorthotrauma/abstract/1990/04030/example.10.aspx',
    'https://journals.lww.example.com/jorthotrauma/_layouts/15/oaks.journals/downloadpdf.aspx?trckng_src_pg=Other&an=00005131-199004030-00010',
    page({
      body: `${ABSTRACT}<script>window.__data={"url":"https://journals.lww.example.com/jorthotrauma/_layouts/15/oaks.journals/downloadpdf.aspx?trckng_src_pg=Other&amp;an=00005131-199004030-00010"};</script>`,
    }),
  ),
  shape(
    'De Gruyter, container of the viewer',
    'https://www.degruyter.com/document/doi/10.1515/zaw-2021-0001/html',
    'https://www.degruyter.com/document/doi/10.1515/zaw-2021-0001/pdf',
    page({
      body: `${ABSTRACT}<div class="pdf-container" data-url="/document/doi/10.1515/zaw-2021-0001/pdf/firstPage?stream=true"></div>`,
    }),
  ),
  shape(
    'Taylor & Francis, nothing but its canonical address',
    'https://www.tandfonline.com/doi/10.1080/15459624.2013.817676',
    'https://www.tandfonline.com/doi/pdf/10.1080/15459624.2013.817676',
    page({
      head: '<link rel="canonical" href="https://www.tandfonline.com/doi/full/10.1080/15459624.2013.817676">',
      body: `${ABSTRACT}<a href="/action/showCitFormats?doi=10.1080%2F15459624.2013.817676">Download citation</a>`,
    }),
  ),
  shape(
    'Emerald, tag that ends in html',
    'https://www.emerald.example.com/insight/content/doi/10.1108/RAMJ-11-2020-0065/full/html',
    'https://www.emerald.example.com/insight/content/doi/10.1108/RAMJ-11-2020-0065/full/pdf.html',
    page({
      head: '<meta name="citation_pdf_url" content="https://www.emerald.example.com/insight/content/doi/10.1108/RAMJ-11-2020-0065/full/pdf.html">',
      body: ABSTRACT,
    }),
  ),
  shape(
    'Science, comments of readers cite files',
    'https://www.science.example.org/doi/10.1126/science.add2734',
    'https://www.science.example.org/doi/pdf/10.1126/science.add2734',
    page({
      body: `<div class="core-container"><a href="/doi/pdf/10.1126/science.add2734">Download PDF</a></div><div class="related-do__items"><div class="eletters-comment mb-1_5x"><ol><li><a href="https://un.example.org/report.pdf">https://un.example.org/report.pdf</a></li></ol></div></div>`,
    }),
  ),
];

const others: readonly PageShape[] = [
  shape(
    'JSON-LD names the file',
    'https://www.press.example.org/articles/7712',
    'https://cdn.press-files.example.net/7712.pdf',
    page({
      head: '<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"ScholarlyArticle","name":"Seasonal dynamics","encoding":{"@type":"MediaObject","encodingFormat":"application/pdf","contentUrl":"https://cdn.press-files.example.net/7712.pdf"},"citation":[{"@type":"ScholarlyArticle","encoding":{"contentUrl":"https://other.example.net/x.pdf"}}]}]}</script>',
      body: ABSTRACT,
    }),
  ),
  shape(
    'viewer of Google around the file',
    'https://www.society.example.org/papers/31',
    'https://www.society.example.org/uploads/2019/31-meier.pdf',
    page({
      body: `${ABSTRACT}<iframe src="https://docs.google.com/viewer?url=https%3A%2F%2Fwww.society.example.org%2Fuploads%2F2019%2F31-meier.pdf&embedded=true"></iframe>`,
    }),
  ),
  shape(
    'object without a suffix',
    'https://www.society.example.org/show/31',
    'https://www.society.example.org/stream/8812',
    page({ body: `<object data="/stream/8812" type="application/pdf" width="100%"></object>${ABSTRACT}` }),
  ),
  shape(
    'frame that is called a viewer of PDF',
    'https://dlibra.example.pl/dlibra/docmetadata?id=41031',
    'https://dlibra.example.pl/Content/41031/download',
    page({ body: `<iframe id="pdf-viewer" data-src="/Content/41031/download"></iframe>${ABSTRACT}` }),
  ),
  shape(
    'button that opens a window',
    'https://www.oldjournal.example.org/abstract.asp?id=872',
    'https://www.oldjournal.example.org/files/v12n3/872.pdf',
    page({
      body: `${ABSTRACT}<a href="javascript:void(0)" onclick="window.open('/files/v12n3/872.pdf','_blank')"><img src="img/pdf.gif" border="0"></a>`,
    }),
  ),
  shape(
    'picture as the only label',
    'https://www.oldjournal.example.org/abstract.asp?id=873',
    'https://www.oldjournal.example.org/getfile.php?fid=5512',
    page({
      body: `${ABSTRACT}<a href="getfile.php?fid=5512"><img src="images/icons/pdf_icon.png" alt=""></a>`,
    }),
  ),
  shape(
    'Russian journal',
    'https://journal.example.ru/jour/article/view/4411',
    'https://journal.example.ru/jour/article/download/4411/3007',
    page({
      body: `${ABSTRACT}<div><a href="https://journal.example.ru/jour/article/view/4411/3007">PDF (Рус)</a></div>`,
    }),
  ),
  shape(
    'Chinese journal, script that makes the file',
    'http://www.aed.example.cn/nyzyyhjxb/article/abstract/20180408',
    'http://www.aed.example.cn/nyzyyhjxb/article/downloadPdf/20180408?st=article_issue',
    page({
      body: `${ABSTRACT}<a href="/nyzyyhjxb/article/downloadPdf/20180408?st=article_issue">下载PDF阅读器 全文 PDF</a>`,
    }),
  ),
  shape(
    'working paper, title as the link',
    'https://www.institute.example.org/wp/2019-12.html',
    'https://www.institute.example.org/wp/pdf/dp2019.pdf',
    page({
      body: `<p><a href="/wp/pdf/dp2019.pdf">Seasonal dynamics of boreal lake plankton under warming</a></p>${ABSTRACT}<h3>Other papers</h3><ul><li><a href="/wp/pdf/dp1811.pdf">Trade and growth in small open economies of Europe</a></li></ul>`,
    }),
  ),
  shape(
    'page of an author',
    'https://people.example.edu/~meier/plankton.html',
    'https://people.example.edu/~meier/plankton.pdf',
    page({
      body: `${ABSTRACT}<p>Full paper: <a href="plankton.pdf">here</a> (pdf), <a href="slides.pdf">slides</a>, <a href="cv.pdf">CV</a></p>`,
    }),
  ),
  shape(
    'IEEE, open access',
    'https://ieeexplore.ieee.org/document/8730316',
    'https://ieeexplore.ieee.org/ielx7/6287639/8600701/08730316.pdf',
    page({
      body: `${ABSTRACT}<script>xplGlobal.document.metadata={"isOpenAccess":true,"pdfUrl":"/stamp/stamp.jsp?tp=&arnumber=8730316","pdfPath":"/ielx7/6287639/8600701/08730316.pdf"};</script>`,
    }),
  ),
  shape(
    'OpenEdition Books, own file and a shop',
    'https://books.openedition.example.org/pupo/43808',
    'https://books.openedition.example.org/pupo/pdf/43808',
    page({
      body: `<div class="widget--buy"><a href="https://shop.example.com/ebook/9782840166207">ePub / PDF</a></div><a href="https://books.openedition.example.org/pupo/pdf/43808">Lire en PDF</a>${ABSTRACT}<div class="foot_notes"><div class="footnote"><a href="https://inis.example.org/26034277.pdf">https://inis.example.org/26034277.pdf</a></div></div>`,
    }),
  ),
];

/** Pages that lead to the PDF of their paper. */
export const WITH_PDF: readonly PageShape[] = [...repositories, ...journals, ...others];
