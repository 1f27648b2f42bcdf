import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve('../shared');
export const hasCorpora = existsSync(join(ROOT, 'corpora/pdf/oracle.jsonl'));

interface OracleRow {
  readonly file: string;
  readonly qpdf_rc: number;
  readonly pdfinfo_rc: number | string;
  readonly encrypted: string | null;
}

export interface CorpusPdf extends OracleRow {
  readonly isOpenable: boolean;
  readonly isDead: boolean;
  bytes(): Buffer;
}

export const shared = (path: string): Buffer => readFileSync(join(ROOT, path));

/** Third-party PDFs with what qpdf and Poppler make of them. */
export const corpusPdfs = (): readonly CorpusPdf[] =>
  shared('corpora/pdf/oracle.jsonl')
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as OracleRow)
    .map((row) => ({
      ...row,
      isOpenable: row.qpdf_rc === 0 && row.pdfinfo_rc === 0,
      isDead: row.qpdf_rc !== 0 && row.qpdf_rc !== 3 && row.pdfinfo_rc !== 0,
      bytes: () => shared(`corpora/pdf/${row.file}`),
    }));

export interface SniffLabel {
  readonly file: string;
  readonly ext: string;
  readonly libmagic: string;
}

export const sniffLabels = (): readonly SniffLabel[] =>
  (JSON.parse(shared('corpora/sniff/labels.json').toString()) as SniffLabel[]).filter(({ file }) =>
    existsSync(join(ROOT, 'corpora/sniff', file)),
  );
