/**
 * Installs what the tests need beside npm packages: Poppler, whose `pdfinfo` and `pdftotext` judge the PDFs of the lab,
 * Prometheus, which scrapes a run and judges dashboard and alerts (the service its package brings is stopped again),
 * Chromium, in which report and dashboard are looked at, and iproute2, which makes networks that can be cut.
 * Without root or apt nothing is installed, and the tests that need it skip visibly.
 */
import { spawnSync } from 'node:child_process';

const NEEDED = [
  { command: 'pdfinfo', packageName: 'poppler-utils' },
  { command: 'prometheus', packageName: 'prometheus' },
  { command: 'chromium', packageName: 'chromium', question: '--version' },
  { command: 'ip', packageName: 'iproute2', question: '-V' },
  { command: 'faketime', packageName: 'faketime', question: '--version' },
];

const has = (command: string, question = '-v'): boolean =>
  spawnSync(command, [question], { stdio: 'ignore' }).error === undefined;

const missing = NEEDED.filter(({ command, question }) => !has(command, question)).map(
  ({ packageName }) => packageName,
);
if (missing.length > 0) {
  if (process.getuid?.() !== 0 || !has('apt-get')) {
    console.error(`Not installed: ${missing.join(', ')}; tests that need them are skipped.`);
  } else {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const run = (...args: string[]) =>
      spawnSync('apt-get', ['-qq', ...args], { stdio: 'inherit', env, timeout: 300_000 });
    run('update');
    run('install', '-y', '--no-install-recommends', ...missing);
    if (missing.includes('prometheus')) spawnSync('service', ['prometheus', 'stop'], { stdio: 'ignore' });
  }
}
