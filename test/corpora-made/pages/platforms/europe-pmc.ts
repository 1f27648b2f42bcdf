import { article, others } from '../article.ts';
import type { MadePage } from '../made-page.ts';
import {
  analytics,
  consent,
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

const header = `<header id="epmc_header"><a href="/" aria-label="Europe PMC"><svg></svg></a><nav><ul>${links(['About', 'Tools', 'Developers', 'Help', 'Contact us', 'Europe PMC plus'])}</ul></nav><form><input placeholder="Search worldwide, life-sciences literature"></form></header>`;

const full = (name: string): MadePage => {
  const a = article(name, { doi: '10.1111/ele.#' });
  const pmcid = `PMC${a.number}2`;
  const pdf = `https://europepmc.org/articles/${pmcid}?pdf=render`;
  const body = renderParts(a.parts, {
    marks: { cite: (n) => ` (<a href="#bib${n}" class="xref">${n}</a>)` },
    paragraph: (html, id) =>
      `<p id="p${id}"><span class="sentence">${html.replaceAll('. ', '.</span> <span class="sentence">')}</span></p>`,
    figure: (caption, n) =>
      `<div class="fig" id="fig${n}"><div class="fig-img"><img src="https://europepmc.org/articles/${pmcid}/bin/g${n}.jpg"></div><div class="fig-caption"><b>Figure ${n}</b> <p>${caption}</p></div></div>`,
    table: (one) =>
      `<div class="table-wrap"><p>Table ${one.number} ${esc(one.caption)}</p>${tableHtml(one)}</div>`,
    part: (title, inner, level, part) =>
      `<div class="sec" id="sec-${part.id}"><h${level + 1} class="title">${esc(title)}</h${level + 1}>${inner}</div>`,
  });
  const html = page(
    'en',
    `<title>${esc(a.title)} - Abstract - Europe PMC</title><meta name="description" content="Europe PMC is an archive of life sciences journal literature.">${highwire(a, { pdf })}${analytics(a.seed, 2)}`,
    `<div id="app">${header}<div id="article--layout"><div id="article--main--content"><div class="publication-info"><h1 id="article--current--title" class="content-title">${esc(a.title)}</h1><div id="article--authors--list">${each(a.people, (one) => `<span><a href="/authors/x">${esc(one.shown)}</a></span>`)}</div><p>${esc(a.journal)}, ${a.year}, ${a.volume}(${a.issue}):${a.first}-${a.last} DOI: <a href="https://doi.org/${a.doi}">${a.doi}</a> PMCID: ${pmcid}</p></div><h2 id="abstract">Abstract</h2><div id="article--abstract--content"><p>${esc(a.abstract.join(' '))}</p></div><h2 id="free-full-text">Free full text</h2><div id="article--full--text--content" class="fulltext-content"><div class="jig-ncbiinpagenav">${body}<h3>Acknowledgments</h3><p>${esc(a.thanks)}</p><h3>References</h3><ol>${each(a.refs, (ref) => `<li id="bib${ref.number}">${refText(ref)} <a href="/abstract/MED/${ref.pmid}">[Abstract]</a> <a href="https://doi.org/${ref.doi}">[CrossRef]</a></li>`)}</ol></div></div></div><aside id="article--side--content"><a id="open_pdf" href="/articles/${pmcid}?pdf=render">Open PDF</a><h3>Similar Articles</h3><ul>${each(others(a, 4), (one) => `<li><a href="/article/MED/${one.number}">${esc(one.title)}</a> <span>Free to read & use</span></li>`)}</ul></aside></div></div>${consent('plain')}`,
  );
  return made(
    a,
    {
      name,
      platform: 'europe-pmc',
      kind: 'full-text',
      url: `https://europepmc.org/article/PMC/${pmcid}`,
      isFullText: true,
      pdf,
    },
    html,
  );
};

const shell = (name: string): MadePage => {
  const a = article(name, { doi: '10.1111/ele.#' });
  const html = page(
    'en',
    `<title>${esc(a.title)} - Europe PMC</title><link href="/css/app.${a.dice.hex(8)}.css" rel="preload"><script>window.dataLayer=[]</script>`,
    `<noscript><strong>We're sorry but Europe PMC doesn't work properly without JavaScript enabled. Please enable it to continue.</strong></noscript>${header}<div id="app"></div><div class="outer_footer"><ul>${links(['About Europe PMC', 'Preprints in Europe PMC', 'Funders', 'Joining Europe PMC', 'Governance', 'Roadmap'])}</ul></div><script src="/js/chunk-vendors.${a.dice.hex(8)}.js"></script>`,
  );
  return made(
    a,
    {
      name,
      platform: 'europe-pmc',
      kind: 'app-shell',
      url: `https://europepmc.org/article/MED/${a.number}`,
      isFullText: false,
    },
    html,
  );
};

export const europePmcPages = (): MadePage[] => [
  full('europepmc-full'),
  full('europepmc-full-2'),
  shell('europepmc-shell'),
];
