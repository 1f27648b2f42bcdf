import type { ArtifactVersion } from '../core/plan.ts';
import { type Dice, dice } from './dice.ts';
import type { Paper } from './paper.ts';
import { type Impostor, isImpostor, type PdfForm } from './pdf-forms.ts';
import { printable, wrap } from './pdf-text.ts';
import { ordinaryTitle, paragraph } from './titles.ts';

export interface Line {
  readonly text: string;
  readonly size: number;
}

/** A document by its pages: what stands on the first ones, and how many pages of prose follow. */
export interface PdfDocument {
  readonly opening: readonly (readonly Line[])[];
  /** Prose runs on below the lines of the last opening page. */
  readonly runsOn: boolean;
  readonly further: number;
}

/** Pages of a whole paper after the first one. */
const FEWEST_FURTHER = 2;
const MOST_FURTHER = 11;

const VERSION_LINES: Readonly<Record<ArtifactVersion, string>> = {
  published: 'Version of record',
  accepted: 'Accepted manuscript',
  submitted: 'Preprint, not peer reviewed',
};

const line = (text: string, size = 9): Line => ({ text: printable(text), size });
const lines = (text: string, size: number, columns: number): readonly Line[] =>
  wrap(printable(text), columns).map((one) => ({ text: one, size }));

const shownTitle = (paper: Paper): string => printable(paper.title ?? '') || 'Untitled';
const titleBlock = (paper: Paper): readonly Line[] => [
  ...lines(shownTitle(paper), 12, 60),
  ...lines(paper.authors.join(', '), 11, 90),
];

/** Page one: what a reader, or a check of identity, looks for. */
const titleLines = (paper: Paper, version: ArtifactVersion): readonly Line[] => [
  line(`${paper.journal} (${paper.year})`),
  line(VERSION_LINES[version]),
  ...titleBlock(paper),
  ...(paper.doi === undefined ? [] : [line(`https://doi.org/${paper.spelling}`)]),
  ...(paper.arxiv === undefined ? [] : [line(`arXiv:${paper.arxiv}`)]),
  line('Abstract', 11),
];

/** As institutional repositories put it before what authors deposit. */
const coverLines = (paper: Paper): readonly Line[] => [
  line('University Research Repository', 14),
  line('This is the accepted manuscript of an article that has been through peer review.'),
  ...lines(
    `Citation for published version: ${paper.authors.join(', ')} (${paper.year}) ${shownTitle(paper)}. ${paper.journal}.`,
    10,
    90,
  ),
  ...(paper.doi === undefined ? [] : [line(`DOI: https://doi.org/${paper.spelling}`)]),
  line('General rights'),
  ...lines(
    'Copyright and moral rights for the publications made accessible in this repository are retained by the authors and other copyright owners. If you believe that this document breaches copyright, contact the library with details.',
    9,
    96,
  ),
  line('Download date: 14. Mar. 2024'),
];

const supplementLines = (paper: Paper, chance: Dice): readonly (readonly Line[])[] => {
  const tables = (from: number): readonly Line[] =>
    [from, from + 1].flatMap((number) => [
      line(`Table S${number}. ${paragraph(chance, 1)}`, 9),
      ...Array.from({ length: 14 }, () =>
        line(Array.from({ length: 6 }, () => (chance.int(0, 9999) / 100).toFixed(2)).join('   ')),
      ),
    ]);
  return [[...titleBlock(paper), line('Supplementary Material', 11), ...tables(1)], tables(3), tables(5)];
};

const erratumLines = (paper: Paper, chance: Dice): readonly Line[] => [
  line(`${paper.journal} (${paper.year + 1})`),
  line('ERRATUM', 12),
  ...lines(`Erratum to: ${shownTitle(paper)}`, 12, 60),
  ...lines(paper.authors.join(', '), 11, 90),
  ...(paper.doi === undefined ? [] : [line(`The original article is at https://doi.org/${paper.spelling}`)]),
  ...lines(
    `In the original article the label of the second figure was wrong. ${paragraph(chance, 2)}`,
    10,
    96,
  ),
];

const contentsLines = (paper: Paper, chance: Dice): readonly Line[] => {
  const entries = Array.from({ length: 30 }, (_, at) =>
    at === 11 ? shownTitle(paper) : ordinaryTitle(chance),
  );
  return [
    line(`Proceedings of the ${paper.year} Conference on ${paper.journal}`, 12),
    line('Table of Contents', 12),
    ...entries.flatMap((title, at) => lines(`${title} ...... ${at * 9 + 1}`, 9, 90)),
  ];
};

/** A whole volume of proceedings, this paper somewhere in the middle. */
const volumePages = (paper: Paper, chance: Dice): readonly (readonly Line[])[] => [
  contentsLines(paper, chance),
  ...Array.from({ length: 16 }, (_, at) => [
    ...(at === 7 ? titleBlock(paper) : lines(ordinaryTitle(chance), 12, 60)),
    line('Abstract', 11),
    ...lines(paragraph(chance, 30), 10, 96),
  ]),
];

const PREVIEW_LINE = line('This is a preview. Log in via your institution to read the full article.');

const alone = (page: readonly Line[], runsOn = false): PdfDocument => ({
  opening: [page],
  runsOn,
  further: 0,
});

type Impostors = Readonly<
  Record<Impostor, (paper: Paper, chance: Dice, first: readonly Line[]) => PdfDocument>
>;

const IMPOSTOR_DOCUMENTS: Impostors = {
  'first-page': (paper, _chance, first) =>
    alone([line(`${paper.journal} 12 (${paper.year}) 101–115`), ...first], true),
  'cover-sheet': (paper) => alone(coverLines(paper)),
  supplement: (paper, chance) => ({ opening: supplementLines(paper, chance), runsOn: false, further: 0 }),
  erratum: (paper, chance) => alone(erratumLines(paper, chance)),
  'contents-page': (paper, chance) => alone(contentsLines(paper, chance)),
  volume: (paper, chance) => ({ opening: volumePages(paper, chance), runsOn: false, further: 0 }),
  notice: () => alone([line('404 Not Found', 14), line('The requested document is not on this server.')]),
  'no-pages': () => ({ opening: [], runsOn: false, further: 0 }),
};

/** What lies in the file of that form. A scan has the pages of the paper, drawn by the press as pictures. */
export function documentOf(
  paper: Paper,
  version: ArtifactVersion,
  { form, chance }: { readonly form: PdfForm; readonly chance: Dice },
): PdfDocument {
  const first = titleLines(paper, version);
  if (isImpostor(form)) return IMPOSTOR_DOCUMENTS[form](paper, dice('document', form, paper.id), first);
  if (form === 'preview') return alone([PREVIEW_LINE, ...first], true);
  const opening = form === 'with-cover-sheet' ? [coverLines(paper), first] : [first];
  return { opening, runsOn: true, further: chance.int(FEWEST_FURTHER, MOST_FURTHER) };
}
