/** An origin whose log has the kernel's times of arrival; it needs `python3` (`arrivals.py`). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { samplePdfOf } from '../../test/support/sample-pdf.ts';
import type { Arrival } from './origin.ts';
import type { Origin } from './run-product.ts';

const PROGRAM = fileURLToPath(new URL('./arrivals.py', import.meta.url));
const MARK = '@'.repeat(40);

export interface PdfService {
  readonly sizeBytes: number;
  /** Until an answer begins. */
  readonly serviceMs: number;
}

function templateIn(folder: string, { sizeBytes, serviceMs }: PdfService): string[] {
  const template = samplePdfOf(sizeBytes, MARK);
  const file = join(folder, 'template.pdf');
  writeFileSync(file, template);
  return [`${serviceMs}`, file, `${template.indexOf(MARK)}`, `${MARK.length}`];
}

/** Answers with PDFs, another for every address, or just with `ok`; `undefined` where there is no `python3`. */
export async function startKernelOrigin(pdfs?: PdfService): Promise<Origin | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'kernel-origin-'));
  const child = spawn('python3', [PROGRAM, ...(pdfs ? templateIn(folder, pdfs) : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = (): void => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  const gone = once(child, 'exit').then(() => undefined);
  const line = await Promise.race([once(child.stdout, 'data') as Promise<[Buffer]>, gone]).catch(
    () => undefined,
  );
  if (!line) {
    stop();
    return undefined;
  }
  const url = `http://127.0.0.1:${String(line[0]).trim()}`;
  return {
    url,
    arrivals: async () => (await (await fetch(`${url}/log`)).json()) as readonly Arrival[],
    [Symbol.asyncDispose]: async () => stop(),
  };
}
