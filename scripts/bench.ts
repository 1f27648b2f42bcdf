/** Runs one program of `bench/`: `npm run bench -- http-overhead`. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

const [name = '', ...args] = process.argv.slice(2);
const program = `bench/${name}.ts`;
if (!existsSync(program)) {
  const names = readdirSync('bench').flatMap((file) => /^(.*)\.ts$/.exec(file)?.[1] ?? []);
  console.error(`usage: npm run bench -- NAME, one of ${names.join(', ')}`);
  process.exit(2);
}
process.exit(spawnSync(process.execPath, [program, ...args], { stdio: 'inherit' }).status ?? 1);
