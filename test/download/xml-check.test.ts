import { describe, expect, test } from 'vitest';
import { checkXml } from '../../src/download/xml-check.ts';
import { jats, prose } from './sample-pages.ts';

function check(source: string | Uint8Array, chunkBytes = 1 << 20) {
  const bytes = Buffer.from(source);
  const checked = checkXml();
  for (let at = 0; at < bytes.length; at += chunkBytes) checked.write(bytes.subarray(at, at + chunkBytes));
  return checked.end();
}

describe('checkXml', () => {
  test('JATS with a body is full text, whatever the chunks', () => {
    for (const chunkBytes of [64, 1000, 1 << 20])
      expect(check(jats(), chunkBytes)).toEqual({ kind: 'whole', root: 'article', isFullText: true });
  });

  test.each([
    [
      'an article inside a set',
      `<pmc-articleset><article><body>${prose(300)}</body></article></pmc-articleset>`,
      true,
    ],
    ['TEI', `<TEI><teiHeader/><text><body>${prose(300)}</body></text></TEI>`, true],
    ['a prefixed article', `<ja:article xmlns:ja="x"><ja:body>${prose(300)}</ja:body></ja:article>`, true],
    ['an abstract', `<article><front><abstract>${prose(300)}</abstract></front></article>`, false],
    ['an empty body', `<article><front>${prose(300)}</front><body/></article>`, false],
    [
      'a notice in the body',
      '<article><body><p>Scanned pages are available as PDF.</p></body></article>',
      false,
    ],
    ['a body of something else', `<envelope><body>${prose(300)}</body></envelope>`, false],
    [
      'a body that is headed as the abstract',
      `<article><body><sec><title>Abstract</title>${prose(300)}</sec></body></article>`,
      false,
    ],
    [
      'a body no longer than the abstract',
      `<article><front><article-meta><abstract>${prose(260)}</abstract></article-meta></front><body>${prose(250)}</body></article>`,
      false,
    ],
    [
      'a body that is a structured abstract',
      `<article><body>${['Background', 'Methods', 'Results', 'Conclusions'].map((title) => `<sec><title>${title}</title>${prose(60)}</sec>`).join('')}</body></article>`,
      false,
    ],
    [
      'a summary in TEI',
      `<TEI><text><body><div><head>Zusammenfassung</head>${prose(300)}</div></body></text></TEI>`,
      false,
    ],
    [
      'an article under the same headings',
      `<article><front><abstract>${prose(250)}</abstract></front><body>${['Background', 'Methods', 'Results', 'Conclusions'].map((title) => `<sec><title>${title}</title>${prose(200)}</sec>`).join('')}</body></article>`,
      true,
    ],
    [
      'a letter with its abstracts in three languages',
      `<article><front><abstract>${prose(120)}</abstract><trans-abstract>${prose(120)}</trans-abstract><trans-abstract>${prose(120)}</trans-abstract></front><body>${prose(200)}</body></article>`,
      true,
    ],
    [
      'a text behind its own abstract',
      `<article><body><sec><title>Summary</title>${prose(150)}</sec><sec><title>Findings</title>${prose(400)}</sec></body></article>`,
      true,
    ],
  ])('%s', (_, source, isFullText) => {
    expect(check(source)).toMatchObject({ kind: 'whole', isFullText });
  });

  test('any cut is noticed', () => {
    const whole = Buffer.from(jats());
    for (let percent = 1; percent < 100; percent++)
      expect(check(whole.subarray(0, Math.floor((whole.length * percent) / 100)))).toMatchObject({
        kind: 'truncated',
      });
  });

  test.each([
    ['a wrong end tag', '<a><b></a></b>'],
    ['bytes that are no UTF-8', Buffer.from('<a>\xff</a>', 'latin1')],
    ['an entity nobody declared', '<a>&nbsp;</a>'],
    ['two roots', '<a/><b/>'],
    ['elements without end', '<x>'.repeat(100_000)],
  ])('%s is a parse error', (_, source) => {
    expect(check(source)).toMatchObject({ kind: 'parse-error' });
  });

  test('entities are neither expanded nor fetched', () => {
    const laughs = `<!DOCTYPE x [<!ENTITY a "${'ha'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}"><!ENTITY c SYSTEM "file:///etc/passwd">]><article><body>&b;&c;</body></article>`;
    expect(check(laughs)).toEqual({ kind: 'whole', root: 'article', isFullText: false });
  });

  test('reads the encodings documents declare', () => {
    expect(
      check(Buffer.from(`\uFEFF<?xml version="1.0" encoding="UTF-16"?><a>é</a>`, 'utf16le')),
    ).toMatchObject({ kind: 'whole' });
    expect(check(Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>`, 'latin1'))).toMatchObject(
      { kind: 'whole' },
    );
    expect(check('<?xml version="1.0" encoding="klingon"?><a>é</a>')).toMatchObject({ kind: 'whole' });
  });
});
