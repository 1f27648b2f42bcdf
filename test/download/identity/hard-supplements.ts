import { type Dice } from '../../../src/lab/dice.ts';
import { type MakeCase } from './hard-case.ts';
import { type SampleWork, sentences } from './sample-works.ts';
import { byline, lines, writePaper } from './write-paper.ts';

const SUPPLEMENTS = [
  'Supplementary Material',
  'Supplementary Materials',
  'Supplement',
  'Supplementary Information',
  'Supplemental Material',
  'Appendix',
  'Appendix S1',
  'Appendix A',
  'S1 Text',
  'S1 File',
  'Web Appendix',
  'Online Appendix',
  'Additional file 1',
  'Electronic supplementary material',
  'Multimedia component 1',
  'Data S1',
  'Table S1',
  'Online Resource 1',
  'SI Appendix',
  'Supporting Text',
  'Online Supplement',
  'Data Supplement',
  'eAppendix',
  'Technical Appendix',
  'Supplemental Digital Content 1',
  'Supplementary Methods',
  'Supplementary Figures',
  'Supplementary Tables S1-S4',
  'Web extra material',
  'Supplementary Data',
] as const;
const FOREIGN_SUPPLEMENTS = [
  '补充材料',
  '附录',
  '支持信息',
  '補足資料',
  '付録',
  '보충 자료',
  '부록',
  'المواد التكميلية',
  'ملحق',
  'पूरक सामग्री',
  'परिशिष्ट',
  'Дополнительные материалы',
  'Приложение',
  'Matériel supplémentaire',
  'Annexe',
  'Material suplementario',
  'Anexo',
  'Apéndice',
  'Material suplementar',
  'Informações suplementares',
  'Ergänzendes Material',
  'Anhang',
  'Materiale supplementare',
  'Zusatzmaterial',
] as const;

const maybeDoi = (work: SampleWork, chance: Dice): string | undefined =>
  chance.next() < 0.4 ? work.doi : undefined;

const labelled =
  (labels: readonly string[], where: 'above' | 'below'): MakeCase =>
  (work, chance) => ({
    sheet: {
      pages: writePaper({ work, chance, doi: maybeDoi(work, chance), [where]: [chance.pick(labels)] }),
    },
  });

/** Directly below the title, without an abstract. */
const supplementUnder: MakeCase = (work, chance) => ({
  sheet: {
    pages: [
      [
        ...lines(work.title, 60),
        chance.pick([...SUPPLEMENTS, ...FOREIGN_SUPPLEMENTS]),
        ...lines(byline(work.authors, chance), 80),
        ...lines(sentences(work.language, chance, 9), 90),
      ],
      lines(sentences(work.language, chance, 20), 90),
    ],
  },
});

const supplementLinked: MakeCase = (work, chance) => {
  const link = chance.pick([
    'Supplement of',
    'Supplement to',
    'Supplement to:',
    'Appendix to',
    'Supplementary material for:',
    'Supporting Information for',
    'Appendix for',
    'Additional material for',
  ]);
  const isOwnLine = chance.next() < 0.5;
  return {
    sheet: {
      pages: writePaper({
        work,
        chance,
        ...(isOwnLine ? { above: [link] } : { title: `${link} ${work.title}` }),
      }),
    },
  };
};

const supplementRunning: MakeCase = (work, chance) => {
  const head = chance.pick([
    'Supplementary Material',
    'Supporting Information',
    'Supplementary information',
    'SI Appendix',
    'Online Appendix',
    '补充材料',
    'Material suplementario',
  ]);
  const pages = writePaper({ work, chance, doi: maybeDoi(work, chance) });
  const more = [...pages, lines(sentences(work.language, chance, 12), 95)];
  return {
    sheet: {
      pages: more.map((page, at) => [`${head}${chance.pick(['', ` ${at + 1}`, ` S${at + 1}`])}`, ...page]),
    },
  };
};

const supplementSet: MakeCase = (work, chance) => ({
  sheet: {
    pages: [1, 2, 3, 4].map((number) => [
      ...(number === 1 ? [...lines(work.title, 60), ...lines(byline(work.authors, chance), 80)] : []),
      `Table S${number}. ${sentences(work.language, chance, 1)}`,
      ...lines(sentences(work.language, chance, 4), 90),
      `Figure S${number}: ${sentences(work.language, chance, 1)}`,
      `S${number}`,
    ]),
  },
});

const NOTICES = [
  'Erratum',
  'Corrigendum',
  'Correction',
  'Retraction',
  'Retraction notice',
  'Expression of Concern',
  'Author Correction',
  'Addendum',
  'Notice of Retraction',
] as const;
const FOREIGN_NOTICES = [
  '更正',
  '勘误',
  '撤稿声明',
  '訂正',
  '正誤表',
  '정정',
  '철회',
  'تصحيح',
  'शुद्धिपत्र',
  'Исправление',
  'Ретракция',
  'Berichtigung',
  'Rectificatif',
  'Fe de erratas',
  'Corrección',
  'Errata',
  'Retratação',
  'Errata corrige',
] as const;

/** Supplements and notices under their many names. */
export const HARD_SUPPLEMENTS: Readonly<Record<string, MakeCase>> = {
  'supplement-above': labelled(SUPPLEMENTS, 'above'),
  'supplement-below': labelled(SUPPLEMENTS, 'below'),
  'supplement-under': supplementUnder,
  'supplement-foreign': labelled(FOREIGN_SUPPLEMENTS, 'above'),
  'supplement-linked': supplementLinked,
  'supplement-running': supplementRunning,
  'supplement-set': supplementSet,
  'notice-above': labelled(NOTICES, 'above'),
  'notice-below': labelled(NOTICES, 'below'),
  'notice-foreign': labelled(FOREIGN_NOTICES, 'above'),
};
