import { acceptsLicense } from '../../../src/core/accepted-licenses.ts';
import { accessOffer } from '../../../src/core/access-offer.ts';
import { readLicense } from '../../../src/core/claims.ts';
import { countWords } from '../../../src/core/count-words.ts';
import { markOf } from '../../../src/core/document-marks.ts';
import {
  parseArxiv,
  parseDoi,
  parseIdentifier,
  parseOpenAlex,
  parsePmcid,
  parsePmid,
  parseWebUrl,
} from '../../../src/core/identifiers.ts';
import { maskDeep, secretMask } from '../../../src/core/mask-secrets.ts';
import { areOtherTitles } from '../../../src/core/other-title.ts';
import { plainText } from '../../../src/core/plain-text.ts';
import { saysTooMany } from '../../../src/core/rate-words.ts';
import { withholdsRest } from '../../../src/core/rest-withheld.ts';
import { bareTitle, squash } from '../../../src/core/squash.ts';
import { timestampMs } from '../../../src/core/timestamp.ts';
import { addressKey, canonicalUrl, hostKey, parseUrl, pathAndQuery } from '../../../src/core/url.ts';
import { saysGone, wallByHeading, wallByText } from '../../../src/core/wall-words.ts';
import { redactUrl } from '../../../src/http/redact-url.ts';
import type { FuzzedReader } from '../reader.ts';
import { ODD, PROSE } from './odd.ts';

const KEY = 'aaaaaaaaaaaaaaaaaaaaaaaa';
const secrets = secretMask([
  { name: 'key', value: KEY },
  { name: 'other', value: 'ab%20ab ab/ab' },
]);
const MIB = 1024 * 1024;

export const CORE: readonly FuzzedReader[] = [
  {
    name: 'identifiers',
    cap: MIB,
    tokens: [
      ...ODD,
      '10.1000/',
      '10.1000/a',
      'doi:',
      'doi.org/',
      'https://dx.doi.org/',
      'arXiv:',
      '2104.12255',
      'v2',
      '[cs.CL]',
      'hep-th/9901001',
      'PMC',
      'pmcid:',
      'pmid',
      '123',
      'W27',
      'https://openalex.org/',
      'https://www.ncbi.nlm.nih.gov/pmc/articles/',
      'https://pubmed.ncbi.nlm.nih.gov/',
      '%25',
      '%2f',
      '&lt;',
      '&amp;',
      'url:',
    ],
    run: (text) =>
      [parseIdentifier, parseDoi, parseArxiv, parseOpenAlex, parsePmcid, parsePmid, parseWebUrl].map(
        (parse) => parse(text),
      ),
  },
  {
    name: 'addresses',
    // Attributes are cut at 4 KiB and headers at 16 KiB; APIs may name anything.
    cap: 256 * 1024,
    tokens: [
      ...ODD,
      'https://a.org/',
      'http://',
      'a.org',
      ':80',
      '//',
      '/../',
      '?a=b',
      '&utm_source=x',
      '&token=',
      '%2f',
      '%zz',
      '#x',
      'user:pw@',
      '[::1]',
      'xn--',
      '。',
      '.pdf',
    ],
    run: (text) => {
      const url = parseUrl(text, 'https://a.org/b');
      return [
        canonicalUrl(text),
        addressKey(text),
        redactUrl(text),
        url && [hostKey(url), pathAndQuery(url), canonicalUrl(url.href), redactUrl(url.href)],
      ];
    },
    bound: 32 * MIB,
  },
  {
    name: 'words of pages',
    cap: 16 * 1024,
    tokens: [
      ...PROSE,
      'rate limit ',
      'exceeded ',
      'too many requests ',
      'not found ',
      'access ',
      'subscribe ',
      'buy ',
      'log in ',
      'captcha ',
      'open access ',
      ' | ',
      ' - ',
      'hit ',
      '<b>',
    ],
    run: (text) => [
      accessOffer(text),
      accessOffer(text, true),
      withholdsRest(text, true),
      wallByHeading(text),
      wallByText(text),
      saysGone(text),
      saysTooMany(text),
      markOf(text),
    ],
  },
  {
    name: 'titles and texts',
    cap: 256 * 1024,
    tokens: [...PROSE, '<i>', '</i>', '<', '&amp;', 'Part II', ': '],
    run: (text) => [
      squash(text).letters.length,
      bareTitle(text).length,
      countWords(text),
      plainText(text),
      areOtherTitles(text, 'A paper about papers'),
      areOtherTitles(text, `${text}x`),
      timestampMs(text),
    ],
  },
  {
    name: 'licences',
    cap: MIB,
    tokens: [
      ...ODD,
      'cc',
      'CC BY',
      'by-nc',
      '4.0',
      'creative commons ',
      'attribution',
      'http://creativecommons.org/licenses/by/',
      'https://spdx.org/licenses/',
      '.html',
      'non',
      'commercial',
      'no deriv',
      'public',
      'domain',
    ],
    run: (text) => [readLicense(text), acceptsLicense(['cc-by'], text)],
  },
  {
    name: 'secrets',
    cap: 256 * 1024,
    tokens: [...ODD, 'a', 'aaaaaaaa', KEY, 'ab%20ab', 'ab ab/ab', 'ab+', 'YWFh', 'ab'],
    run: (text) => [
      secrets.mask(text),
      secrets.decided(text),
      maskDeep({ a: { b: { c: [text] } } }, secrets.mask),
    ],
    bound: 64 * MIB,
  },
];
