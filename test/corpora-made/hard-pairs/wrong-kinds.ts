import { wrap } from '../../../src/lab/pdf-text.ts';
import { ordinaryTitle } from '../../../src/lab/titles.ts';
import type { Sheet } from '../../download/identity/typeset.ts';
import {
  block,
  citation,
  newWork,
  type Page,
  type Printed,
  paper,
  range,
  type Scene,
  sheet,
  shortAuthors,
  text,
} from './layout.ts';

/** What came instead of the work; `wanted` changes the work itself where the kind is about its title. */
export interface WrongKind {
  readonly wanted?: (work: Printed) => Printed;
  readonly make: (scene: Scene) => Sheet;
}

const titled = (work: Printed, title: string): Printed => ({ ...work, title });

/** Another work of the same authors, year and journal. */
const sibling = ({ work, chance }: Scene, title: string): Scene => ({
  work: { ...newWork(chance, title), authors: work.authors, journal: work.journal, year: work.year },
  chance,
});

/** The wanted title ends in `mine`; the document's in `theirs`. */
const series = (mine: string, theirs: string, years = 0): WrongKind => ({
  wanted: (work) => titled(work, `${work.title}${mine}`),
  make: (scene) => {
    const title = scene.work.title.slice(0, -mine.length) + theirs;
    const other = sibling(scene, title);
    return sheet(paper({ ...other, work: { ...other.work, year: scene.work.year + years } }));
  },
});

const tables = (chance: Scene['chance'], from: number, letter = 'S'): Page =>
  [from, from + 1].flatMap((number) => [
    `Table ${letter}${number}. ${ordinaryTitle(chance)}.`,
    ...Array.from({ length: 16 }, () =>
      Array.from({ length: 6 }, () => (chance.int(0, 9999) / 100).toFixed(2)).join('    '),
    ),
  ]);

const figures = (chance: Scene['chance'], from: number): Page =>
  [from, from + 1, from + 2].flatMap((number) => [
    `Figure S${number}. ${ordinaryTitle(chance)}.`,
    ...text(chance, 3),
  ]);

/** Title and names of the paper with a mark around them; then tables, figures, notes. */
const supplement = (head: (work: Printed) => Page): WrongKind => ({
  make: ({ work, chance }) =>
    sheet([
      [...head(work), ...text(chance, 3), ...tables(chance, 1)],
      tables(chance, 3),
      figures(chance, 1),
      figures(chance, 4),
    ]),
});

/** A notice of one page about the paper, with a DOI of its own. */
const notice = (head: (work: Printed) => Page, body: (work: Printed) => string): WrongKind => ({
  make: ({ work, chance }) => {
    const own = newWork(chance);
    return sheet([
      [
        `${work.journal} ${work.volume + 1} (${work.year + 1}) ${work.firstPage + 400}`,
        `https://doi.org/${own.doi}`,
        ...head(work),
        ...wrap(body(work), 92),
        `The original article can be found online at https://doi.org/${work.doi}`,
      ],
    ]);
  },
});

const alone = (lines: (scene: Scene) => Page): WrongKind => ({ make: (scene) => sheet([lines(scene)]) });

const cutPaper = (pages: number, more: (work: Printed) => Page = () => []): WrongKind => ({
  make: (scene) => {
    const whole = paper(scene).slice(0, pages);
    return sheet(whole.map((page, at) => (at === whole.length - 1 ? [...page, ...more(scene.work)] : page)));
  },
});

const entries = ({ work, chance }: Scene, count: number, at = 9): Page =>
  Array.from({ length: count }, (_, index) => (index === at ? work : newWork(chance))).flatMap(
    (one, index) => [...wrap(`${one.title} . . . . . . ${index * 8 + 3}`, 88), one.authors.join(', ')],
  );

const SERIES: Readonly<Record<string, WrongKind>> = {
  'part-roman': series('. I', '. II'),
  'part-roman-theory': series(': I. Theory', ': II. Theory'),
  'part-arabic': series(' — Part 1', ' — Part 2'),
  'part-words': series(': part one', ': part two'),
  'annual-year': series(', 2019', ', 2020', 1),
  'annual-range': series(': 2010–2014', ': 2015–2019', 5),
  'annual-update': series(': the 2018 update', ': the 2020 update', 2),
  'annual-report-number': series(': 12th annual report', ': 13th annual report', 1),
  'chapter-number': series('. Chapter 3', '. Chapter 4'),
};

const NOTICES: Readonly<Record<string, WrongKind>> = {
  'erratum-above': notice(
    (work) => ['Erratum', ...block(work)],
    () => 'In the version of this article first published, two labels of Figure 3 were exchanged.',
  ),
  'erratum-below': notice(
    (work) => [...block(work), 'Erratum'],
    () => 'Table 2 of this article was printed with a wrong unit. The correct unit is mmol per litre.',
  ),
  'erratum-to-colon': notice(
    (work) => wrap(`Erratum to: ${work.title}`, 70),
    () => 'The spelling of the second author was wrong.',
  ),
  'corrigendum-quoted': notice(
    (work) =>
      wrap(
        `Corrigendum to “${work.title}” [${work.journal} ${work.volume} (${work.year}) ${range(work)}]`,
        80,
      ),
    () =>
      'The authors regret an error in equation (4). The authors would like to apologise for any inconvenience caused.',
  ),
  'author-correction': notice(
    (work) => ['Author Correction', ...block(work)],
    (work) =>
      `Correction to: ${work.journal}, published online. In the original version of this article the funding statement was incomplete.`,
  ),
  'publisher-correction': notice(
    (work) => [...wrap(`Publisher Correction: ${work.title}`, 70), work.authors.join(', ')],
    () => 'The original article has been corrected.',
  ),
  'retraction-note': notice(
    (work) => [...wrap(`Retraction Note: ${work.title}`, 70), work.authors.join(', ')],
    () =>
      'The Editor-in-Chief has retracted this article because of concerns about the data. The authors do not agree to this retraction.',
  ),
  'retraction-notice-below': notice(
    (work) => [...block(work), 'Retraction notice'],
    () => 'This article has been retracted at the request of the editors.',
  ),
  'expression-of-concern': notice(
    (work) => ['Expression of Concern', ...wrap(`Expression of concern: ${work.title}`, 70)],
    () => 'The editors alert readers to questions about this article.',
  ),
  'correction-spanish': notice(
    (work) => ['Fe de erratas', ...block(work)],
    () => 'En el artículo publicado se detectó un error en la tabla 1.',
  ),
};

const ABOUT: Readonly<Record<string, WrongKind>> = {
  'comment-on': {
    make: (scene) =>
      sheet(
        paper(
          { ...scene, work: newWork(scene.chance, `Comment on “${scene.work.title}”`) },
          { pageCount: 3 },
        ),
      ),
  },
  'reply-to-comment': {
    make: (scene) =>
      sheet(paper(sibling(scene, `Reply to comment on “${scene.work.title}”`), { pageCount: 2 })),
  },
  'letter-regarding': {
    make: (scene) =>
      sheet(
        paper(
          { ...scene, work: newWork(scene.chance, `Letter to the editor regarding: ${scene.work.title}`) },
          { label: ['CORRESPONDENCE'], pageCount: 2 },
        ),
      ),
  },
  commentary: {
    make: (scene) =>
      sheet(
        paper(
          { ...scene, work: newWork(scene.chance) },
          {
            label: ['Commentary'],
            below: wrap(
              `See the article by ${shortAuthors(scene.work)}: ${scene.work.title}, on page ${scene.work.firstPage} of this issue.`,
              80,
            ),
            pageCount: 2,
          },
        ),
      ),
  },
  'editorial-about': {
    make: (scene) =>
      sheet(
        paper(
          { ...scene, work: newWork(scene.chance) },
          {
            label: ['Editorial'],
            below: wrap(`Refers to: ${citation(scene.work)}. https://doi.org/${scene.work.doi}`, 80),
            pageCount: 2,
          },
        ),
      ),
  },
  'book-review': {
    make: (scene) =>
      sheet(
        paper(
          { ...scene, work: newWork(scene.chance, `Book review: ${scene.work.title}`) },
          {
            below: wrap(
              `${scene.work.authors.join(', ')}: ${scene.work.title}. Cambridge University Press, ${scene.work.year}. 312 pp.`,
              80,
            ),
            pageCount: 2,
          },
        ),
      ),
  },
  'press-release': {
    make: ({ work, chance }) =>
      sheet([
        [
          `FOR IMMEDIATE RELEASE`,
          `New study shows how ${chance.pick(['cells', 'rivers', 'markets'])} change`,
          ...text(chance, 12),
          ...wrap(
            `The study “${work.title}” by ${work.authors.join(', ')} appears in ${work.journal}. DOI: ${work.doi}`,
            90,
          ),
          'Media contact: press office',
        ],
      ]),
  },
  'plain-language-summary': {
    make: ({ work, chance }) =>
      sheet([
        [
          'Plain Language Summary',
          ...block(work),
          ...text(chance, 8),
          'This is a summary of the article named above. The full article is available from the journal.',
        ],
      ]),
  },
  'list-of-publications': {
    make: (scene) =>
      sheet([
        [
          'Curriculum vitae',
          scene.work.authors[0] ?? '',
          'Publications',
          ...Array.from({ length: 20 }, (_, at) =>
            wrap(
              `${at + 1}. ${citation(at === 2 ? scene.work : sibling(scene, ordinaryTitle(scene.chance)).work)}`,
              90,
            ),
          ).flat(),
        ],
      ]),
  },
  'cover-letter': alone(({ work, chance }) => [
    'Dear Editor,',
    ...wrap(
      `Please find enclosed our manuscript entitled “${work.title}” by ${work.authors.join(', ')}, which we submit for consideration in ${work.journal}.`,
      90,
    ),
    ...text(chance, 5),
    'Sincerely,',
    work.authors[0] ?? '',
  ]),
  'response-to-reviewers': {
    make: ({ work, chance }) =>
      sheet([
        ['Response to Reviewers', ...block(work), 'Reviewer 1', ...text(chance, 12)],
        ['Reviewer 2', ...text(chance, 18)],
      ]),
  },
  'peer-review-file': {
    make: ({ work, chance }) =>
      sheet([
        [
          'Peer Review File',
          ...wrap(work.title, 70),
          'Reviewers’ comments:',
          'Reviewer #1 (Remarks to the Author):',
          ...text(chance, 14),
        ],
        ['Reviewer #2 (Remarks to the Author):', ...text(chance, 18)],
      ]),
  },
  'reporting-summary': {
    make: ({ work, chance }) =>
      sheet([
        [
          'nature portfolio',
          `Corresponding author(s): ${work.authors[0]}`,
          'Reporting Summary',
          'Nature Portfolio wishes to improve the reproducibility of the work that we publish.',
          'Statistics',
          ...text(chance, 8),
        ],
        text(chance, 12),
      ]),
  },
  'conference-abstract': alone((scene) => [
    `Abstracts / ${scene.work.journal} ${scene.work.volume - 1} Suppl 1 (${scene.work.year - 1}) S12–S19`,
    'P-114',
    ...block(scene.work),
    ...text(scene.chance, 7),
    'P-115',
    ...block(newWork(scene.chance)),
    ...text(scene.chance, 7),
  ]),
  'thesis-with-chapter': {
    make: ({ work, chance }) => {
      const thesis = ordinaryTitle(chance);
      return sheet(
        [
          [
            thesis,
            'by',
            work.authors[0] ?? '',
            'A dissertation submitted in partial fulfilment of the requirements for the degree of Doctor of Philosophy',
            `University, ${work.year + 1}`,
          ],
          [
            'Contents',
            '1 Introduction 1',
            ...wrap(`2 ${work.title} 19`, 80),
            `3 ${ordinaryTitle(chance)} 61`,
          ],
          ...Array.from({ length: 60 }, () => text(chance, 22)),
        ],
        { title: thesis },
      );
    },
  },
};

const SUPPLEMENTS: Readonly<Record<string, WrongKind>> = {
  'supplementary-material-below': supplement((work) => [...block(work), 'Supplementary Material']),
  'supplementary-information-above': supplement((work) => ['Supplementary Information', ...block(work)]),
  'supplement-to': supplement((work) => [...wrap(`Supplement to: ${citation(work)}. doi:${work.doi}`, 88)]),
  'supplement-of': supplement((work) => [
    `Supplement of ${work.journal}, ${work.volume}, ${range(work)}, ${work.year}`,
    `https://doi.org/${work.doi}-supplement`,
    'Supplement of',
    ...block(work),
    `Correspondence to: ${work.authors[0]}`,
  ]),
  'appendix-s1': supplement((work) => ['Appendix S1', ...block(work)]),
  's1-text': supplement((work) => ['S1 Text', ...wrap(work.title, 70), work.authors.join(', ')]),
  'web-appendix': supplement((work) => [
    'Web appendix',
    ...wrap(`Web appendix for: ${work.title}`, 70),
    work.authors.join(', '),
  ]),
  'lancet-webappendix': supplement((work) => [
    'THE LANCET',
    'Supplementary appendix',
    'This appendix formed part of the original submission and has been peer reviewed. We post it as supplied by the authors.',
    ...wrap(`Supplement to: ${citation(work)}.`, 88),
  ]),
  'online-appendix': supplement((work) => ['Online Appendix', '(Not for publication)', ...block(work)]),
  'additional-file': supplement((work) => ['Additional file 1', ...block(work)]),
  'electronic-supplementary-material': supplement((work) => [
    'Electronic Supplementary Material',
    work.journal,
    ...block(work),
  ]),
  'supporting-information-for': supplement((work) => ['Supporting Information for', ...block(work), 'S1']),
  'si-appendix-below': supplement((work) => [...block(work), 'SI Appendix']),
  'supplemental-data': supplement((work) => [
    `${work.journal}, Volume ${work.volume}`,
    'Supplemental Information',
    ...block(work),
  ]),
  'online-data-supplement': supplement((work) => [...block(work), 'ONLINE DATA SUPPLEMENT']),
  'data-in-brief-below': supplement((work) => [...block(work), 'Supplementary figures and tables']),
  'multimedia-component': supplement((work) => [...wrap(work.title, 70), 'Appendix A. Supplementary data']),
  'supplement-german': supplement((work) => ['Ergänzendes Material zu', ...block(work)]),
  'supplement-french': supplement((work) => ['Matériel supplémentaire', ...block(work)]),
  'supplement-spanish': supplement((work) => [...block(work), 'Material suplementario']),
  'supplement-portuguese': supplement((work) => ['Material suplementar', ...block(work)]),
  'supplement-chinese': supplement((work) => ['补充材料', ...block(work)]),
  'supplement-japanese': supplement((work) => ['補足資料', ...block(work)]),
  'supplement-russian': supplement((work) => ['Дополнительные материалы', ...block(work)]),
  'figures-file': {
    make: ({ work, chance }) => sheet([[...block(work), 'Figures'], figures(chance, 1), figures(chance, 4)]),
  },
  'prisma-checklist': {
    make: ({ work, chance }) =>
      sheet([
        [
          'PRISMA 2020 Checklist',
          ...wrap(work.title, 70),
          'Section and Topic   Item #   Checklist item   Location',
          ...Array.from(
            { length: 27 },
            (_, at) => `${ordinaryTitle(chance).slice(0, 30)}   ${at + 1}   ${chance.int(1, 12)}`,
          ),
        ],
      ]),
  },
  'trial-protocol': {
    make: ({ work, chance }) =>
      sheet([
        [
          'CLINICAL STUDY PROTOCOL',
          ...block(work),
          'Protocol version 3.1',
          'Sponsor: University Hospital',
          'ClinicalTrials.gov NCT01234567',
        ],
        ...Array.from({ length: 30 }, () => text(chance, 20)),
      ]),
  },
  'statistical-analysis-plan': {
    make: ({ work, chance }) =>
      sheet([
        ['Statistical Analysis Plan', ...wrap(work.title, 70), 'SAP version 1.0'],
        ...Array.from({ length: 12 }, () => text(chance, 20)),
      ]),
  },
};

const PIECES: Readonly<Record<string, WrongKind>> = {
  slides: {
    make: ({ work, chance }) =>
      sheet([
        [...wrap(work.title, 40), work.authors.join(', '), `Seminar, ${work.year}`],
        ...Array.from({ length: 18 }, () => [
          'Outline',
          `• ${ordinaryTitle(chance)}`,
          `• ${ordinaryTitle(chance)}`,
          `• ${ordinaryTitle(chance)}`,
        ]),
      ]),
  },
  poster: alone(({ work, chance }) => [
    ...block(work),
    'INTRODUCTION',
    ...text(chance, 2),
    'METHODS',
    ...text(chance, 2),
    'RESULTS',
    ...text(chance, 2),
    'CONCLUSIONS',
    ...text(chance, 1),
    'Poster presented at the annual meeting',
  ]),
  'graphical-abstract': alone(({ work }) => [
    'Graphical Abstract',
    ...block(work),
    'Highlights',
    '• One finding.',
    '• Another finding.',
  ]),
  highlights: alone(({ work, chance }) => [
    'Highlights',
    ...wrap(work.title, 70),
    ...Array.from({ length: 4 }, () => `• ${ordinaryTitle(chance)}`),
  ]),
  'contents-page': alone((scene) => [
    `Proceedings of the ${scene.work.year} Conference`,
    'Table of Contents',
    ...entries(scene, 16),
  ]),
  'issue-cover-and-contents': {
    make: (scene) =>
      sheet([
        [scene.work.journal, `Volume ${scene.work.volume}, Number 3, ${scene.work.year}`, 'ISSN 1234-5678'],
        ['Contents', ...entries(scene, 14, 3)],
      ]),
  },
  'book-of-abstracts': {
    make: (scene) =>
      sheet([
        ['Book of Abstracts', `International Congress ${scene.work.year}`],
        ...Array.from({ length: 40 }, (_, at) => [
          ...block(at === 6 ? scene.work : newWork(scene.chance)),
          ...text(scene.chance, 8),
          ...block(newWork(scene.chance)),
          ...text(scene.chance, 8),
        ]),
      ]),
  },
  'proceedings-volume': {
    make: (scene) =>
      sheet([
        [`Proceedings of the ${scene.work.year} Conference`, 'Edited by A. Editor'],
        ['Contents', ...entries(scene, 18)],
        ...Array.from({ length: 6 }, (_, at) =>
          paper({ ...scene, work: at === 2 ? scene.work : newWork(scene.chance) }, { pageCount: 6 }),
        ).flat(),
      ]),
  },
  'pre-proof-cover': alone(({ work, chance }) => [
    'Journal Pre-proof',
    ...block(work),
    `PII: S0000-0000(20)30000-0`,
    `DOI: https://doi.org/${work.doi}`,
    `To appear in: ${work.journal}`,
    ...wrap(
      'Please cite this article as shown above. This is a PDF file of an article that has undergone enhancements after acceptance, such as the addition of a cover page and metadata, and formatting for readability, but it is not yet the definitive version of record.',
      90,
    ),
    `© ${work.year} Published by Elsevier.`,
    String(chance.int(1, 9)),
  ]),
  'repository-cover': alone(({ work }) => [
    'University Research Repository',
    'This is the peer reviewed version of the following article:',
    ...wrap(citation(work), 88),
    `Published version: https://doi.org/${work.doi}`,
    'General rights',
    ...wrap(
      'Copyright and moral rights for the publications made accessible in the public portal are retained by the authors and other copyright owners.',
      88,
    ),
    'Download date: 01. Jan. 2024',
  ]),
  'jstor-cover': alone(({ work }) => [
    ...wrap(work.title, 60),
    `Author(s): ${work.authors.join(', ')}`,
    `Source: ${work.journal}, Vol. ${work.volume} (${work.year}), pp. ${range(work)}`,
    'Published by: The Society',
    'Stable URL: http://www.jstor.org/stable/2460001',
    'Accessed: 04/05/2019 13:11',
    ...wrap(
      'JSTOR is a not-for-profit service that helps scholars, researchers, and students discover, use, and build upon a wide range of content in a trusted digital archive.',
      88,
    ),
  ]),
  'first-page-with-range': cutPaper(1),
  'first-two-pages': cutPaper(2),
  'first-page-marked': cutPaper(1, (work) => [`Page 1 of ${work.pageCount}`]),
  'preview-two-pages-marked': cutPaper(2, () => ['This is a preview. The remaining pages are not shown.']),
  'title-page-only': alone(({ work }) => [
    'Title page',
    ...block(work),
    'Corresponding author: see above',
    'Word count: 5,412',
    'Declarations of interest: none',
  ]),
  'not-found-notice': alone(() => ['404 Not Found', 'The requested URL was not found on this server.']),
  'access-denied-notice': alone(() => ['Access Denied', 'You do not have permission to view this document.']),
  'removed-notice': alone(({ work }) => [
    'This article has been removed',
    ...wrap(`${work.title} is no longer available from this site.`, 80),
  ]),
  'withdrawn-notice': alone(({ work }) => [
    'WITHDRAWN:',
    ...block(work),
    'This article has been withdrawn at the request of the author(s) and/or editor. The Publisher apologizes for any inconvenience this may cause.',
  ]),
  'little-text-other-doi': alone(({ chance }) => [ordinaryTitle(chance), `doi:${newWork(chance).doi}`]),
  'no-pages': { make: () => sheet([]) },
};

const OTHERS: Readonly<Record<string, WrongKind>> = {
  'same-authors-and-year': { make: (scene) => sheet(paper(sibling(scene, ordinaryTitle(scene.chance)))) },
  'same-journal-next-article': {
    make: (scene) =>
      sheet(
        paper({
          ...scene,
          work: {
            ...newWork(scene.chance),
            journal: scene.work.journal,
            year: scene.work.year,
            volume: scene.work.volume,
            firstPage: scene.work.firstPage + scene.work.pageCount,
          },
        }),
      ),
  },
  'citing-paper': {
    make: (scene) =>
      sheet(
        paper(
          { ...scene, work: newWork(scene.chance) },
          {
            below: wrap(
              `This study builds on ${shortAuthors(scene.work)}, “${scene.work.title}” (${scene.work.year}), https://doi.org/${scene.work.doi}.`,
              88,
            ),
          },
        ),
      ),
  },
  'protocol-of-the-study': {
    make: (scene) => sheet(paper(sibling(scene, `${scene.work.title}: protocol for a systematic review`))),
  },
  'longer-title-of-others': {
    make: (scene) =>
      sheet(
        paper({
          ...scene,
          work: newWork(scene.chance, `${scene.work.title} revisited: evidence from ten countries`),
        }),
      ),
  },
  'opposite-title': {
    wanted: (work) => titled(work, `Effects of ${work.title.toLowerCase()} in adults`),
    make: (scene) => sheet(paper(sibling(scene, scene.work.title.replace(/in adults$/, 'in children')))),
  },
};

export const WRONG_KINDS: Readonly<Record<string, WrongKind>> = {
  ...SERIES,
  ...NOTICES,
  ...ABOUT,
  ...SUPPLEMENTS,
  ...PIECES,
  ...OTHERS,
};
