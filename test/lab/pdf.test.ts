import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Paper } from '../../src/lab/paper.ts';
import { createPress, pdfLayoutOf } from '../../src/lab/pdf.ts';
import { PDF_LAYOUTS } from '../../src/lab/pdf-file.ts';
import { printable } from '../../src/lab/pdf-text.ts';
import { createWorld } from '../../src/lab/world.ts';
import { tempDir } from '../support/temp-dir.ts';

const run = promisify(execFile);
const POPPLER = { info: 'pdfinfo', text: 'pdftotext' } as const;
const hasPoppler = Object.values(POPPLER).every((tool) => spawnSync(tool, ['-v']).error === undefined);
const squeezed = (text: string): string => text.replace(/\s+/g, '');
const world = createWorld({ seed: 5, works: 250, sizeScale: 0.02 });
const paperOf = (index: number): Paper => world.works[index]!.paper;
const small = { seed: 5, sizeScale: 0.02 } as const;
const press = createPress(small);
const pdfOf = (paper: Paper) => press.print(paper, 'published');

describe('a generated PDF', () => {
  test('has the same bytes for the same paper and others for another version', () => {
    expect(pdfOf(paperOf(1)).equals(createPress(small).print(paperOf(1), 'published'))).toBe(true);
    const accepted = press.print(paperOf(1), 'accepted');
    expect(accepted.equals(pdfOf(paperOf(1)))).toBe(false);
  });

  test('ends with %%EOF and a startxref that points at a table or a stream', () => {
    for (const { paper } of world.works.slice(0, 40)) {
      const text = pdfOf(paper).toString('latin1');
      const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
      expect(text.slice(start)).toMatch(/^(xref\n|\d+ 0 obj\n<< \/Type \/XRef)/);
    }
  });

  test('has a size like real ones: 40 KB to 3 MB, about 300 KB in the middle', () => {
    const large = createPress({ seed: 5, sizeScale: 1 });
    const sizes = world.works
      .slice(0, 120)
      .map(({ paper }) => large.print(paper, 'published').length)
      .toSorted((one, other) => one - other);
    expect(sizes[0]).toBeGreaterThan(35_000);
    expect(sizes.at(-1)).toBeLessThan(3_050_000);
    expect(sizes[60]).toBeGreaterThan(200_000);
    expect(sizes[60]).toBeLessThan(450_000);
  });

  test.skipIf(!hasPoppler)(
    'of every layout and with every hostile title opens in Poppler and shows title and DOI',
    async () => {
      await using dir = await tempDir();
      const ordinary = PDF_LAYOUTS.map((layout) =>
        world.works.findIndex((_, at) => at % 12 !== 5 && pdfLayoutOf(5, at) === layout),
      );
      const hostile = Array.from({ length: 16 }, (_, kind) => kind * 12 + 5);
      for (const index of [...ordinary, ...hostile]) {
        const paper = paperOf(index);
        const path = join(dir.path, `${index}.pdf`);
        await writeFile(path, pdfOf(paper));
        const info = await run(POPPLER.info, [path]);
        expect(info.stdout).toMatch(/Pages:\s+\d+/);
        expect(info.stderr).toBe('');
        const shown = await run(POPPLER.text, ['-l', '1', path, '-']);
        expect(shown.stderr).toBe('');
        expect(squeezed(shown.stdout)).toContain(squeezed(printable(paper.title ?? 'Untitled')));
        if (paper.doi !== undefined) expect(squeezed(shown.stdout)).toContain(paper.spelling);
      }
    },
  );
});
