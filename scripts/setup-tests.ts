/**
 * Installs what the tests need beside npm packages: Poppler, whose `pdfinfo` and `pdftotext` judge the PDFs of the lab.
 * Without root or apt nothing is installed, and the tests that need it skip visibly.
 */
import { spawnSync } from 'node:child_process';

const NEEDED = [{ command: 'pdfinfo', packageName: 'poppler-utils' }];

const has = (command: string): boolean => spawnSync(command, ['-v'], { stdio: 'ignore' }).error === undefined;

const missing = NEEDED.filter(({ command }) => !has(command)).map(({ packageName }) => packageName);
if (missing.length > 0) {
  if (process.getuid?.() !== 0 || !has('apt-get')) {
    console.error(`Not installed: ${missing.join(', ')}; tests that need them are skipped.`);
  } else {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const run = (...args: string[]) =>
      spawnSync('apt-get', ['-qq', ...args], { stdio: 'inherit', env, timeout: 300_000 });
    run('update');
    run('install', '-y', '--no-install-recommends', ...missing);
  }
}
