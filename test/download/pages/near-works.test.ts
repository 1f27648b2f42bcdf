import { describe, expect, test } from 'vitest';
import { asWork, outcomeOf } from './judge-pages.ts';
import { AUTHORS, byline, DOI, p, page, referenceItems } from './text.ts';

const T = 'Snow cover and the seasonal discharge of alpine rivers';
const OTHER_DOI = '10.5555/elsewhere.2022.4';
const WORK = asWork({ title: T, doi: DOI, authors: AUTHORS, year: 2021 });

interface Shape {
  readonly title: string;
  readonly tags?: string;
  readonly front?: string;
  readonly tail?: string;
  readonly documentTitle?: string;
}

const text = ({ title, tags = '', front = '', tail = '', documentTitle = `${title} | J Rivers` }: Shape) =>
  page(
    tags,
    `<main><h1>${title}</h1><p class="authors">${byline}</p>${front}<h2>Abstract</h2>${p(150)}<h2>Introduction</h2>${p(500)}<h2>Methods</h2>${p(500)}<h2>Results</h2>${p(600)}<h2>References</h2><ol>${referenceItems(25)}${tail}</ol></main>`,
    documentTitle,
  );

describe('a page that presents the DOI of another work', () => {
  test.each([
    ['in a line of its own', `<p>https://doi.org/${OTHER_DOI}</p>`],
    ['behind a label', `<div>DOI: ${OTHER_DOI}</div>`],
    ['as a link with another name', `<a href="https://doi.org/${OTHER_DOI}">Version of record</a>`],
    ['as a link with its slash encoded', `<a href="https://dx.doi.org/10.5555%2Felsewhere.2022.4">DOI</a>`],
  ])('%s is not kept, however alike the titles', (_, front) => {
    expect(outcomeOf(text({ title: T }), WORK)).toBe('kept');
    expect(outcomeOf(text({ title: T, front }), WORK)).toBe('not-this-work');
    const cites = `<li>García A, Bauer L, Chen W. ${T}. J Rivers. 2021. https://doi.org/${DOI}</li>`;
    expect(outcomeOf(text({ title: T, front, tail: cites }), WORK)).toBe('not-this-work');
  });

  test.each([
    ['a data set', '<p>Data: <a href="https://doi.org/10.5061/dryad.abc12">Dryad</a></p>'],
    ['the preprint', '<p><a href="https://doi.org/10.1101/2020.01.01.123456">Preprint</a></p>'],
    [
      'a correction, beside its own',
      `<p><a href="https://doi.org/${OTHER_DOI}">Correction</a></p><p>Cite as: Journal of Rivers 12, 4. doi:${DOI}</p>`,
    ],
  ])('unless it is that of %s', (_, front) => {
    expect(outcomeOf(text({ title: T, front }), WORK)).toBe('kept');
  });
});

describe('a page whose title goes on as that of another work is not kept', () => {
  test.each([
    `${T}: study protocol`,
    `${T}: rationale, design and protocol for a cohort study`,
    `${T}: a Bayesian reanalysis`,
    `${T} – a re-evaluation`,
    `${T}: an update`,
    `${T}: 2023 update`,
    `${T} revisited`,
    `${T}, revisited`,
    `${T}. Part 2. Glaciers`,
    `${T}. III. Lowland tributaries`,
    `${T}: an interview with the authors`,
    `${T}: a rejoinder`,
    `${T}: a ten-year follow-up`,
    `${T}: a direct replication`,
    `${T} (Corrigendum)`,
  ])('%s', (title) => {
    expect(outcomeOf(text({ title }), WORK)).not.toBe('kept');
    expect(outcomeOf(text({ title, tags: `<meta name="DC.Title" content="${title}">` }), WORK)).not.toBe(
      'kept',
    );
    // Behind a dash, the title of a document names its site.
    if (!/–/.test(title)) expect(outcomeOf(text({ title: T, documentTitle: title }), WORK)).not.toBe('kept');
    const follower = asWork({ title, doi: DOI, authors: AUTHORS, year: 2021 });
    expect(outcomeOf(text({ title }), follower)).toBe('kept');
    expect(outcomeOf(text({ title: T }), follower)).not.toBe('kept');
  });
});

test('another subtitle is another work', () => {
  const work = asWork({ title: `${T}: a meta-analysis`, authors: AUTHORS });
  expect(outcomeOf(text({ title: `${T}: a review` }), work)).not.toBe('kept');
  expect(outcomeOf(text({ title: `${T}: a meta-analysis` }), work)).toBe('kept');
  expect(outcomeOf(text({ title: T }), work)).toBe('kept');
});

describe('a title that goes on with a subtitle, or beside the name of a journal, stays the work’s', () => {
  test.each([
    { title: `${T}: response of small catchments to warming` },
    { title: `${T}: evidence from twelve stations` },
    { title: T, documentTitle: `${T} | Data in Brief` },
    { title: T, documentTitle: `${T} | Protocol Exchange` },
    { title: T, documentTitle: `${T} - Updates in Hydrology` },
    { title: T, documentTitle: `Journal of Rivers: ${T}` },
    { title: T, documentTitle: `${T}: Journal of Rivers: Vol 12, No 2` },
  ])('%j', (shape) => {
    expect(outcomeOf(text(shape), WORK)).toBe('kept');
  });
});
