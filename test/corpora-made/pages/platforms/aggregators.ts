import { article, others } from '../article.ts';
import type { MadePage } from '../made-page.ts';
import {
  analytics,
  consent,
  each,
  esc,
  footer,
  highwire,
  links,
  made,
  megaMenu,
  page,
  refText,
} from '../pieces.ts';

const researchGate = (name: string): MadePage => {
  const a = article(name, {});
  const citing = others(a, 14);
  const html = page(
    'en',
    `<title>(PDF) ${esc(a.title)}</title><meta property="og:title" content="(PDF) ${esc(a.title)}">${highwire(a, {})}${analytics(a.seed, 6)}`,
    `<div class="lite-page"><header><a href="/">ResearchGate</a><button>Sign up</button><a href="/login">Log in</a></header><main><div class="research-detail-header-section"><span class="nova-legacy-e-badge">Article</span><h1 class="nova-legacy-e-text nova-legacy-e-text--size-xl research-detail-header-section__title">${esc(a.title)}</h1><p>${a.month} ${a.year} · ${esc(a.journal)} ${a.volume}(${a.issue}):${a.first}-${a.last}</p><p>DOI:<a href="https://doi.org/${a.doi}">${a.doi}</a></p>${each(a.people, (one) => `<div class="nova-legacy-v-person-list-item"><a href="/profile/x">${esc(one.shown)}</a></div>`)}<button>Request full-text PDF</button><p>To read the full-text of this research, you can request a copy directly from the authors.</p></div><section><h2>Abstract</h2><div class="research-detail-middle-section__abstract">${esc(a.abstract.join(' '))}</div></section><section id="citations"><h2>Citations (${citing.length})</h2>${each(citing, (one) => `<div class="nova-legacy-v-citation-item"><div class="nova-legacy-v-publication-item__title"><a href="/publication/${one.number}">${esc(one.title)}</a></div><div>${esc(one.people.map((p) => p.shown).join(', '))}</div><div class="nova-legacy-v-citation-item__context">... ${esc(one.parts[0]?.paragraphs[0]?.replaceAll(/⟦\w+⟧/g, '') ?? '')} ...</div><div class="nova-legacy-v-publication-item__description">${esc(one.abstract.join(' '))}</div><a href="/publication/${one.number}/links/${one.dice.hex(16)}/paper.pdf">Full-text available</a></div>`)}</section><section id="references"><h2>References (${a.refs.length})</h2>${each(a.refs, (ref) => `<div class="nova-legacy-v-citation-item"><a href="/publication/${ref.pmid}">${refText(ref)}</a></div>`)}</section></main></div>`,
  );
  return made(
    a,
    {
      name,
      platform: 'researchgate',
      kind: 'citing-abstracts',
      url: `https://www.researchgate.net/publication/${a.number}_made`,
      isFullText: false,
      pdf: null,
    },
    html,
  );
};

const semanticScholar = (name: string, withPdf: boolean): MadePage => {
  const a = article(name, {});
  const sha = a.dice.hex(40);
  const pdf = `https://pdfs.semanticscholar.org/${sha.slice(0, 4)}/${sha.slice(4)}.pdf`;
  const html = page(
    'en',
    `<title>[PDF] ${esc(a.title)} | Semantic Scholar</title><meta name="description" content="${esc(a.abstract.join(' '))}">${highwire(a, withPdf ? { pdf } : {})}${analytics(a.seed, 4)}`,
    `<div id="app"><header class="shared-app-header"><form><input placeholder="Search 218,000,000 papers from all fields of science"></form></header><main id="main-content"><div class="fresh-paper-detail-page__header"><h1 data-test-id="paper-detail-title">${esc(a.title)}</h1><ul class="paper-meta">${each(a.people, (one) => `<li><a class="author-list__link" href="/author/x"><span>${esc(one.shown)}</span></a></li>`)}</ul><div class="tldr-abstract-replacement"><span class="tldr-label">TLDR</span> ${esc(a.highlights[0] ?? '')}</div><div class="abstract__text">${esc(a.abstract.join(' '))}</div><div class="flex-paper-actions">${withPdf ? `<a class="flex-paper-actions__button icon-button button--primary" data-test-id="paper-link" href="${pdf}">[PDF] Semantic Reader</a>` : `<a class="flex-paper-actions__button" href="https://doi.org/${a.doi}">View via Publisher</a>`}<button>Save to Library</button><button>Create Alert</button></div></div><div data-test-id="cited-by"><h2>${a.first} Citations</h2>${each(others(a, 10), (one) => `<div class="cl-paper-row citation-list__paper-row"><a data-test-id="title-link" href="/paper/${one.number}"><h3 class="cl-paper-title">${esc(one.title)}</h3></a><div class="tldr-abstract-replacement">${esc(one.abstract.join(' '))}</div><a class="cl-paper-view-paper" href="https://arxiv.org/pdf/${one.number}.pdf">PDF</a></div>`)}</div><div data-test-id="reference"><h2>References</h2>${each(a.refs, (ref) => `<div class="cl-paper-row"><h3 class="cl-paper-title">${esc(ref.title)}</h3><span>${esc(ref.authors)} ${ref.year}</span></div>`)}</div><div><h2>Related Papers</h2>${each(others(article(`${name}/r`), 6), (one) => `<div class="cl-paper-row"><h3>${esc(one.title)}</h3><p>${esc(one.abstract.join(' '))}</p><a href="https://www.nature.com/articles/s${one.number}.pdf">[PDF]</a></div>`)}</div></main></div>`,
  );
  return made(
    a,
    {
      name,
      platform: 'semantic-scholar',
      kind: 'citing-abstracts',
      url: `https://www.semanticscholar.org/paper/${sha}`,
      isFullText: false,
      pdf: withPdf ? pdf : null,
    },
    html,
  );
};

const scholarList = (name: string): MadePage => {
  const a = article(name, {});
  const list = [a, ...others(a, 9)];
  const html = page(
    'en',
    `<title>${esc(a.title)} - Google Scholar</title>`,
    `<div id="gs_top"><div id="gs_hdr"><form action="/scholar"><input name="q" value="${esc(a.title)}"></form></div><div id="gs_res_ccl_mid">${each(list, (one) => `<div class="gs_r gs_or gs_scl" data-cid="${one.dice.hex(12)}"><div class="gs_ggs gs_fl"><div class="gs_or_ggsm">${one === a ? '' : `<a href="https://files.example.org/${one.number}.pdf"><span class="gs_ctg2">[PDF]</span> example.org</a>`}</div></div><div class="gs_ri"><h3 class="gs_rt"><a href="https://doi.org/${one.doi}">${esc(one.title)}</a></h3><div class="gs_a">${esc(one.people.map((p) => p.shown).join(', '))} - ${esc(one.journal)}, ${one.year}</div><div class="gs_rs">${esc(one.abstract.join(' '))}</div><div class="gs_fl"><a>Save</a> <a>Cite</a> <a>Cited by ${one.issue}</a> <a>Related articles</a> <a>All 5 versions</a></div></div></div>`)}</div></div>`,
  );
  return made(
    a,
    {
      name,
      platform: 'scholar-search',
      kind: 'search-results',
      url: `https://scholar.google.com/scholar?q=${encodeURIComponent(a.title)}`,
      isFullText: false,
      pdf: null,
    },
    html,
  );
};

const jstor = (name: string): MadePage => {
  const a = article(name, { doi: '10.2307/#', year: 1984 });
  const html = page(
    'en',
    `<title>${esc(a.title)} on JSTOR</title><meta name="citation_title" content="${esc(a.title)}"><script>window.gaData={content:{contentType:"article",access:false}};</script>${analytics(a.seed, 3)}`,
    `${consent()}<div id="skip"></div><header><nav><ul>${links(['Workspace', 'Search', 'Browse', 'Tools', 'Institutions', 'Register', 'Log in'])}</ul></nav></header><main id="content"><div class="turnaway-content"><h1 class="item-title">${esc(a.title)}</h1><p class="contrib">${esc(a.people.map((one) => one.shown).join(' and '))}</p><p>${esc(a.journal)}, Vol. ${a.volume}, No. ${a.issue} (${a.month}, ${a.year}), pp. ${a.first}-${a.last} (12 pages)</p><p>Published By: ${esc(a.places[0] ?? '')}</p><p><a href="https://doi.org/${a.doi}">https://doi.org/${a.doi}</a> • https://www.jstor.org/stable/${a.number}</p><div class="access-options"><h2>Read and download</h2><p>Log in through your school or library</p><h3>Alternate access options</h3><p>For independent researchers</p><h4>Read Online</h4><p>Read 100 articles/month free</p><h4>Purchase article</h4><p>$34.00 - Download now and later</p><h4>Purchase a PDF</h4><p>How does it work? Select a purchase option. Check out using a credit card or bank account. Read your article online and download the PDF from your email or your account.</p></div><h2>Preview</h2><img src="/page-scan-delivery/get-page-scan/${a.number}/0" alt="Preview"><h2>Abstract</h2><p>${esc(a.abstract.join(' '))}</p><h2>Journal Information</h2><p>${esc(a.thanks)}</p><h2>Publisher Information</h2><p>${esc(a.highlights.join(' '))}</p><p><a href="https://about.jstor.org/wp-content/uploads/terms.pdf">Terms and Conditions (PDF)</a></p></div></main>${footer('ITHAKA', a.year)}`,
  );
  return made(
    a,
    {
      name,
      platform: 'jstor',
      kind: 'paywall-preview',
      url: `https://www.jstor.org/stable/${a.number}`,
      isFullText: false,
      wall: 'preview-stub',
      pdf: null,
    },
    html,
  );
};

const ieee = (name: string): MadePage => {
  const a = article(name, { doi: '10.1109/ACCESS.2018.#' });
  const data = {
    userInfo: { institute: false, member: false, individual: false, guest: false },
    articleNumber: String(a.number),
    title: a.title,
    abstract: a.abstract.join(' '),
    authors: a.people.map((one) => ({ name: one.shown, affiliation: a.places })),
    pdfUrl: `/stamp/stamp.jsp?tp=&arnumber=${a.number}`,
    isFreeDocument: false,
    sections: { abstract: 'true', authors: 'true', references: 'true', fulltext: 'false' },
    keywords: [{ type: 'Author Keywords', kwd: a.keywords }],
    doi: a.doi,
  };
  const html = page(
    'en-US',
    `<title>${esc(a.title)} | IEEE Conference Publication | IEEE Xplore</title><meta name="Description" content="${esc(a.abstract.join(' '))}"><meta property="og:title" content="${esc(a.title)}"><script type="text/javascript">var xplGlobal=xplGlobal||{};xplGlobal.document={};xplGlobal.document.metadata=${JSON.stringify(data)};</script>${analytics(a.seed, 5)}`,
    `<noscript>JavaScript is required.</noscript><div id="LayoutWrapper"><div class="container-fluid"><div id="global-notification"></div><xpl-root><div class="global-content-wrapper"><xpl-document-details><h1 class="document-title text-2xl-md-lh"><span>${esc(a.title)}</span></h1><div class="document-header-title-container"><p>Publisher: IEEE</p><button class="xpl-btn-secondary">Cite This</button><button>PDF</button></div><div class="authors-info-container">${each(a.people, (one) => `<span class="authors-info"><a href="/author/x"><span>${esc(one.shown)}</span></a></span>`)}</div><div class="abstract-text row"><div class="u-mb-1"><strong>Abstract:</strong> <div>${esc(a.abstract.join(' '))}</div></div></div><div class="document-sidebar-signin"><p>Sign in to Continue Reading</p></div><div class="stats-document-abstract-publishedIn"><strong>Published in:</strong> ${esc(a.journal)}</div><section class="document-section-preview"><h2>I. Introduction</h2><p>${esc(a.parts[0]?.paragraphs[0]?.replaceAll(/⟦\w+⟧/g, '').slice(0, 400) ?? '')}...</p><a>Sign in to Continue Reading</a></section><h3>References</h3>${each(a.refs.slice(0, 20), (ref) => `<div class="reference-container">${ref.number}. ${refText(ref)}</div>`)}<h3>More Like This</h3>${each(others(a, 4), (one) => `<a href="/document/${one.number}/">${esc(one.title)}</a> <a href="/stamp/stamp.jsp?arnumber=${one.number}">PDF</a>`)}</xpl-document-details></div></xpl-root></div></div>${footer('IEEE', a.year)}`,
  );
  return made(
    a,
    {
      name,
      platform: 'ieee',
      kind: 'paywall-preview',
      url: `https://ieeexplore.ieee.org/document/${a.number}`,
      isFullText: false,
      wall: 'preview-stub',
    },
    html,
  );
};

const arxivAbs = (name: string): MadePage => {
  const a = article(name, {});
  const id = `19${String(a.number).slice(0, 2)}.${String(a.number).slice(0, 5)}`;
  const html = page(
    'en',
    `<title>[${id}] ${esc(a.title)}</title><meta name="citation_title" content="${esc(a.title)}" />${each(a.people, (one) => `<meta name="citation_author" content="${esc(`${one.family}, ${one.given}`)}" />`)}<meta name="citation_pdf_url" content="https://arxiv.org/pdf/${id}" /><meta name="citation_arxiv_id" content="${id}" />`,
    `<div class="flex-wrap-footer"><header><div id="support-ack">We gratefully acknowledge support from the Simons Foundation, member institutions, and all contributors.</div></header><main><div id="content"><div id="abs-outer"><div class="leftcolumn"><div id="content-inner"><div id="abs"><div class="dateline">[Submitted on 4 Mar 2019]</div><h1 class="title mathjax"><span class="descriptor">Title:</span>${esc(a.title)}</h1><div class="authors"><span class="descriptor">Authors:</span>${each(a.people, (one) => `<a href="https://arxiv.org/search/?searchtype=author">${esc(one.shown)}</a>`)}</div><blockquote class="abstract mathjax"><span class="descriptor">Abstract:</span>${esc(a.abstract.join(' '))}</blockquote></div></div></div><div class="extra-services"><div class="full-text"><h2>Access Paper:</h2><ul><li><a href="/pdf/${id}" accesskey="f" class="abs-button download-pdf">View PDF</a></li><li><a href="/src/${id}">TeX Source</a></li><li><a href="/format/${id}">Other Formats</a></li></ul></div></div></div></div></main></div>`,
  );
  return made(
    a,
    {
      name,
      platform: 'arxiv',
      kind: 'abstract',
      url: `https://arxiv.org/abs/${id}`,
      isFullText: false,
      pdf: `https://arxiv.org/pdf/${id}`,
    },
    html,
  );
};

const aclAnthology = (name: string): MadePage => {
  const a = article(name, { doi: '10.18653/v1/P18-#' });
  const pdf = `https://aclanthology.org/P18-${a.first}.pdf`;
  const html = page(
    'en',
    `<title>${esc(a.title)} - ACL Anthology</title>${highwire(a, { pdf })}`,
    `<nav class="navbar"><ul>${links(['News', 'FAQ', 'Corrections', 'Submissions'])}</ul></nav><div id="main-container" class="container"><section id="main"><div><h2 id="title"><a href="${pdf}">${esc(a.title)}</a></h2><p class="lead">${each(a.people, (one) => `<a href="/people/x/">${esc(one.shown)}</a>, `)}</p></div><div class="row acl-paper-details"><div class="card bg-light mb-2 mb-lg-3"><div class="card-body acl-abstract"><h5 class="card-title">Abstract</h5><span>${esc(a.abstract.join(' '))}</span></div></div><dl><dt>Anthology ID:</dt><dd>P18-${a.first}</dd></dl></div><div class="acl-paper-link-block"><a class="btn btn-primary" href="${pdf}" title="Open PDF of '${esc(a.title)}'"><i class="fas fa-file-pdf"></i><span class="pl-2">PDF</span></a><a class="btn btn-attachment" href="https://aclanthology.org/attachments/P18-${a.first}.Notes.pdf">Note</a><a class="btn" href="https://aclanthology.org/attachments/P18-${a.first}.Poster.pdf">Poster</a><a class="btn" href="https://aclanthology.org/volumes/P18-1.pdf">Full volume</a></div></section></div>`,
  );
  return made(
    a,
    {
      name,
      platform: 'acl',
      kind: 'abstract',
      url: `https://aclanthology.org/P18-${a.first}/`,
      isFullText: false,
      pdf,
    },
    html,
  );
};

const cairn = (name: string): MadePage => {
  const a = article(name, { lang: 'fr', doi: '10.3917/made.#' });
  const html = page(
    'fr',
    `<title>${esc(a.title)} | Cairn.info</title>${highwire(a, {})}`,
    `${megaMenu('Cairn.info')}<main><h1 class="titre-article">${esc(a.title)}</h1><p>${esc(a.people.map((one) => one.shown).join(', '))}</p><section id="resume"><h2>Résumé</h2><p>${esc(a.abstract.join(' '))}</p></section><section class="premieres-lignes"><h2>Premières lignes</h2><p class="para">${esc(a.parts[0]?.paragraphs[0]?.replaceAll(/⟦\w+⟧/g, '') ?? '')}…</p></section><div class="acces"><p>Il vous reste 92 % de cet article à découvrir.</p><a href="/mon-panier">Acheter en numérique 5,00 €</a><a href="/acces-hors-campus">Accès via une institution</a><a href="/docs/conditions-generales.pdf">Conditions générales (PDF)</a></div></main>`,
  );
  return made(
    a,
    {
      name,
      platform: 'cairn',
      kind: 'paywall-preview',
      url: `https://www.cairn.info/revue-made-${a.year}-${a.issue}-page-${a.first}.htm`,
      isFullText: false,
      wall: 'preview-stub',
      pdf: null,
    },
    html,
  );
};

export const aggregatorPages = (): MadePage[] => [
  researchGate('researchgate'),
  semanticScholar('semantic-scholar', false),
  semanticScholar('semantic-scholar-pdf', true),
  scholarList('scholar-results'),
  jstor('jstor-preview'),
  jstor('jstor-preview-2'),
  ieee('ieee-preview'),
  arxivAbs('arxiv-abs'),
  aclAnthology('acl-anthology'),
  cairn('cairn-preview'),
];
