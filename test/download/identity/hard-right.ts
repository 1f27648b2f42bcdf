import { type MakeCase } from './hard-case.ts';
import { newDoi, newTitle, sentences } from './sample-works.ts';
import { byline, lines, reference, writePaper } from './write-paper.ts';

/** A section's label over the title: the work is what the label says. */
const sectionLabel: MakeCase = (work, chance) => ({
  sheet: {
    pages: writePaper({
      work,
      chance,
      above: [
        chance.pick([
          'BOOK REVIEW',
          'Reply',
          'Commentary',
          'Editorial',
          'Letter to the Editor',
          'COMMENT',
          'Book Reviews',
          'Response',
          'Viewpoint',
          '书评',
          'Rezension',
          'Comentario',
        ]),
      ],
    }),
  },
});

/** The work is the erratum, the reply, the supplement, and says so in its title. */
const namedKind: MakeCase = (work, chance) => {
  const title = `${chance.pick(['Erratum to: ', 'Correction: ', 'Reply to: ', 'Comment on ', 'Retraction Note: ', 'Corrigendum to ', 'Book review: ', 'Supplementary material for ', 'Expression of Concern: ', 'Commentary: '])}${work.title}`;
  const wanted = { ...work, title };
  return {
    work: wanted,
    sheet: { pages: writePaper({ work: wanted, chance, above: chance.next() < 0.5 ? ['Correction'] : [] }) },
  };
};

/** The index leaves the label out; the file's metadata carries the DOI. */
const unnamedKind: MakeCase = (work, chance) => ({
  sheet: {
    pages: writePaper({
      work,
      chance,
      above: [
        chance.pick([
          'Erratum',
          'Correction',
          'Retraction',
          'Supporting Information',
          'Corrigendum',
          'Reply',
        ]),
      ],
    }),
    subject: `doi:${work.doi}`,
  },
});

const quoted: MakeCase = (work, chance) => {
  const words = work.title.split(' ');
  const title = chance.pick([
    `“${work.title}”`,
    `"${words.slice(0, 2).join(' ')}": ${words.slice(2).join(' ')}`,
    `‘${words[0]}’ ${words.slice(1).join(' ')}`,
    `«${work.title}»`,
  ]);
  const wanted = { ...work, title };
  return {
    work: wanted,
    sheet: {
      pages: writePaper({ work: wanted, chance, above: chance.next() < 0.5 ? ['Original article'] : [] }),
    },
  };
};

const sage: MakeCase = (work, chance) => {
  const [first = [], ...rest] = writePaper({ work, chance, doi: undefined });
  const family = (work.authors[0] ?? '').split(' ').at(-1) ?? '';
  return {
    sheet: {
      pages: [
        [
          `${work.journal.slice(0, 3).toUpperCase()}XXX${work.doi}${family} et al.`,
          'research-article',
          ...first,
        ],
        ...rest,
      ],
    },
  };
};

const jstor: MakeCase = (work, chance) => ({
  sheet: {
    pages: [
      [
        ...lines(work.title, 70),
        `Author(s): ${work.authors.join(', ')}`,
        `Source: ${work.journal}, Vol. 12, No. 3 (${work.year}), pp. 101-115`,
        'Published by: Brightwater Press',
        'Stable URL: https://www.jstor.org/stable/123456',
        'JSTOR is a not-for-profit service that helps scholars discover and use a wide range of content.',
      ],
      ...writePaper({ work, chance, doi: undefined, above: chance.next() < 0.3 ? ['Book Review'] : [] }),
    ],
  },
});

const preproof: MakeCase = (work, chance) => ({
  sheet: {
    pages: [
      [
        'Journal Pre-proof',
        ...lines(work.title, 70),
        ...lines(byline(work.authors, chance), 80),
        'PII: S0022-1694(21)00123-4',
        `DOI: https://doi.org/${work.doi}`,
        `To appear in: ${work.journal}`,
        'Please cite this article as: it stands.',
      ],
      ...(chance.next() < 0.4 ? [['Highlights', ...lines(sentences(work.language, chance, 3), 80)]] : []),
      ...writePaper({ work, chance, doi: undefined }),
    ],
  },
});

const preprintDoi: MakeCase = (work, chance) => ({
  sheet: {
    pages: writePaper({
      work,
      chance,
      doi: chance.pick([
        '10.1101/2020.03.04.123456',
        '10.48550/arXiv.2001.01234',
        '10.2139/ssrn.3456789',
        '10.31234/osf.io/ab12c',
        '10.21203/rs.3.rs-12345/v1',
        '10.20944/preprints202001.0123.v1',
        '10.26434/chemrxiv.1234567',
        '10.31219/osf.io/xyz12',
        '10.5281/zenodo.123456',
        '10.22541/au.158.1234',
        '10.5194/acp-2019-123',
      ]),
    }),
  },
});

const shortTitle: MakeCase = (work, chance) => {
  const wanted = {
    ...work,
    title: chance.pick(['Introduction', 'Sex', 'AI', 'Rivers', 'On lakes', 'Preface', 'Ode']),
  };
  return { work: wanted, sheet: { pages: writePaper({ work: wanted, chance }) } };
};

const noAuthors: MakeCase = (work, chance) => {
  const { authors: _, ...rest } = work;
  return {
    work: rest as typeof work,
    sheet: { pages: writePaper({ work, chance, doi: chance.next() < 0.5 ? work.doi : undefined }) },
  };
};

/** A paper in one language with its title in another below. */
const parallel: MakeCase = (work, chance) => {
  const language = chance.pick(['zh', 'ru', 'ja', 'de', 'ko'] as const);
  const title = newTitle(language, chance);
  return {
    sheet: {
      pages: writePaper({
        work,
        chance,
        title,
        language,
        below: [
          ...lines(sentences(language, chance, 3), 80),
          ...lines(work.title, 60),
          ...lines(byline(work.authors, chance), 80),
        ],
        doi: chance.next() < 0.5 ? work.doi : undefined,
      }),
    },
  };
};

const offers: MakeCase = (work, chance) => ({
  sheet: {
    pages: writePaper({
      work,
      chance,
      below: chance.pick([
        ['Supporting Information:', '• Supporting Information S1', 'Correspondence to: the first author'],
        ['*S Supporting Information'],
        ['sı Supporting Information', 'ACCESS Metrics & More'],
        ['Supplementary material for this article is available online.'],
        ['Electronic supplementary information (ESI) available. See DOI.'],
      ]),
      doi: chance.next() < 0.5 ? work.doi : undefined,
    }),
  },
});

const proceedingsHead: MakeCase = (work, chance) => ({
  sheet: {
    pages: writePaper({
      work,
      chance,
      above: [
        `Proceedings of the 12th Conference on ${newTitle('en', chance)}`,
        `pages 101–102, ${work.year}`,
      ],
      doi: chance.next() < 0.5 ? work.doi : undefined,
    }),
  },
});

const xmpDoi: MakeCase = (work, chance) => ({
  sheet: { pages: writePaper({ work, chance, doi: undefined }), subject: `${work.journal}, doi:${work.doi}` },
});
const footDoi: MakeCase = (work, chance) => {
  const [first = [], ...rest] = writePaper({ work, chance, doi: undefined });
  return {
    sheet: {
      pages: [
        [
          ...first,
          chance.pick([
            `https://doi.org/${work.doi}`,
            `DOI: ${work.doi}`,
            `doi:${work.doi} © ${work.year} The Authors`,
          ]),
        ],
        ...rest,
      ],
    },
  };
};
const headDoi: MakeCase = (work, chance) => ({ sheet: { pages: writePaper({ work, chance }) } });
const splitDoi: MakeCase = (work, chance) => {
  const doi = work.doi ?? newDoi(chance);
  const at = chance.int(9, doi.length - 3);
  return {
    sheet: {
      pages: writePaper({
        work,
        chance,
        doi: undefined,
        above: [`https://doi.org/${doi.slice(0, at)}`, doi.slice(at)],
      }),
    },
  };
};
const citedAs: MakeCase = (work, chance) => ({
  sheet: {
    pages: writePaper({
      work,
      chance,
      doi: undefined,
      below: lines(
        `${chance.pick(['Cite this article:', 'To cite this article:', 'Citation:', 'How to cite:'])} ${reference(work).replace('1-9', '1-2')}`,
        80,
      ),
    }),
  },
});

/** How the right paper may look, where it is hard to tell. */
export const HARD_RIGHT: Readonly<Record<string, MakeCase>> = {
  'section-label': sectionLabel,
  'named-kind': namedKind,
  'unnamed-kind': unnamedKind,
  quoted,
  sage,
  jstor,
  preproof,
  'preprint-doi': preprintDoi,
  'short-title': shortTitle,
  'no-authors': noAuthors,
  parallel,
  'proceedings-head': proceedingsHead,
  offers,
  'cited-as': citedAs,
};

/** With the DOI in its places, for works of which nothing else is known. */
export const DOI_RIGHT: Readonly<Record<string, MakeCase>> = {
  'xmp-doi': xmpDoi,
  'foot-doi': footDoi,
  'head-doi': headDoi,
  'split-doi': splitDoi,
  'cited-as': citedAs,
  sage,
  jstor: preproof,
  'section-label': sectionLabel,
  offers,
  'proceedings-head': proceedingsHead,
};
