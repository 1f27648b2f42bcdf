import { execFileSync } from 'node:child_process';
import { chmodSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Builds dist/ from nothing: plain JavaScript with types, the programs executable. */
const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

rmSync(dist, { recursive: true, force: true });
const compile = (...args: readonly string[]): void =>
  void execFileSync(join(root, 'node_modules/.bin/tsc'), args, { cwd: root, stdio: 'inherit' });

compile('-p', 'tsconfig.build.json');
// What runs in browsers knows the DOM and not Node.
compile(
  '-p',
  'src/dashboard/page',
  '--noEmit',
  'false',
  '--rootDir',
  'src',
  '--outDir',
  'dist',
  '--declaration',
);
for (const program of globSync('bin/*.js', { cwd: dist })) {
  const path = join(dist, program);
  if (!readFileSync(path, 'utf8').startsWith('#!/usr/bin/env node\n')) {
    throw new Error(`dist/${program} has lost its first line`);
  }
  chmodSync(path, 0o755);
}
