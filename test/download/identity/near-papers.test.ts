import { describe, expect, test } from 'vitest';
import type { PdfFacts } from '../../../src/core/document-reader.ts';
import { type Doi, parseDoi, type WorkId } from '../../../src/core/identifiers.ts';
import type { Identity } from '../../../src/core/identity.ts';
import type { Work } from '../../../src/core/work.ts';
import { whyBodiless } from '../../../src/download/identity/bodiless.ts';
import { factsOfPdf } from '../../../src/download/identity/document-facts.ts';
import { isNumbered, printedExtent } from '../../../src/download/identity/extent.ts';
import { identify } from '../../../src/download/identity/identify.ts';
import { otherWordDeclared } from '../../../src/download/identity/other-word.ts';

const DOI = '10.1234/rivers.2021.17';
const TITLE = 'Seasonal discharge of alpine rivers and first findings';
const AUTHORS = ['Ana García', 'Lena Bauer'];
const WORK: Work = {
  id: `doi:${DOI}` as WorkId,
  doi: parseDoi(DOI) as Doi,
  title: TITLE,
  authors: AUTHORS,
  year: 2021,
};
const BYLINE = AUTHORS.join(', ');
const JOURNAL = 'Rivers Letters, Vol. 12 (2021)';
const LINK = `https://doi.org/${DOI}`;
const SENTENCE = 'The estimate remains stable when rivers and soils are measured together in the same place.';
const prose = (count: number): readonly string[] => Array.from({ length: count }, () => SENTENCE);
const TEXT = ['Abstract', ...prose(4), '1. Introduction', ...prose(12)];

const pdf = (lines: readonly string[], more: Partial<PdfFacts> = {}): PdfFacts => ({
  pageCount: 9,
  pages: [[...lines, ...TEXT].join('\n'), prose(20).join('\n'), prose(20).join('\n')],
  identifiers: [],
  ...more,
});
const sheet = (...pages: readonly (readonly string[])[]): PdfFacts => ({
  pageCount: pages.length,
  pages: pages.map((lines) => lines.join('\n')),
  identifiers: [],
});
const held = (facts: PdfFacts, work: Work = WORK): Identity => identify(work, factsOfPdf(facts));

describe('a title with another word', () => {
  test.each([
    ['Chronic stress alters plasticity in adult rats', 'Chronic stress alters plasticity in adult mice'],
    ['Hip fracture among women: a cohort study', 'Hip fracture among men: a cohort study'],
    ['Vitamin D reduces falls in older adults', 'Vitamin D does not reduce falls in older adults'],
    ['The role of p53 in cutaneous wound healing', 'The role of p63 in cutaneous wound healing'],
    ['Copper complexes with Schiff bases', 'Nickel complexes with Schiff bases'],
    ['Prevalence of hepatitis A among travellers', 'Prevalence of hepatitis B among travellers'],
    ['Storage disease type Ia in children', 'Storage disease type Ib in children'],
    ['Flora of the northern Andes: Asteraceae', 'Flora of the southern Andes: Asteraceae'],
    ['Uptake of nitrate by the roots of barley', 'Uptake of nitrite by the roots of barley'],
  ])('%s: is not %s', (title, other) => {
    expect(otherWordDeclared(title, other)).toBeDefined();
    const work = { ...WORK, title };
    expect(held(pdf([JOURNAL, other, BYLINE]), work)).toMatchObject({ verdict: 'wrong' });
    expect(held(pdf([JOURNAL, LINK, other, BYLINE]), work).verdict).not.toBe('wrong');
    expect(held(pdf([JOURNAL, title, BYLINE]), work)).toMatchObject({ verdict: 'proven' });
  });

  test.each([
    ['Phase III trial of oral vaccines against cholera', 'Phase 3 trial of oral vaccines against cholera'],
    ['Characterisation of the colour of tumours', 'Characterization of the color of tumors'],
    ['Sulphur in the programme of haematology', 'Sulfur in the program of hematology'],
    ['Bright lights of the night: urban ecology of moths', 'Bright lights of the night'],
    ['Adsorption of CO2 and H2O on MgO surfaces', 'Adsorption of CO 2 and H 2 O on MgO surfaces'],
    ['A study of the lakes of Norway', 'Study of lakes in Norway'],
    ['Efficient classification of rivers in the north', 'Efficlent classificatlon of nvers in the north'],
    ['The structure of the $D^{*+}$ meson in decays', 'The structure of the D meson in decays'],
    ['Measurement of neutrons in reactors', 'Measurement of neu- trons in reactors'],
  ])('%s: may be set as %s', (title, other) => {
    expect(otherWordDeclared(title, other)).toBeUndefined();
  });

  test('is not looked for among the authors', () => {
    const work = { ...WORK, title: `${TITLE}: Northern Europe` };
    expect(held(pdf([JOURNAL, TITLE, 'Ana García', 'Lena Bauer']), work).evidence.part).toBeUndefined();
  });

  test('leaves a preprint open, whose title may have changed', () => {
    const lines = ['bioRxiv preprint', TITLE.replace('alpine', 'arctic'), BYLINE];
    expect(held(pdf(lines))).toMatchObject({ verdict: 'unsure' });
  });
});

describe('a supplement with the DOI of its paper', () => {
  test.each(['Online Resource 1', 'Zusatzmaterial', 'Material suplementario', 'mmc1', 'Technical Appendix'])(
    'is not proven: %s',
    (mark) => {
      for (const lines of [
        [mark, TITLE, BYLINE],
        [TITLE, mark, BYLINE],
      ]) {
        expect(held(pdf([JOURNAL, LINK, ...lines])).verdict).not.toBe('proven');
        expect(held(pdf(lines, { identifiers: [`doi:${DOI}`] })).verdict).not.toBe('proven');
      }
    },
  );

  test('is told from an article of a journal that offers one', () => {
    expect(held(pdf([JOURNAL, LINK, 'Supporting Information', TITLE, BYLINE]))).toMatchObject({
      verdict: 'proven',
    });
    expect(held(pdf([LINK, 'Supporting Information', TITLE, BYLINE])).verdict).toBe('unsure');
    expect(held(pdf([JOURNAL, LINK, TITLE, 'Supporting Information', BYLINE])).verdict).toBe('unsure');
  });
});

describe('a file without a text', () => {
  const head = [LINK, TITLE, BYLINE];
  test.each([
    ['an abstract', sheet([...head, 'Abstract', ...prose(8), 'Keywords: rivers'])],
    ['an abstract in another language', sheet([...head, 'Resumen', ...prose(8)])],
    ['two pages of abstracts', sheet([...head, 'Abstract', ...prose(8)], ['Resumen', ...prose(8)])],
    ['a title page', sheet([...head, 'University of Brightwater', 'Published 2021'])],
    ['an abstract of a conference', sheet(['Abstracts / Rivers 12 (2021)', TITLE, BYLINE, ...prose(9)])],
  ])('is left open: %s', (_, facts) => {
    expect(whyBodiless(facts)).toBeDefined();
    expect(held(facts)).toMatchObject({ verdict: 'unsure' });
  });

  test.each([
    'The full text of this item is under embargo until 2030.',
    'Full text: not available from this repository',
  ])('is wrong that says: %s', (words) => {
    expect(held(sheet([...head, words]))).toMatchObject({ verdict: 'wrong' });
  });

  test.each([
    ['a letter', sheet([...head, ...prose(18), 'Lena Bauer'])],
    ['a note with references', sheet([...head, ...prose(5), 'References', '1. Chen W. Lakes. 2016.'])],
    ['a short paper of two pages', sheet([...head, 'Abstract', ...prose(4)], prose(12))],
  ])('is none: %s', (_, facts) => {
    expect(whyBodiless(facts)).toBeUndefined();
    expect(held(facts)).toMatchObject({ verdict: 'proven' });
  });
});

describe('the DOI of another article', () => {
  test.each(['10.1234/rivers.2021.999', '10.5678/proc.4040'])(
    'over the same title and authors leaves it open: %s',
    (other) => {
      expect(held(pdf([JOURNAL, `https://doi.org/${other}`, TITLE, BYLINE]))).toMatchObject({
        verdict: 'unsure',
        evidence: { doi: 'other' },
      });
    },
  );

  test.each(['10.48550/arXiv.2101.01234', '10.5281/zenodo.12345'])('is none, of a deposit: %s', (other) => {
    expect(held(pdf([`https://doi.org/${other}`, TITLE, BYLINE]))).toMatchObject({ verdict: 'proven' });
  });
});

describe('the DOI in the metadata alone', () => {
  const identifiers = [`doi:${DOI}`];
  test('does not prove an erratum, nor a text that names neither title nor authors', () => {
    expect(held(pdf(['Erratum', TITLE, BYLINE], { identifiers })).verdict).toBe('unsure');
    const other = pdf(['Kelp loss in Norway: ten years after', 'Bob Marsh'], { identifiers, title: TITLE });
    expect(held(other)).toMatchObject({ verdict: 'unsure', evidence: { doi: 'own' } });
  });
});

describe('a page range of another paper', () => {
  test.each([
    'Addendum to: Nature 545, 112-115 (2017). The text follows.',
    'Erratum to: J Fish Biol (2016) 12:33-45',
    'We thank Dr Marsh for the comments on our article (J Test 2016;12:33-45).',
    '1 Smith A. Some words. Lancet 2016; 3: 4-15.',
  ])('is not the extent of this one: %s', (line) => {
    expect(printedExtent(['Letters', TITLE, BYLINE, line, ...prose(6)].join('\n'))).toBeUndefined();
  });

  test('the number of a section is none of a page', () => {
    expect(isNumbered('2. Methods\nText.\n102', 2)).toBe(false);
    expect(isNumbered('2 Bauer et al.\nText.', 2)).toBe(true);
  });
});

describe('a notice', () => {
  test.each([
    ['Retraction Note: ', 'The authors have retracted this article because of errors.'],
    ['Retraction to: ', 'The Editor-in-Chief has retracted this article.'],
    ['WITHDRAWN: ', 'This article has been withdrawn at the request of the author.'],
    ['RETRACTED: ', 'This article has been retracted.'],
  ])('is the work where that is wanted, and not the article: %s', (lead, words) => {
    const work = { ...WORK, title: `${lead}${TITLE}` };
    const lines = [LINK, work.title, BYLINE, words];
    expect(held(sheet(lines), work)).toMatchObject({ verdict: 'proven' });
    expect(held(sheet(['RETRACTION', ...lines]), work)).toMatchObject({ verdict: 'proven' });
    expect(held({ ...sheet(['Retraction', ...lines]), identifiers: [`doi:${DOI}`] }, work)).toMatchObject({
      verdict: 'proven',
    });
    expect(held(sheet([LINK, TITLE, BYLINE, words]))).toMatchObject({ verdict: 'wrong' });
  });
});

describe('what others make of a paper', () => {
  test.each([
    ['a recommendation', ['Faculty Opinions recommendation of', TITLE, BYLINE, LINK]],
    ['a journal club', ['Journal Club', TITLE, BYLINE, LINK, 'Reviewed by Bob Marsh']],
    ['a patent', ['(12) United States Patent', `(54) ${TITLE.toUpperCase()}`, BYLINE]],
    ['a cover letter', ['Dear Editor,', 'Please find enclosed our manuscript', TITLE, BYLINE]],
    ['a preregistration', ['Preregistration', TITLE, BYLINE]],
    ['teaching notes', ['Teaching Notes', TITLE, BYLINE, LINK]],
    ['a programme', ['Conference Programme', 'Session 3', `09:00 ${TITLE}`, BYLINE]],
  ])('is not proven: %s', (_, lines) => {
    expect(held(pdf(lines)).verdict).not.toBe('proven');
  });

  test.each([
    ['a journal club of its own', ['Journal Club', TITLE, BYLINE, LINK]],
    ['a letter to the editor', [JOURNAL, TITLE, BYLINE, 'Dear Editor,']],
  ])('is proven: %s', (_, lines) => {
    expect(held(pdf(lines))).toMatchObject({ verdict: 'proven' });
  });
});
