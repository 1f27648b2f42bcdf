import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const IMPORTS = /(?:from|import)\s*\(?\s*'([.][^']+[.]ts)'/g;
/** Programs that run in a thread or process of their own are named by URL. */
const PROGRAMS = /new URL\('([.][^']+[.]ts)', import[.]meta[.]url\)/g;

/** Which files import a file, in the tree below `root`. */
function importersIn(root: string): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const file of globSync('{src,test}/**/*.ts', { cwd: root })) {
    const source = readFileSync(join(root, file), 'utf8');
    for (const pattern of [IMPORTS, PROGRAMS])
      for (const [, path = ''] of source.matchAll(pattern)) {
        const imported = normalize(join(dirname(file), path));
        const known = importers.get(imported) ?? [];
        importers.set(imported, [...known, file]);
      }
  }
  return importers;
}

/** The tests that load a source file in their own process, nearest first: the fewer imports between, the sooner it notices. */
export function testsOf(root: string): (file: string) => readonly string[] {
  const importers = importersIn(root);
  return (file) => {
    const met = new Set([file]);
    const tests: string[] = [];
    let reached = [file];
    while (reached.length > 0) {
      reached = [...new Set(reached.flatMap((one) => importers.get(one) ?? []))].filter(
        (one) => !met.has(one),
      );
      for (const one of reached) met.add(one);
      tests.push(...reached.filter((one) => one.endsWith('.test.ts')).toSorted());
    }
    return tests;
  };
}
