import { describe, expect, test } from 'vitest';
import { parseDoi, type WorkId } from '../../../src/core/identifiers.ts';
import type { Work } from '../../../src/core/work.ts';
import { identify } from '../../../src/download/identity/identify.ts';
import { factsOfJats } from '../../../src/download/identity/jats-facts.ts';

import { jatsArticle } from '../../../src/lab/jats.ts';

const doi = (text: string) => {
  const parsed = parseDoi(text);
  if (parsed === undefined) throw new Error(`${text} is no DOI`);
  return parsed;
};

const WORK: Work = {
  id: 'doi:10.1234/rivers.2021.17' as WorkId,
  doi: doi('10.1234/rivers.2021.17'),
  title: 'Seasonal discharge of <i>alpine</i> rivers: efficient flow & first findings',
  year: 2021,
  authors: ['Ana García', 'Bauer, Lena', 'Chen W'],
};
const TITLE = 'Seasonal discharge of alpine rivers: efficient flow and first findings';
describe('marked-up articles say themselves whose they are', () => {
  const jats = (more: Partial<Parameters<typeof jatsArticle>[0]> = {}) =>
    jatsArticle({
      index: 1,
      id: WORK.id,
      doi: '10.1234/rivers.2021.17',
      spelling: '',
      openalex: 'W1',
      title: TITLE,
      year: 2021,
      date: '2021-03-01',
      authors: ['Ana García', 'Lena Bauer', 'Wei Chen'],
      journal: 'Rivers Letters',
      issn: '1234-5678',
      ...more,
    });

  test('JATS by its front matter', () => {
    expect(identify(WORK, factsOfJats(jats()))).toMatchObject({
      verdict: 'proven',
      evidence: { doi: 'own' },
    });
    const other = jats({
      title: 'Thermal alloys under pressure',
      doi: '10.1234/alloys.2020.3',
      authors: ['Omar Haddad'],
    });
    expect(identify(WORK, factsOfJats(other))).toMatchObject({ verdict: 'wrong' });
  });

  test('JATS of a correction is the work whose DOI it carries, and no other', () => {
    const asCorrection = (xml: string) =>
      xml.replace('article-type="research-article"', 'article-type="correction"');
    expect(identify(WORK, factsOfJats(asCorrection(jats())))).toMatchObject({
      verdict: 'proven',
      evidence: { doi: 'own', about: 'correction' },
    });
    const other = jats({ doi: '10.1234/rivers.2021.99' });
    expect(identify(WORK, factsOfJats(asCorrection(other)))).toMatchObject({
      verdict: 'wrong',
      evidence: { about: 'correction' },
    });
    const linked = other.replace(
      '</article-meta>',
      '<related-article related-article-type="corrected-article" ext-link-type="doi" xlink:href="10.1234/rivers.2021.17"/></article-meta>',
    );
    expect(linked).not.toBe(other);
    expect(identify(WORK, factsOfJats(linked))).toMatchObject({ verdict: 'wrong' });
  });

  test('JATS of a reply or a review is the work when title and authors agree; the original is no erratum', () => {
    const { doi: _, ...noDoi } = WORK;
    for (const kind of ['reply', 'book-review', 'article-commentary']) {
      const xml = jats().replace('article-type="research-article"', `article-type="${kind}"`);
      expect(identify(noDoi, factsOfJats(xml)), kind).toMatchObject({ verdict: 'proven' });
    }
    const wanted: Work = { ...WORK, doi: doi('10.1234/rivers.2022.3'), title: `Correction: ${TITLE}` };
    expect(identify(wanted, factsOfJats(jats()))).toMatchObject({ verdict: 'wrong' });
  });
});
