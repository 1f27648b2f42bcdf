import { expect, test } from 'vitest';
import { factsOfJats } from '../../src/download/identity/jats-facts.ts';
import { judgePump } from './fuzz.ts';
import { READERS } from './readers/index.ts';
import type { Pump } from './texts.ts';

/** `bare`: without the reader's frame. */
type Found = readonly [what: string, reader: string, pump: Pump, bare?: 'bare'];

/** Texts that once held the thread for more than a tenth of a second. */
const FOUND: readonly Found[] = [
  ['blanks behind a label', 'identifiers', { before: 'pmid', unit: ' ', after: 'x' }],
  ['blanks within the head of an entry', 'bibtex', { before: '@article{', unit: ' ', after: '"' }],
  ['hyphens outside of entries', 'bibtex', { before: '', unit: 'a-', after: '' }],
  [
    'a title of half a megabyte',
    'bibtex',
    { before: '@a{b, doi={10.1000/a}, title={', unit: 'a\\"o ', after: '}}' },
  ],
  ['blanks within a note', 'ris', { before: 'TY  - JOUR\nM3  - doi', unit: '\t', after: 'x\nER  - \n' }],
  ['blanks between authors', 'csv', { before: 'doi,authors\n10.1000/a,"', unit: ' ', after: 'x"\n' }],
  ['a long row with quotes', 'csv', { before: '', unit: '2020>', after: '","' }],
  ['names of parameters', 'addresses', { before: 'https://a.org/?t', unit: 'signaturez', after: '%0a=1' }],
  ['blanks in a preference', 'response headers', { before: '_', unit: '\n', after: 'ß1s' }],
  ['lines within a comment', 'robots.txt', { before: '', unit: `${'#'.repeat(16_000)}\u2028#\n`, after: '' }],
  [
    'a group named again and again',
    'robots.txt',
    { before: 'User-agent: *\n'.repeat(15_000), unit: 'Allow: /\n', after: '' },
  ],
  [
    'tags within an entity',
    'jats facts',
    { before: '<!DOCTYPE article [<!ENTITY e "', unit: '<a>', after: '">]><article/>' },
    'bare',
  ],
  ['characters that XML does not have', 'jats facts', { before: '', unit: '\0', after: '' }],
  ['characters that XML does not have', 'xml check', { before: '<article>', unit: '\0', after: '' }],
  ['one long text', 'xml check', { before: '<body>', unit: '🧪 … ', after: '</body>' }],
  [
    'names of entities that a DTD may declare',
    'xml check',
    { before: '<!DOCTYPE article><article>', unit: '&e;', after: '</article>' },
    'bare',
  ],
  ['tags and little else', 'landing page', { before: '', unit: '\\a<table>', after: 'purchase ' }],
  [
    'addresses with many endings',
    'landing page',
    { before: '', unit: `<a href="/${'l.ful'.repeat(800)}u">PDF</a>`, after: '' },
  ],
  [
    'addresses with many parts',
    'landing page',
    { before: '', unit: `<a href="/a${'/1'.repeat(1900)}">PDF</a>`, after: '' },
  ],
  [
    'addresses of HighWire',
    'landing page',
    { before: '', unit: `<a href="/m${'/content//'.repeat(390)}.">PDF</a>`, after: '' },
  ],
  [
    'names of classes',
    'landing page',
    { before: '', unit: `<a href="/a.pdf" class="${'galley-link-'.repeat(330)}">PDF</a>`, after: '' },
  ],
  [
    'attributes with data',
    'landing page',
    { before: '', unit: `<div data-pdf-url="a${'.pdf.'.repeat(790)} a"></div>`, after: '' },
  ],
  [
    'states of repositories',
    'landing page',
    {
      before: '<script>bitstreams/',
      unit: `"name":"a.pdf","b":"${'http://\u0001'.repeat(2400)}"`,
      after: '</script>',
    },
  ],
  ['addresses in the text of a paper', 'text of a PDF', { before: '', unit: 'https://', after: 'é' }],
  ['an end without a place', 'pdf check', { before: '%PDF-1.7\n', unit: 'r', after: '\n%%EOF\n' }, 'bare'],
];

const rows = FOUND.map((found) => [found[0], found[1], found] as const);

test.each(rows)(
  '%s (%s) take time in proportion to their length',
  async (_what, _name, [, name, pump, bare]) => {
    const reader = READERS.find((one) => one.name.includes(name))!;
    const { finding } = await judgePump(bare ? { ...reader, frame: ['', ''] } : reader, pump);
    expect(finding).toBeUndefined();
  },
);

test('halves of characters at the end of an article in XML throw nothing', () => {
  expect(factsOfJats('<!\ud800\ud800').titles).toEqual([]);
});
