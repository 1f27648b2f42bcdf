/** An origin in a process of its own: `/pdf/<id>` is a PDF of the size asked for, another for every id. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { samplePdfOf } from '../../test/support/sample-pdf.ts';

const sizeBytes = Number(process.argv[2]);
const MARK = '@@@@@@@@@@@@@@@@@@@@';

/** The same PDF around a mark of fixed width, so that every offset inside stays true. */
const pdf = samplePdfOf(sizeBytes, MARK);
const markAt = pdf.indexOf(MARK);
const head = pdf.subarray(0, markAt);
const tail = pdf.subarray(markAt + MARK.length);

const server = createServer((request, response) => {
  const id = (request.url ?? '').replace(/^.*\//, '').slice(0, MARK.length).padEnd(MARK.length, '.');
  response.writeHead(200, {
    'content-type': 'application/pdf',
    'content-length': pdf.length,
    etag: `"${id}"`,
  });
  response.write(Buffer.concat([head, Buffer.from(id, 'latin1')]));
  response.end(tail);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
