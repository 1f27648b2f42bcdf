import { createCipheriv, createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { ArtifactVersion } from '../core/plan.ts';
import { type Dice, dice } from './dice.ts';
import type { Paper } from './paper.ts';
import { documentOf, type Line, type PdfDocument } from './pdf-documents.ts';
import { PDF_LAYOUTS, type PdfLayout, pdfFile } from './pdf-file.ts';
import { deform, isImpostor, type PdfForm } from './pdf-forms.ts';
import { literal, unicodeHex, wrap } from './pdf-text.ts';
import { paragraph } from './titles.ts';

export interface PressOptions {
  readonly seed: number;
  /** 1: sizes as in the wild; tests use less. */
  readonly sizeScale: number;
}

/** Prints real PDFs: the same bytes for the same paper and version, on any machine with the same zlib. */
export interface Press {
  print(paper: Paper, version: ArtifactVersion, form?: PdfForm): Buffer;
}

const MEDIAN_BYTES = 300_000;
const MIN_BYTES = 40_000;
const MAX_BYTES = 3_000_000;
/** Spread of the log-normal: with it, one file in ten is above a megabyte. */
const SIGMA = 0.95;
const IMAGE_WIDTH = 256;
/** Different pages of prose in stock; a paper's later pages are drawn from them. */
const STOCK_PAGES = 60;
/** What objects, tables and trailers take, roughly. */
const OVERHEAD_BYTES = 1500;
/** The figure at the foot of page one. */
const DRAW_FIGURE = '\nq 200 0 0 30 350 5 cm /Fig Do Q';

/** A page of prose, ready as it is and compressed. */
interface Prose {
  readonly lines: readonly Line[];
  readonly plain: Buffer;
  readonly packed: Buffer;
}

/** What all papers of a press share, so that printing one is little more than copying. */
interface Stock {
  readonly noise: Buffer;
  readonly prose: readonly Prose[];
}

/** Lines as text operators, top to bottom; what does not fit is left out. */
function pageOperators(lines: readonly Line[]): string {
  const operators: string[] = ['BT'];
  let y = 800;
  for (const line of lines) {
    y -= line.size * 1.4;
    if (y < 40) break;
    operators.push(`/F1 ${line.size} Tf 1 0 0 1 50 ${y.toFixed(1)} Tm ${literal(line.text)} Tj`);
  }
  operators.push('ET');
  return operators.join('\n');
}

function prosePage(chance: Dice): Prose {
  const text = Array.from({ length: 8 }, () => paragraph(chance, 5)).join(' ');
  const lines = wrap(text, 96).map((line) => ({ text: line, size: 10 }));
  const plain = Buffer.from(pageOperators(lines), 'latin1');
  return { lines, plain, packed: deflateSync(plain) };
}

/** Bytes no compressor makes smaller: AES in counter mode. */
function noise(key: string, bytes: number): Buffer {
  const cipher = createCipheriv('aes-128-ctr', createHash('md5').update(key).digest(), Buffer.alloc(16));
  return cipher.update(Buffer.alloc(bytes));
}

const newStock = ({ seed, sizeScale }: PressOptions): Stock => ({
  noise: noise(`noise ${seed}`, Math.ceil(2 * MAX_BYTES * sizeScale) + IMAGE_WIDTH * 3),
  prose: Array.from({ length: STOCK_PAGES }, (_, at) => prosePage(dice(seed, 'prose', at))),
});

function infoDictionary(paper: Paper, form: PdfForm): string {
  if (form === 'scan') return '<< /Producer (A scanner) >>';
  if (isImpostor(form)) return '<< /Producer (A converter) >>';
  const title = paper.title ?? '';
  const isPlain = /^[\x20-\x7e]*$/.test(title);
  return `<< /Title ${isPlain ? literal(title) : unicodeHex(title)} /Author ${unicodeHex(paper.authors.join(', '))} /CreationDate (D:${paper.date.replaceAll('-', '')}120000Z) >>`;
}

interface Drawing {
  readonly chance: Dice;
  readonly isPacked: boolean;
  readonly isScan: boolean;
}

/** The content streams of all pages: of a scan, one picture. */
function contents(document: PdfDocument, stock: Stock, { chance, isPacked, isScan }: Drawing): Buffer[] {
  if (document.opening.length === 0) return [];
  const last = document.opening.length - 1;
  const opening = document.opening.map((lines, at) => {
    const all = at === last && document.runsOn ? [...lines, ...chance.pick(stock.prose).lines] : lines;
    return Buffer.from(isScan ? DRAW_FIGURE : pageOperators(all) + DRAW_FIGURE, 'latin1');
  });
  const rest = Array.from({ length: isScan ? 0 : document.further }, () => chance.pick(stock.prose));
  return [
    ...opening.map((page) => (isPacked ? deflateSync(page) : page)),
    ...rest.map(({ plain, packed }) => (isPacked ? packed : plain)),
  ];
}

const targetBytes = (chance: Dice, scale: number): number =>
  Math.max(MIN_BYTES, Math.min(MAX_BYTES, MEDIAN_BYTES * Math.exp(SIGMA * chance.normal()))) * scale;

/** Rows of noise that make the file as large as real ones are, at least one. */
function figure(stock: Stock, chance: Dice, bytes: number): { data: Buffer; height: number } {
  const height = Math.max(1, Math.floor(bytes / (IMAGE_WIDTH * 3)));
  const length = height * IMAGE_WIDTH * 3;
  const start = chance.int(0, stock.noise.length - length);
  return { data: stock.noise.subarray(start, start + length), height };
}

/** How the paper's file is put together. */
export const pdfLayoutOf = (seed: number, index: number): PdfLayout =>
  dice(seed, 'layout', index).pick(PDF_LAYOUTS);

export function createPress(options: PressOptions): Press {
  let stock: Stock | undefined;

  function print(paper: Paper, version: ArtifactVersion, form: PdfForm = 'whole'): Buffer {
    stock ??= newStock(options);
    const chance = dice(options.seed, 'pdf', paper.index, version);
    const size = targetBytes(chance, options.sizeScale);
    const layout = pdfLayoutOf(options.seed, paper.index);
    const isPacked = layout === 'compressed-text';
    const document = documentOf(paper, version, { form, chance });
    const texts = contents(document, stock, { chance, isPacked, isScan: form === 'scan' });
    const image = figure(
      stock,
      chance,
      size - texts.reduce((sum, text) => sum + text.length, OVERHEAD_BYTES),
    );

    const file = pdfFile(layout);
    const [catalog, tree, font] = [file.reserve(), file.reserve(), file.reserve()];
    const [info, picture] = [file.reserve(), file.reserve()];
    const pages = texts.map((text) => ({ text, page: file.reserve(), content: file.reserve() }));
    file.object(catalog, `<< /Type /Catalog /Pages ${tree} 0 R >>`);
    const kids = pages.map(({ page }) => `${page} 0 R`).join(' ');
    file.object(
      tree,
      `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] /MediaBox [0 0 595 842] /Resources << /Font << /F1 ${font} 0 R >> /XObject << /Fig ${picture} 0 R >> >> >>`,
    );
    file.object(font, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
    file.object(info, infoDictionary(paper, form));
    for (const { text, page, content } of pages) {
      file.object(page, `<< /Type /Page /Parent ${tree} 0 R /Contents ${content} 0 R >>`);
      file.stream(content, isPacked ? '/Filter /FlateDecode' : '', text);
    }
    const kind = `/Type /XObject /Subtype /Image /Width ${IMAGE_WIDTH} /Height ${image.height} /ColorSpace /DeviceRGB /BitsPerComponent 8`;
    file.stream(picture, kind, image.data);
    return deform(file.finish(catalog, info), form);
  }
  return { print };
}
