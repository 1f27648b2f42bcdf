import { contentLength, mediaType } from '../../../src/download/prepare.ts';
import { announcedTotal } from '../../../src/download/range.ts';
import { singleRange } from '../../../src/http/cache/byte-range.ts';
import { parseCacheControl } from '../../../src/http/cache/cache-control.ts';
import { initialAgeMs, lifetimeMs } from '../../../src/http/cache/freshness.ts';
import { keptHeaders } from '../../../src/http/cache/kept-headers.ts';
import { chosenBy, varyNames } from '../../../src/http/cache/vary.ts';
import type { HeaderMap } from '../../../src/http/client.ts';
import { announcedQuota, remainingBudget } from '../../../src/http/rate-limit/quota-headers.ts';
import { parseHttpDate } from '../../../src/http/retry/http-date.ts';
import { retryAfterMs } from '../../../src/http/retry/retry-after.ts';
import { parseRobotsTxt } from '../../../src/http/robots/robots-txt.ts';
import { codingsOf } from '../../../src/http/transport/decoders.ts';
import { rangeLength } from '../../../src/http/transport/range-length.ts';
import { parseLinks } from '../../../src/resolvers/html/link-header.ts';
import { parseLinkset } from '../../../src/resolvers/html/linkset.ts';
import type { FuzzedReader } from '../reader.ts';
import { ODD } from './odd.ts';

const NAMES = [
  'content-type',
  'content-length',
  'content-range',
  'content-disposition',
  'content-encoding',
  'cache-control',
  'age',
  'date',
  'expires',
  'last-modified',
  'etag',
  'vary',
  'retry-after',
  'link',
  'set-cookie',
  'x-rate-limit-limit',
  'x-rate-limit-interval',
  'x-concurrency-limit',
  'x-ratelimit-remaining-usd',
  'x-ratelimit-reset',
  'warning',
] as const;

const NOW_MS = Date.UTC(2026, 0, 1);
const hop = {
  url: 'https://a.org/',
  method: 'GET',
  role: 'metadata',
  signal: new AbortController().signal,
  note: () => undefined,
} as const;

function readHeaders(text: string): unknown {
  const headers = Object.fromEntries(NAMES.map((name) => [name, text])) as HeaderMap;
  const response = {
    status: 206,
    headers,
    url: 'https://a.org/',
    hops: [],
    body: { read: () => Promise.reject(new Error('none')), discard: () => Promise.resolve() },
  };
  const names = varyNames(headers);
  const said = parseCacheControl(text);
  return [
    mediaType(headers),
    contentLength(headers),
    announcedTotal(response),
    rangeLength(206, headers),
    singleRange(text, 1000),
    retryAfterMs({ status: 429, headers }, NOW_MS),
    parseHttpDate(text, NOW_MS),
    announcedQuota(headers),
    remainingBudget(headers, () => NOW_MS),
    initialAgeMs(headers, { delayMs: 1, wallMs: NOW_MS }),
    lifetimeMs({ status: 200, headers, receivedAt: NOW_MS }, said),
    said.fields('no-cache'),
    said.ms('max-age'),
    names &&
      Object.keys(
        chosenBy({ ...hop, headers: { accept: text, 'accept-language': text } }, ['accept', ...names]),
      ).length,
    Object.keys(keptHeaders(headers, new Date(NOW_MS))).length,
    parseLinks(text).length,
  ];
}

export const HEADERS: readonly FuzzedReader[] = [
  {
    name: 'response headers',
    cap: 16 * 1024,
    tokens: [
      ...ODD,
      'bytes ',
      '0-99/100',
      '*/1',
      'text/html',
      'charset=',
      'max-age=',
      'no-cache="a',
      'private',
      'Accept',
      '<https://a.org/>',
      '; rel="item"',
      '; type=',
      ', ',
      'Mon, 01 Jan 2026 00:00:00 GMT',
      'Mon',
      ' Jan ',
      '10',
      '1s',
      '60',
      'a=b; Path=/',
      'filename="',
      "UTF-8''",
      'gzip',
      'br',
    ],
    run: readHeaders,
    bound: 256 * 1024,
  },
  {
    name: 'content codings named',
    cap: 16 * 1024,
    tokens: [...ODD, 'gzip', 'br', 'zstd', 'deflate', 'identity', ', '],
    run: codingsOf,
  },
  {
    name: 'linkset',
    cap: 2 * 1024 * 1024,
    tokens: [
      ...ODD,
      '<https://a.org/>',
      '; rel="item"',
      '; type="application/pdf"',
      ',\n',
      '{"linkset":[',
      '{"anchor":"https://a.org/","item":[{"href":"',
      '"}]}',
      ']}',
      '[[',
      '{"a":',
    ],
    run: (text) => parseLinkset(text).length,
  },
  {
    name: 'robots.txt',
    cap: 512 * 1024,
    tokens: [
      ...ODD,
      'User-agent: *\n',
      'User-agent: contentdownload\n',
      'Disallow: /',
      'Allow: /',
      'Disallow: /*a*a*b$\n',
      '/index.html\n',
      'Crawl-delay: 1e308\n',
      '*',
      '$\n',
      '\ufeff',
      'Sitemap: x\n',
    ],
    run: (text) => {
      const rules = parseRobotsTxt(text, 'contentdownload');
      return [rules.crawlDelayS, rules.allows('/a/b?c=d'), rules.allows(`/${'a'.repeat(2000)}`)];
    },
  },
];
