import type { Files } from '../core/files.ts';

const BLOCK_BYTES = 64 * 1024;
/** No line is longer; what is, is no line (a tail of zeros after a power cut has no end of line for megabytes). */
const LONGEST_LINE_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;
const SEQ = /^\{"seq":(\d{1,15}),/;

/** Where a manifest can be gone on with. */
export interface Tail {
  readonly sizeBytes: number;
  /** Sequence number of the last line that is whole; 0 when there is none. */
  readonly lastSeq: number;
  /** The last line at or before `known`, and where it ends. */
  readonly known: { readonly seq: number; readonly endBytes: number };
}

interface Line {
  readonly endBytes: number;
  /** `undefined`: longer than any line may be. */
  readonly text: string | undefined;
}

/** Reads the end of the file, backwards, as far as the line numbered `knownSeq`; memory does not grow with the file. */
export async function findTail(files: Files, path: string, knownSeq: number): Promise<Tail> {
  const facts = await files.stat(path);
  const sizeBytes = facts?.sizeBytes ?? 0;
  let lastSeq = 0;
  for await (const { endBytes, text } of linesBackwards(files, path, sizeBytes)) {
    const seq = text === undefined ? undefined : seqOf(text);
    if (seq === undefined) continue;
    lastSeq ||= seq;
    if (seq <= knownSeq) return { sizeBytes, lastSeq, known: { seq, endBytes } };
  }
  return { sizeBytes, lastSeq, known: { seq: 0, endBytes: 0 } };
}

/** The number of a whole line; `undefined` for anything else. */
function seqOf(line: string): number | undefined {
  const seq = SEQ.exec(line)?.[1];
  if (seq === undefined) return undefined;
  try {
    JSON.parse(line);
    return Number(seq);
  } catch {
    return undefined;
  }
}

/** Lines that end with a line end, the last one first. What stands after the last line end is left out. */
async function* linesBackwards(files: Files, path: string, sizeBytes: number): AsyncIterable<Line> {
  let endBytes: number | undefined;
  let rest: Uint8Array | undefined = new Uint8Array();
  for (let blockEnd = sizeBytes; blockEnd > 0; ) {
    const start = Math.max(0, blockEnd - BLOCK_BYTES);
    const block = await files.read(path, { start, end: blockEnd });
    let upTo = block.length;
    for (
      let at = block.lastIndexOf(NEWLINE);
      at >= 0;
      at = at > 0 ? block.lastIndexOf(NEWLINE, at - 1) : -1
    ) {
      if (endBytes !== undefined) yield lineOf(endBytes, joined(block.subarray(at + 1, upTo), rest));
      endBytes = start + at + 1;
      upTo = at;
      rest = new Uint8Array();
    }
    rest = endBytes === undefined ? undefined : joined(block.subarray(0, upTo), rest);
    blockEnd = start;
  }
  if (endBytes !== undefined) yield lineOf(endBytes, rest);
}

function joined(head: Uint8Array, tail: Uint8Array | undefined): Uint8Array | undefined {
  return tail === undefined || head.length + tail.length > LONGEST_LINE_BYTES
    ? undefined
    : Buffer.concat([head, tail]);
}

const lineOf = (endBytes: number, bytes: Uint8Array | undefined): Line => ({
  endBytes,
  text: bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'),
});
