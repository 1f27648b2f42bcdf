/** In which state a paper's PDF is handed out; `whole` unless said otherwise. */
export type PdfForm = 'whole' | 'preview' | 'scan' | 'leading-junk' | 'encrypted' | 'corrupt';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

/** As a broken proxy leaves it before the file (a chunk size); readers look for the header in the first 1,024 bytes. */
const JUNK = latin('\r\n2000\r\n');

/** Any 32 bytes will do: no password anybody would try gives them. */
const LOCK = 'c0ffee'.repeat(11).slice(0, 64);
const ENCRYPT = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${LOCK}> /U <${LOCK}> /P -4 >> /ID [<${LOCK}> <${LOCK}>] `;

function lock(file: Buffer): Buffer {
  // The last trailer counts, and nothing behind it is found by its offset.
  const at = file.lastIndexOf('/Root ');
  return Buffer.concat([file.subarray(0, at), latin(ENCRYPT), file.subarray(at)]);
}

/** The end is there and leads nowhere: as after a transfer that changed line ends. */
function mislead(file: Buffer): Buffer {
  const at = file.lastIndexOf('startxref\n') + 'startxref\n'.length;
  return Buffer.concat([file.subarray(0, at), latin('7\n%%EOF\n')]);
}

/** What happens to a printed file afterwards. */
export function deform(file: Buffer, form: PdfForm): Buffer {
  switch (form) {
    case 'leading-junk':
      return Buffer.concat([JUNK, file]);
    case 'encrypted':
      return lock(file);
    case 'corrupt':
      return mislead(file);
    case 'whole':
    case 'preview':
    case 'scan':
      return file;
  }
}
