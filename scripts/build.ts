import { execFileSync } from 'node:child_process';
import { chmodSync, globSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { rolldown } from 'rolldown';

/** Builds dist/ from nothing: plain JavaScript with types, and in bin/ the programs, each with its modules in few files. */
const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const bin = join(dist, 'bin');

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

/** Programs for threads and processes of our own, as `builtProgram` names them: beside the file that starts them. */
const STARTED = /builtProgram\(new URL\('[.][/]([a-z-]+)[.]ts', import[.]meta[.]url\)\)/g;

/** Everything that is started, by name. Bundled, all of it lies in one folder, so that a name may occur only once. */
function programs(): Readonly<Record<string, string>> {
  const started = globSync('**/*.js', { cwd: dist }).flatMap((file) =>
    [...readFileSync(join(dist, file), 'utf8').matchAll(STARTED)].map(([, name]) =>
      join(dist, dirname(file), `${name}.js`),
    ),
  );
  const paths = [...globSync('bin/*.js', { cwd: dist }).map((file) => join(dist, file)), ...started];
  const named = Object.fromEntries(paths.map((path) => [basename(path, '.js'), path]));
  if (Object.keys(named).length !== paths.length)
    throw new Error(`two programs have one name: ${paths.join(', ')}`);
  return named;
}

// One file per module costs a run of one work 8 % of its processor time (docs/adr/0026).
const bundle = await rolldown({
  input: programs(),
  platform: 'node',
  external: (id) => !/^[./]/.test(id),
  logLevel: 'warn',
});
await bundle.write({
  dir: bin,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
});

const program = join(bin, 'contentdownload.js');
if (!readFileSync(program, 'utf8').startsWith('#!/usr/bin/env node\n'))
  throw new Error('dist/bin/contentdownload.js has lost its first line');
chmodSync(program, 0o755);
