import { judgePage } from '../../../src/download/html-verdict.ts';
import { factsOfPdf } from '../../../src/download/identity/document-facts.ts';
import { identify } from '../../../src/download/identity/identify.ts';
import { identifyPage } from '../../../src/download/identity/identify-page.ts';
import { factsOfJats } from '../../../src/download/identity/jats-facts.ts';
import { checkPdf } from '../../../src/download/pdf-check.ts';
import { pdfDictionary } from '../../../src/download/pdf-dictionary.ts';
import { opensWithoutPassword } from '../../../src/download/pdf-password.ts';
import { readPage } from '../../../src/download/read-page.ts';
import { sniff } from '../../../src/download/sniff.ts';
import { checkXml } from '../../../src/download/xml-check.ts';
import { findPdfLinks } from '../../../src/resolvers/html/find-pdf-links.ts';
import { workBy } from '../../support/work-by.ts';
import type { FuzzedReader, Turn } from '../reader.ts';
import { ODD, PROSE } from './odd.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const CHUNK = 64 * KIB;

const WORK = workBy('10.5555/1', {
  title: 'A paper about papers and the people who read them: Part II',
  year: 2020,
  authors: ['Jane Doe', 'Smith, J.', 'Müller'],
});

async function feed(text: string, turn: Turn, write: (chunk: Uint8Array) => void): Promise<void> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += CHUNK) {
    await turn();
    write(bytes.subarray(at, at + CHUNK));
  }
  await turn();
}

const XML = [
  ...ODD,
  '<?xml version="1.0"?>',
  '<!DOCTYPE article [',
  '<!ENTITY e "',
  '<!ENTITY % p ',
  '">',
  ']>',
  '&e;',
  '&amp;',
  '&#x41;',
  '&#0;',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?pi ',
  '?>',
  '<article>',
  '<article article-type="correction">',
  '<front>',
  '<article-meta>',
  '<article-title>',
  '</article-title>',
  '<article-id pub-id-type="doi">',
  '10.5555/1',
  '</article-id>',
  '<surname>Doe',
  '</surname>',
  '<year>2020</year>',
  '<related-article xlink:href="10.5555/2" related-article-type="corrected-article"/>',
  '</article-meta>',
  '</front>',
  '<body>',
  '<p>',
  '</p>',
  '</body>',
  '</article>',
  '<a ',
  'b="',
  '" ',
  'x:y',
  '<a>',
  '</a>',
  '<a/>',
  'words of a paper ',
];

const HTML = [
  ...PROSE,
  '<html>',
  '<head>',
  '<title>',
  '</title>',
  '<body>',
  '</body>',
  '</html>',
  '<div>',
  '<div class="references">',
  '</div>',
  '<p>',
  '</p>',
  '<a href="',
  '<a href="/a.pdf">PDF',
  '<a href="https://b.org/x/download?f=1">Download ',
  '</a>',
  '<h1>',
  '</h1>',
  '<h2>Methods',
  '</h2>',
  '<meta name="citation_pdf_url" content="/p.pdf">',
  '<meta name="citation_doi" content="10.5555/1">',
  '<meta name="citation_title" content="A paper about papers">',
  '<meta name="',
  '" content="',
  '<meta http-equiv="refresh" content="0; url=',
  '">',
  '<link rel="canonical" href="',
  '<base href="',
  '<script>',
  '<script type="application/ld+json">',
  '{"@type":"ScholarlyArticle","name":"',
  '{"@graph":[',
  '"}',
  '</script>',
  '<iframe src="',
  '<embed ',
  '<form action="',
  '<input type="password">',
  '<select><option>',
  '<table>',
  '<tr><td>',
  '<br>',
  '<ol><li>',
  '</li>',
  '<svg>',
  '<style>',
  '</style>',
  '<!--',
  '-->',
  '<![CDATA[',
  '&lt;',
  '&#',
  '&nbsp;',
  'id="',
  'class="',
  'data-x="',
  'onclick="location.href=\'/a.pdf\'"',
  'window.location="',
  'http://',
  '/bitstreams/',
  'T.',
];

const PDF = [
  ...ODD,
  '%PDF-1.7\n',
  '%%EOF\n',
  'startxref\n',
  '9\n',
  '0\n',
  'xref\n0 1\n',
  'trailer\n',
  '<</Root 1 0 R',
  '/Size 2',
  '/Encrypt 3 0 R',
  '/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -4',
  '/O<',
  '/U(',
  '/ID[<00><00>]',
  '>>\n',
  '1 0 obj\n',
  'endobj\n',
  '/XRef',
  '/Linearized 1/L ',
  '<html>',
  '<p ',
  '<br/>',
  '\\(',
  '\\051',
  'stream\n',
  'endstream',
];

/** As much of a page as the reader of PDFs tells; `read-pdf.ts` cuts it there. */
const PAGE_CHARS = 8001;

export const DOCUMENTS: readonly FuzzedReader[] = [
  {
    name: 'xml check',
    cap: MIB,
    tokens: XML,
    frame: ['<article>', '</article>'],
    async run(text, turn) {
      const check = checkXml();
      await feed(text, turn, (chunk) => check.write(chunk));
      return check.end();
    },
  },
  {
    name: 'jats facts and identity',
    cap: 256 * KIB,
    tokens: XML,
    frame: ['<article><front><article-meta>', '</article-meta></front></article>'],
    run: (text) => identify(WORK, factsOfJats(text)),
  },
  {
    name: 'page as an artifact',
    cap: 2 * MIB,
    tokens: HTML,
    frame: [
      '<html><head><title>A paper about papers</title><meta name="citation_doi" content="10.5555/1"></head><body>',
      '</body></html>',
    ],
    share: 500,
    async run(text, turn) {
      const reader = readPage();
      await feed(text, turn, (chunk) => reader.write(chunk));
      const page = reader.end();
      await turn();
      const { identity, refusal } = identifyPage(WORK, page);
      await turn();
      const verdict = judgePage(page, { hops: ['https://a.org/10.5555/1'], headers: {} });
      return { identity, refusal, verdict };
    },
  },
  {
    name: 'page as a landing page',
    cap: 2 * MIB,
    tokens: HTML,
    frame: [
      '<html><head><title>A paper about papers</title><meta name="citation_doi" content="10.5555/1"></head><body>',
      '</body></html>',
    ],
    share: 500,
    async run(text, turn) {
      await turn();
      return findPdfLinks(text, 'https://a.org/10.5555/1', { work: WORK });
    },
  },
  {
    name: 'text of a PDF and identity',
    cap: 3 * PAGE_CHARS,
    tokens: PROSE,
    frame: ['A paper about papers and the people who read them: Part II\nJane Doe\n', ''],
    run(text) {
      const pages = [0, 1, 2].map((at) => text.slice(at * PAGE_CHARS, (at + 1) * PAGE_CHARS));
      const claims = {
        title: text.slice(0, 2000),
        authors: text.slice(-2000),
        identifiers: [text.slice(0, 2000)],
      };
      return identify(WORK, factsOfPdf({ pageCount: 9, pages, ...claims }));
    },
    bound: 100_000,
  },
  {
    name: 'pdf check',
    cap: MIB,
    tokens: PDF,
    frame: ['%PDF-1.7\n', '\nstartxref\n9\n%%EOF\n'],
    run(text) {
      const bytes = Buffer.from(text, 'latin1');
      return checkPdf({
        sizeBytes: bytes.length,
        read: ({ start, end }) => Promise.resolve(bytes.subarray(start, end)),
      });
    },
  },
  {
    name: 'pdf dictionary and password',
    cap: 64 * KIB,
    tokens: PDF,
    frame: ['<<', '>>'],
    run: (text) => opensWithoutPassword(pdfDictionary(text), Buffer.from('00', 'hex')),
  },
  {
    name: 'kind of a body',
    cap: 64 * KIB,
    tokens: [...HTML, ...PDF, ...XML],
    run: (text) => sniff(Buffer.from(text)),
  },
];
