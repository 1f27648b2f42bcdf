import { describe, expect, test } from 'vitest';
import { mainFiles } from '../../src/resolvers/main-files.ts';

const chosen = (...names: string[]) =>
  mainFiles(names.map((name, at) => ({ name, sizeBytes: at }))).map(({ name }) => name);

describe('choosing the text among the files of a deposit', () => {
  test.each([
    [['paper.pdf', 'paper_supplement.pdf'], ['paper.pdf']],
    [['Supporting Information.pdf'], []],
    [['article.pdf', 'article_S1.pdf', 'article-SI.pdf'], ['article.pdf']],
    [['a.pdf', 'Table 1.pdf', 'figures.pdf', 'README.pdf', 'Appendix A.pdf'], ['a.pdf']],
    [['Table of contents.pdf'], ['Table of contents.pdf']],
    [
      ['small.pdf', 'large.pdf'],
      ['large.pdf', 'small.pdf'],
    ],
    [['data.csv', 'paper.docx'], []],
    [['paper.pdf', 'R_code.pdf', 'source code.pdf', 'User_Manual_v2.pdf', 'Poster.pdf'], ['paper.pdf']],
    [
      ['README.pdf', 'Response of lake data to code switching.pdf'],
      ['Response of lake data to code switching.pdf'],
    ],
    [['PHYSICS1.PDF'], ['PHYSICS1.PDF']],
    [['stable-tables-of-figs.pdf', 'comfigure.pdf'], ['comfigure.pdf']],
  ])('%j gives %j', (names, expected) => {
    expect(chosen(...names)).toEqual(expected);
  });
});
