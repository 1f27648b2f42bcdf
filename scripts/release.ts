/** Folds the fragments of `changes/` into CHANGELOG.md under a version: `npm run release -- 0.2.0`. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const version = process.argv[2];
if (!version || !/^\d+\.\d+\.\d+$/.test(version)) {
  console.error('usage: npm run release -- MAJOR.MINOR.PATCH');
  process.exit(2);
}
const folder = 'changes';
const fragments = readdirSync(folder)
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .sort();
if (fragments.length === 0) {
  console.error('changes/ has no fragments: nothing to release');
  process.exit(2);
}
const lines = fragments.map(
  (name) => `- ${readFileSync(join(folder, name), 'utf8').trim().replaceAll('\n', '\n  ')}`,
);
const section = `## ${version} (${new Date().toISOString().slice(0, 10)})\n\n${lines.join('\n')}\n`;
const [head = '', ...older] = readFileSync('CHANGELOG.md', 'utf8').split(/^(?=## )/m);
writeFileSync('CHANGELOG.md', `${head.trimEnd()}\n\n${[section, ...older].join('\n')}`);
for (const name of fragments) rmSync(join(folder, name));
console.log(`${fragments.length} changes folded into CHANGELOG.md under ${version}`);
