/**
 * An origin in a process of its own, for any host name: `/v2/<doi>` answers as Unpaywall does, everything else is a PDF of
 * the size asked for, another for every address. It keeps, for its judge, when each request came, to which host, and
 * whether its connection was new; `/__log` tells.
 *
 * `node origin.ts SIZE_BYTES [SERVICE_MS]` prints its port.
 */
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { samplePdfOf } from '../../test/support/sample-pdf.ts';

export interface Arrival {
  readonly host: string;
  readonly at: number;
  readonly endedAt: number;
  readonly isWarm: boolean;
  /** How late the stamp may be, because this process did not get its turn: a starved judge must not accuse. */
  readonly lateMs: number;
}

const sizeBytes = Number(process.argv[2]);
const serviceMs = Number(process.argv[3] ?? 0);

const MARK = '@'.repeat(40);
const template = samplePdfOf(sizeBytes, MARK);
const markAt = template.indexOf(MARK);

const marked = (name: string): Buffer => {
  const bytes = Buffer.from(template);
  bytes.write(
    name
      .replace(/[^\w.-]/g, '-')
      .slice(-MARK.length)
      .padEnd(MARK.length, '.'),
    markAt,
    'latin1',
  );
  return bytes;
};

const unpaywall = (doi: string): string =>
  JSON.stringify({
    doi,
    is_oa: true,
    title: `Work ${doi}`,
    year: 2020,
    best_oa_location: {
      url: `https://journals.example/${doi}`,
      url_for_pdf: `https://journals.example/files/${doi.replaceAll('/', '-')}.pdf`,
      url_for_landing_page: `https://journals.example/${doi}`,
      host_type: 'publisher',
      license: 'cc-by',
      version: 'publishedVersion',
    },
    oa_locations: [],
  });

const TICK_MS = 2;
let tickedAt = performance.now();
setInterval(() => {
  tickedAt = performance.now();
}, TICK_MS);

const arrivals: Arrival[] = [];
const known = new WeakSet<Socket>();

const server = createServer((request, response) => {
  const at = performance.now();
  const lateMs = Math.max(0, at - tickedAt - 2 * TICK_MS);
  const { url = '', socket } = request;
  if (url === '/__log') {
    response.end(JSON.stringify(arrivals));
    return;
  }
  const isWarm = known.has(socket);
  known.add(socket);
  const host = request.headers.host ?? '';
  response.once('close', () => arrivals.push({ host, at, endedAt: performance.now(), isWarm, lateMs }));
  const isApi = url.startsWith('/v2/');
  const body = isApi
    ? Buffer.from(unpaywall(decodeURIComponent(url.slice(4).replace(/\?.*$/, ''))))
    : marked(`${host}${url}`);
  const answer = (): void => {
    response.writeHead(200, {
      'content-type': isApi ? 'application/json' : 'application/pdf',
      'content-length': body.length,
      etag: `"${body.length}-${url.length}"`,
    });
    response.end(body);
  };
  if (serviceMs > 0) setTimeout(answer, serviceMs);
  else answer();
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
