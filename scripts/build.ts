import { execFileSync } from 'node:child_process';
import { chmodSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
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

/** What every run loads: some 240 files where they lie, and half of what an engine process takes to load (docs/adr/0026). */
const BUNDLED: ReadonlySet<string> = new Set([
  'commander',
  'htmlparser2',
  'ipaddr.js',
  'saxes',
  'tldts',
  'undici',
  'yaml',
  'zod',
]);

const isOfPackage = (path: string): boolean => path.includes('/node_modules/');

/** Own modules, the packages above and what those import themselves. */
const isBundled = (id: string, importer: string | undefined): boolean =>
  /^[./]/.test(id) || BUNDLED.has(id) || (importer !== undefined && isOfPackage(importer));

const bundle = await rolldown({
  input: programs(),
  platform: 'node',
  external: (id, importer) => isBuiltin(id) || !isBundled(id, importer),
  logLevel: 'warn',
});
const { output } = await bundle.write({
  dir: bin,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
});

/** Where the package lies that a module belongs to. */
const packageFolder = (module: string): string =>
  /^.*[/]node_modules[/](?:@[^/]+[/])?[^/]+/.exec(module)?.[0] ?? '';

/** The words under which a package may be passed on. */
function licenceOf(folder: string): string {
  const { name, version, license, author } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as {
    readonly [field: string]: string;
  };
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const text = file === undefined ? `${license}, ${author}` : readFileSync(join(folder, file), 'utf8').trim();
  return `${name} ${version}\n\n${text}\n`;
}

const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
const folders = new Set(modules.filter(isOfPackage).map(packageFolder));
writeFileSync(
  join(bin, 'LICENSES.txt'),
  [...folders]
    .toSorted()
    .map(licenceOf)
    .join(`\n${'-'.repeat(80)}\n\n`),
);

const program = join(bin, 'contentdownload.js');
if (!readFileSync(program, 'utf8').startsWith('#!/usr/bin/env node\n'))
  throw new Error('dist/bin/contentdownload.js has lost its first line');
chmodSync(program, 0o755);
