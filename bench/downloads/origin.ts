/** An origin in a process of its own: `/pdf/<id>` is a PDF of the size asked for, another for every id. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const sizeBytes = Number(process.argv[2]);
const MARK = '@@@@@@@@@@@@@@@@@@@@';

/** The same PDF around a mark of fixed width, so that every offset inside stays true. */
function template(): Buffer {
  const text = `BT /F1 18 Tf 72 720 Td (${MARK}) Tj ET`;
  const objects = (padding: number): string[] => [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${padding} >>\nstream\n${'x'.repeat(padding)}\nendstream`,
  ];
  const build = (padding: number): string => {
    let body = '%PDF-1.4\n';
    const offsets = objects(padding).map((object, index) => {
      const at = body.length;
      body += `${index + 1} 0 obj\n${object}\nendobj\n`;
      return `${String(at).padStart(10, '0')} 00000 n \n`;
    });
    const xrefAt = body.length;
    body += `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
    return `${body}trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${xrefAt}\n%%EOF\n`;
  };
  return Buffer.from(build(Math.max(0, sizeBytes - build(0).length)), 'latin1');
}

const pdf = template();
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
