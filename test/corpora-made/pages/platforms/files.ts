import { article } from '../article.ts';
import type { MadePage } from '../made-page.ts';
import { analytics, each, esc, highwire, jsonLd, links, made, page } from '../pieces.ts';

const zenodo = (name: string, dataset: boolean): MadePage => {
  const a = article(name, { doi: '10.5281/zenodo.#' });
  const url = `https://zenodo.org/records/${a.number}`;
  const pdf = `${url}/files/paper.pdf`;
  const files = dataset ? ['data.zip', 'README.pdf', 'codebook.pdf'] : ['paper.pdf'];
  const html = page(
    'en',
    `<title>${esc(a.title)}</title>${analytics(a.seed, 7)}${dataset ? '<meta name="citation_title" content="Data set">' : highwire(a, { pdf, abstractPage: url })}${jsonLd(a, dataset ? 'Dataset' : 'ScholarlyArticle')}<link rel="alternate" type="${dataset ? 'application/zip' : 'application/pdf'}" href="${url}/files/${files[0]}">`,
    `<div class="invenio-page-body"><header class="theme header"><ul>${links(['Communities', 'My dashboard', 'Log in', 'Sign up'])}</ul></header><div id="rdm-records-landing"><section id="record-info"><span class="ui label horizontal small neutral mb-5">Published ${a.month} ${a.day}, ${a.year} | Version v1</span><span class="ui label">${dataset ? 'Dataset' : 'Journal article'}</span><span class="ui label open">Open</span></section><h1 id="record-title" class="wrap-overflowing-text">${dataset ? `Data from: ${esc(a.title)}` : esc(a.title)}</h1><section id="creatibutors"><ul class="creatibutors">${each(a.people, (one) => `<li class="creatibutor-wrap"><a class="ui creatibutor-link" href="/search?q=x"><span class="creatibutor-name">${esc(one.family)}, ${esc(one.given)}</span></a></li>`)}</ul></section><section id="description" class="rel-mt-2 rich-input-content"><h2 id="description-heading">Description</h2><div><p>${esc(a.abstract.join(' '))}</p>${dataset ? `<p>${esc(a.thanks)}</p><p>${esc(a.parts[1]?.paragraphs.join(' ').replaceAll(/⟦\w+⟧/g, '') ?? '')}</p>` : ''}</div></section><section id="record-files"><h2>Files</h2><div id="files-preview-accordion-panel"><iframe title="Preview" class="preview-iframe" id="preview-iframe" src="/records/${a.number}/preview/${files.find((one) => one.endsWith('pdf'))}?include_deleted=0"></iframe></div><div id="files-list-accordion-panel"><table class="ui striped table files fluid"><tbody>${each(files, (one) => `<tr><td class="ten wide"><div><a href="/records/${a.number}/files/${one}?download=1">${one}</a></div><small>md5:${a.dice.hex(32)}</small></td><td>1.8 MB</td><td><a role="button" class="ui compact mini button" href="/records/${a.number}/files/${one}?download=1">Download</a></td></tr>`)}</tbody></table></div></section><aside class="sidebar-container"><div id="record-versions"></div><h3>Details</h3><dl><dt>DOI</dt><dd>${dataset ? '10.5281/zenodo.77' : a.doi}</dd></dl>${dataset ? `<h3>Related works</h3><p>Is supplement to: Journal article: <a href="https://doi.org/${a.doi}">${a.doi}</a></p>` : ''}</aside></div></div>`,
  );
  return made(
    a,
    {
      name,
      platform: dataset ? 'zenodo-dataset' : 'zenodo',
      kind: dataset ? 'dataset' : 'repository-item',
      url,
      isFullText: false,
      pdf: dataset ? null : pdf,
    },
    html,
  );
};

const figshare = (name: string, kind: 'paper' | 'dataset'): MadePage => {
  const a = article(name, { doi: '10.6084/m9.figshare.#.v1' });
  const file = `https://ndownloader.figshare.com/files/${a.number}`;
  const html = page(
    'en',
    `<title>${esc(a.title)}</title>${analytics(a.seed, 9)}${kind === 'paper' ? highwire(a, { pdf: file }) : ''}${jsonLd(a, kind === 'paper' ? 'ScholarlyArticle' : 'Dataset')}<script>window.apolloState=${JSON.stringify({ item: { id: a.number, title: a.title, files: [{ name: kind === 'paper' ? 'manuscript.pdf' : 'table_s1.pdf', downloadUrl: file }] } })}</script>`,
    `<div id="app"><div class="_1"><header><a href="https://figshare.com">figshare</a><button>Browse</button></header><main><h2 class="_3K">${kind === 'dataset' ? 'Supplementary table for: ' : ''}${esc(a.title)}</h2><div><a href="${file}" class="_22" data-download="${a.number}">Download (1.2 MB)</a></div><span>${kind === 'paper' ? 'journal contribution' : 'dataset'}</span> posted on ${a.year}-01-12, 10:02 authored by ${each(a.people, (one) => `<a href="/authors/x">${esc(one.shown)}</a>`)}<div class="description"><p>${esc(a.abstract.join(' '))}</p></div><h3>Categories</h3><ul>${links(['Environmental Science', 'Ecology'])}</ul></main><footer><a href="https://figshare.com/legal/terms.pdf">Terms</a></footer></div></div>`,
  );
  return made(
    a,
    {
      name,
      platform: 'figshare',
      kind: kind === 'paper' ? 'repository-item' : 'dataset',
      url: `https://figshare.com/articles/${kind}/made/${a.number}`,
      isFullText: false,
      pdf: kind === 'paper' ? file : null,
    },
    html,
  );
};

const dryad = (name: string): MadePage => {
  const a = article(name, { doi: '10.1111/mec.#' });
  const html = page(
    'en',
    `<title>Dryad | Data: ${esc(a.title)}</title>${jsonLd(a, 'Dataset')}`,
    `<header><ul>${links(['Explore data', 'About', 'Help', 'Login'])}</ul></header><main id="maincontent"><h1 class="o-heading__level1">Data from: ${esc(a.title)}</h1><p class="o-metadata__author-list">${each(a.people, (one) => `<span class="o-metadata__author">${esc(one.shown)}, ${esc(a.places[0] ?? '')}</span>`)}</p><p>Publication date: ${a.month} ${a.day}, ${a.year}</p><h2 class="o-heading__level2">Abstract</h2><div>${esc(a.abstract.join(' '))}</div><h2>README</h2><div>${esc(a.parts[1]?.paragraphs.join(' ').replaceAll(/⟦\w+⟧/g, '') ?? '')}</div><h2>Methods</h2><div>${each(a.parts[1]?.parts ?? [], (part) => `<p>${esc(part.paragraphs.join(' ').replaceAll(/⟦\w+⟧/g, ''))}</p>`)}</div><div class="c-sidebox"><h2>Data files</h2><ul><li><a href="/stash/downloads/file_stream/${a.number}">field_data.csv</a> 12 KB</li><li><a href="/stash/downloads/file_stream/${a.number + 1}">questionnaire.pdf</a> 220 KB</li></ul></div><div><h2>Works referencing this dataset</h2><p><strong>Primary article</strong> <a href="https://doi.org/${a.doi}">https://doi.org/${a.doi}</a></p></div></main>`,
  );
  return made(
    a,
    {
      name,
      platform: 'dryad',
      kind: 'dataset',
      url: `https://datadryad.org/stash/dataset/doi:10.5061/dryad.${a.dice.hex(8)}`,
      isFullText: false,
      pdf: null,
    },
    html,
  );
};

/** Pages that only wrap the file: embed, object, frameset, refresh. */
const wrapper = (name: string, type: 'embed' | 'object' | 'frameset' | 'refresh'): MadePage => {
  const a = article(name, { year: 2006, lang: type === 'frameset' ? 'ru' : 'en' });
  const host = 'http://www.journal.example.net';
  const pdf = `${host}/papers/${a.year}/${a.number}.pdf`;
  const bodies = {
    embed: page(
      'en',
      `<title>${esc(a.title)}</title>`,
      `<div id="menu"><ul>${links(['Home', 'Issues', 'Contact'])}</ul><a href="/docs/guidelines.pdf">Author guidelines</a></div><h2>${esc(a.title)}</h2><p>${esc(a.people.map((one) => `${one.family}, ${one.given}`).join('; '))}</p><embed src="/papers/${a.year}/${a.number}.pdf#toolbar=0" type="application/pdf" width="100%" height="900">`,
    ),
    object: page(
      'en',
      `<title>${esc(a.title)}</title>`,
      `<h2>${esc(a.title)}</h2><p>${esc(a.people.map((one) => `${one.family}, ${one.given}`).join('; '))}</p><p>${esc(a.abstract.join(' '))}</p><object data="/papers/${a.year}/${a.number}.pdf" type="application/pdf" width="100%" height="900"><p>Your browser cannot show PDF files. <a href="/papers/${a.year}/${a.number}.pdf">Download the file</a>.</p></object><p><a href="/papers/${a.year}/contents.pdf">Contents of this issue (PDF)</a></p>`,
    ),
    frameset: `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Frameset//EN"><html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><title>${esc(a.title)}</title></head><frameset rows="90,*"><frame name="top" src="/menu.html" scrolling="no"><frame name="main" src="/papers/${a.year}/${a.number}.pdf"><noframes><body>Ваш браузер не поддерживает фреймы.</body></noframes></frameset></html>`,
    refresh: `<html><head><meta http-equiv="refresh" content="0; url=/papers/${a.year}/${a.number}.pdf"><title>Redirecting</title></head><body><p>If you are not redirected, <a href="/papers/${a.year}/${a.number}.pdf">click here</a>.</p></body></html>`,
  };
  return made(
    a,
    {
      name,
      platform: `wrapper-${type}`,
      kind: 'pdf-wrapper',
      url: `${host}/view.php?id=${a.number}`,
      isFullText: false,
      ...(type === 'refresh' ? {} : { pdf }),
    },
    bodies[type],
  );
};

export const filePages = (): MadePage[] => [
  zenodo('zenodo-paper', false),
  zenodo('zenodo-dataset', true),
  figshare('figshare-paper', 'paper'),
  figshare('figshare-dataset', 'dataset'),
  dryad('dryad-dataset'),
  wrapper('wrapper-embed', 'embed'),
  wrapper('wrapper-object', 'object'),
  wrapper('wrapper-frameset', 'frameset'),
  wrapper('wrapper-refresh', 'refresh'),
];
