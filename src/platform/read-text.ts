import { readFile } from 'node:fs/promises';

/** A whole text file, links followed (a mounted configuration is one); `-` is standard input. */
export async function readText(path: string): Promise<string> {
  if (path !== '-') return readFile(path, 'utf8');
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
