import { wrap } from '../../../src/lab/pdf-text.ts';
import type { Sheet } from '../../download/identity/typeset.ts';
import {
  block,
  citation,
  newDoi,
  newWork,
  type Printed,
  paper,
  range,
  type Scene,
  sheet,
  text,
} from './layout.ts';

/** The work itself, in one of the states in which it travels. */
export interface RightKind {
  readonly wanted?: (work: Printed) => Printed;
  readonly make: (scene: Scene) => Sheet;
  /** Its DOI stands nowhere in the file: known by DOI alone, nothing can be told. */
  readonly hidesDoi?: boolean;
}

const titled = (title: (title: string) => string) => (work: Printed) => ({
  ...work,
  title: title(work.title),
});

const repositoryCover = (work: Printed) => [
  'University Research Repository',
  'This is the accepted manuscript of the following article:',
  ...wrap(citation(work), 88),
  `https://doi.org/${work.doi}`,
  'General rights',
  ...wrap(
    'Copyright and moral rights for the publications made accessible in the public portal are retained by the authors and other copyright owners.',
    88,
  ),
];

/** Of a title with its own mark: a correction that is wanted, and the like. */
const wantedNotice = (mark: string, label: string): RightKind => ({
  wanted: titled((title) => `${mark}${title}${mark.endsWith('“') ? '”' : ''}`),
  make: (scene) => sheet(paper(scene, { label: [label], pageCount: 1, house: 'springer' })),
});

const labelled = (label: string, pageCount?: number): RightKind => ({
  make: (scene) => sheet(paper(scene, { label: [label], ...(pageCount !== undefined && { pageCount }) })),
});

const oneOf = (
  house: 'elsevier' | 'springer' | 'wiley' | 'sage' | 'acs' | 'plos' | 'oup' | 'ieee' | 'copernicus',
): RightKind => ({
  make: (scene) => sheet(paper(scene, { house })),
});

const accepted = (work: Printed): readonly string[] => [
  'Accepted Manuscript',
  ...block(work),
  `DOI: ${work.doi}`,
  `Reference: ${work.journal}`,
  'Please cite this article as given above. This is a PDF file of an unedited manuscript that has been accepted for publication.',
];

export const RIGHT_KINDS: Readonly<Record<string, RightKind>> = {
  'house-elsevier': oneOf('elsevier'),
  'house-springer': oneOf('springer'),
  'house-wiley': oneOf('wiley'),
  'house-sage': oneOf('sage'),
  'house-acs': oneOf('acs'),
  'house-plos': oneOf('plos'),
  'house-oup': oneOf('oup'),
  'house-ieee': oneOf('ieee'),
  'house-copernicus': oneOf('copernicus'),
  'preprint-biorxiv': {
    hidesDoi: true,
    make: ({ work, chance }) =>
      sheet([
        [
          `bioRxiv preprint doi: https://doi.org/10.1101/${work.year}.03.04.${chance.int(100_000, 999_999)}; this version posted March 5, ${work.year}. The copyright holder for this preprint (which was not certified by peer review) is the author/funder.`,
          ...block(work),
          'Abstract',
          ...text(chance, 14),
        ],
        ...Array.from({ length: 9 }, () => text(chance, 22)),
      ]),
  },
  'preprint-arxiv': {
    hidesDoi: true,
    make: ({ work, chance }) =>
      sheet([
        [
          `arXiv:${String(work.year).slice(2)}03.0${chance.int(1000, 9999)}v2 [physics.soc-ph] 4 Mar ${work.year}`,
          ...block(work),
          'Abstract',
          ...text(chance, 14),
        ],
        ...Array.from({ length: 9 }, () => text(chance, 22)),
      ]),
  },
  'working-paper': {
    hidesDoi: true,
    make: ({ work, chance }) =>
      sheet([
        [
          'NBER WORKING PAPER SERIES',
          ...wrap(work.title.toUpperCase(), 60),
          ...work.authors,
          `Working Paper ${chance.int(9000, 29_000)}`,
        ],
        [...wrap(work.title, 60), work.authors.join(', '), 'ABSTRACT', ...text(chance, 8)],
        ...Array.from({ length: 9 }, () => text(chance, 22)),
      ]),
  },
  'accepted-manuscript-cover': {
    make: (scene) => sheet([accepted(scene.work), ...paper(scene, { house: 'elsevier' })]),
  },
  'pre-proof-and-paper': {
    make: (scene) =>
      sheet([
        [
          'Journal Pre-proof',
          ...block(scene.work),
          `DOI: https://doi.org/${scene.work.doi}`,
          `To appear in: ${scene.work.journal}`,
        ],
        ['Journal Pre-proof', ...block(scene.work), 'Abstract', ...text(scene.chance, 10)],
        ...Array.from({ length: 9 }, () => ['Journal Pre-proof', ...text(scene.chance, 20)]),
      ]),
  },
  'repository-cover-and-paper': { make: (scene) => sheet([repositoryCover(scene.work), ...paper(scene)]) },
  'jstor-cover-and-paper': {
    hidesDoi: true,
    make: (scene) => {
      const { work } = scene;
      return sheet([
        [
          ...wrap(work.title, 60),
          `Author(s): ${work.authors.join(', ')}`,
          `Source: ${work.journal}, Vol. ${work.volume} (${work.year}), pp. ${range(work)}`,
          'Published by: The Society',
          'Stable URL: http://www.jstor.org/stable/2460001',
        ],
        ...paper(scene, { house: 'elsevier', hidesDoi: true }),
      ]);
    },
  },
  'pmc-author-manuscript': {
    make: (scene) =>
      sheet([
        [
          'HHS Public Access',
          'Author manuscript',
          `${scene.work.journal}. Author manuscript; available in PMC ${scene.work.year + 1} March 01.`,
          `Published in final edited form as:`,
          `${scene.work.journal}. ${scene.work.year} March ; ${scene.work.volume}(3): ${range(scene.work)}. doi:${scene.work.doi}.`,
          ...block(scene.work),
          'Abstract',
          ...text(scene.chance, 10),
        ],
        ...Array.from({ length: 9 }, () => ['Author Manuscript', ...text(scene.chance, 20)]),
      ]),
  },
  'wanted-erratum': wantedNotice('Erratum to: ', 'ERRATUM'),
  'wanted-correction': wantedNotice('Author Correction: ', 'Author Correction'),
  'wanted-corrigendum': wantedNotice('Corrigendum to “', 'Corrigendum'),
  'wanted-retraction': wantedNotice('Retraction Note: ', 'RETRACTION NOTE'),
  'wanted-reply': wantedNotice('Reply to: ', 'REPLY'),
  'wanted-comment': {
    wanted: titled((title) => `Comment on “${title}”`),
    make: (scene) => sheet(paper(scene, { label: ['COMMENT'], pageCount: 3, house: 'oup' })),
  },
  'wanted-book-review': {
    wanted: titled((title) => `Book review: ${title}`),
    make: (scene) => sheet(paper(scene, { label: ['BOOK REVIEW'], pageCount: 2, house: 'sage' })),
  },
  'label-book-review': {
    make: (scene) => sheet(paper(scene, { label: ['BOOK REVIEW'], pageCount: 3, house: 'sage' })),
  },
  'label-reply': {
    make: (scene) => sheet(paper(scene, { label: ['Reply'], pageCount: 2, house: 'springer' })),
  },
  'label-commentary': labelled('COMMENTARY'),
  'label-editorial': labelled('EDITORIAL', 2),
  'label-supplement-article': labelled('SUPPLEMENT ARTICLE'),
  'label-original-article': labelled('ORIGINAL ARTICLE'),
  'label-review': labelled('Review'),
  'supporting-information-link-above': {
    make: (scene) => sheet(paper(scene, { house: 'springer', label: ['Supporting Information'] })),
  },
  'supplement-offered-below': {
    make: (scene) =>
      sheet(paper(scene, { below: ['Supplementary material is available online at the journal’s site.'] })),
  },
  'title-quoted': {
    wanted: titled((title) => `“We are all in this”: ${title}`),
    make: (scene) => sheet(paper(scene)),
  },
  'title-capitals': {
    make: (scene) =>
      sheet(paper({ ...scene, work: { ...scene.work, title: scene.work.title.toUpperCase() } })),
  },
  'title-short': {
    wanted: (work) => ({ ...work, title: 'Sepsis' }),
    make: (scene) => sheet(paper(scene, { house: 'springer' })),
  },
  'title-with-part': { wanted: titled((title) => `${title}. Part II`), make: (scene) => sheet(paper(scene)) },
  'title-with-year': { wanted: titled((title) => `${title}, 2019`), make: (scene) => sheet(paper(scene)) },
  'title-about-errata': {
    wanted: titled((title) => `Errors, errata and supplements in ${title.toLowerCase()}`),
    make: (scene) => sheet(paper(scene)),
  },
  'parallel-title': {
    make: (scene) =>
      sheet(
        paper(scene, {
          house: 'springer',
          label: [
            'Étude des effets à long terme dans les populations vieillissantes',
            'Langzeitwirkungen in alternden Bevölkerungen',
          ],
        }),
      ),
  },
  'retracted-watermark': {
    make: (scene) => sheet(paper(scene, { label: ['RETRACTED'] }).map((page) => [...page, 'RETRACTED'])),
  },
  'one-page-letter': {
    wanted: (work) => ({ ...work, pageCount: 1 }),
    make: (scene) =>
      sheet(paper({ ...scene, work: { ...scene.work, pageCount: 1 } }, { house: 'oup', label: ['LETTER'] })),
  },
  'starts-below-another': {
    make: (scene) => {
      const [first = [], ...rest] = paper(scene, { house: 'springer' });
      return sheet([
        [...text(scene.chance, 6), 'References', citation(newWork(scene.chance)), ...first].slice(0, 60),
        ...rest,
      ]);
    },
  },
  'long-review-with-contents': {
    make: (scene) => {
      const [first = [], ...rest] = paper(scene);
      return sheet([
        first,
        ['Contents', '1. Introduction 2', '2. Methods 4', '3. Results 9', '4. Outlook 30'],
        ...rest,
      ]);
    },
  },
  'doi-in-metadata-only': {
    make: (scene) =>
      sheet(paper(scene, { house: 'elsevier', hidesDoi: true }), {
        title: scene.work.title,
        subject: `${scene.work.journal}, ${scene.work.volume} (${scene.work.year}) ${range(scene.work)}. doi:${scene.work.doi}`,
      }),
  },
  'metadata-of-a-template': {
    make: (scene) =>
      sheet(paper(scene), { title: 'Template for preparation of papers', author: 'Microsoft' }),
  },
  'manuscript-double-spaced': {
    make: ({ work, chance }) =>
      sheet([
        [...wrap(work.title, 60), ...work.authors, 'Corresponding author. Word count: 5,000'],
        ['Abstract', ...text(chance, 6)],
        ...Array.from({ length: 20 }, () => text(chance, 11)),
      ]),
    hidesDoi: true,
  },
  'other-version-doi': {
    hidesDoi: true,
    make: (scene) =>
      sheet(
        paper(
          {
            ...scene,
            work: { ...scene.work, doi: `10.2139/ssrn.${scene.chance.int(1_000_000, 4_000_000)}` },
          },
          { house: 'springer' },
        ),
      ),
  },
  'no-doi-printed': {
    hidesDoi: true,
    make: (scene) => sheet(paper(scene, { house: 'elsevier', hidesDoi: true })),
  },
  'chapter-in-own-file': {
    make: (scene) => sheet(paper(scene, { label: ['Chapter 7'], house: 'springer' })),
  },
  'cites-own-erratum': {
    make: (scene) =>
      sheet(
        paper(scene, {
          below: [`A correction to this article was published at https://doi.org/${newDoi(scene.chance)}`],
        }),
      ),
  },
};
