import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type WiredReader, wireReader } from '../../../src/app/wire-reader.ts';
import { systemClock } from '../../../src/platform/system-clock.ts';
import { samplePdf } from '../../support/sample-pdf.ts';
import type { FuzzedReader } from '../reader.ts';
import { ODD } from './odd.ts';

/** Shorter than in production, so that a file that takes for ever costs the test a second. */
const CAPS = { timeoutMs: 3000, heapMb: 512, maxRssMb: 1024, maxQuestions: 500, recycleRssMb: 350 };

interface Place {
  readonly reader: WiredReader;
  readonly path: string;
}

let place: Place | undefined;

function open(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return { reader: wireReader(systemClock(), CAPS), path: join(folder, 'document') };
}

/** The child process that readers of documents share. */
export async function endReading(): Promise<void> {
  await place?.reader[Symbol.asyncDispose]();
  place = undefined;
}

async function ask(kind: 'pdf' | 'article', bytes: Uint8Array): Promise<unknown> {
  place ??= open();
  writeFileSync(place.path, bytes);
  return place.reader[kind](place.path, new AbortController().signal);
}

const PDF = samplePdf('A paper about papers', 20_000);

/** A small PDF with the text in place of some of its bytes. */
function broken(text: string): Buffer {
  const bytes = Buffer.from(PDF);
  const piece = Buffer.from(text, 'latin1').subarray(0, 500);
  piece.copy(bytes, (text.length * 7919) % bytes.length);
  return text.length % 4 === 0 ? bytes.subarray(0, (text.length * 104_729) % bytes.length) : bytes;
}

const OBJECTS = [
  ' obj',
  '<<',
  '>>',
  '/Length 9',
  '/Filter/FlateDecode',
  '/Type/Pages',
  '/Kids[1 0 R]',
  '/Count 99999999',
  '/Parent 2 0 R',
  'stream\n',
  'endstream',
  'xref\n',
  '0 65535 f',
  '/W[1 9 9]',
  '1 0 R',
  'BT ',
  'ET',
  '(a)Tj',
  '[(a)]TJ',
];

export const ELSEWHERE: readonly FuzzedReader[] = [
  {
    name: 'pdf in the reader',
    cap: 64 * 1024,
    tokens: [...ODD, ...OBJECTS],
    isElsewhere: true,
    share: 20,
    bound: 200_000,
    run: (text) => ask('pdf', broken(text)),
  },
  {
    name: 'article in the reader',
    cap: 256 * 1024,
    tokens: [
      ...ODD,
      '<div>',
      '</div>',
      '<p>words ',
      '</p>',
      '<table>',
      '<article>',
      '<h1>',
      '<script>',
      '</script>',
      '<!--',
      'class="',
      '<svg><a>',
    ],
    frame: ['<html><body><article>', '</article></body></html>'],
    isElsewhere: true,
    share: 10,
    bound: 4_000_000,
    run: (text) => ask('article', Buffer.from(text)),
  },
];
