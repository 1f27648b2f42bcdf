import { type DemoResult, runDemo } from '../../app/demo.ts';
import { DEMO_OVERRIDES } from '../../app/demo-config.ts';
import { systemPlatform } from '../../app/platform.ts';
import { listenForStop } from '../../app/shutdown.ts';
import { type Reason, reasonFacts } from '../../core/errors.ts';
import { sortedJson } from '../../core/sorted-json.ts';
import { renderSummary } from '../../report/render-summary.ts';
import type { Action, Invocation } from '../command.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { hasFlag, textFlag, wholeNumberFlag } from '../flags.ts';
import { printTable } from '../print-table.ts';
import { withProgress } from './acquire.ts';

const DEFAULT_WORKS = 250;
const SHOWN_SURPRISES = 20;

export const demoAction: Action = async (invocation) => {
  const { terminal, version } = invocation;
  const works = wholeNumberFlag(invocation, 'works', 1) ?? DEFAULT_WORKS;
  const seed = wholeNumberFlag(invocation, 'seed') ?? 1;
  if (!hasFlag(invocation, 'quiet')) {
    terminal.note(
      `The lab simulates the scholarly web on this machine: ${works} works, seed ${seed}. Unlike a real run:`,
    );
    for (const line of DEMO_OVERRIDES) terminal.note(`  - ${line}`);
  }
  using shutdown = listenForStop((code) => process.exit(code));
  const result = await withProgress(invocation, (listen) =>
    runDemo({
      works,
      seed,
      folder: textFlag(invocation, 'out') ?? 'runs/demo',
      platform: systemPlatform(),
      listen,
      stop: shutdown.signal,
      version,
    }),
  );
  show(invocation, result);
  const stopped = shutdown.exitCode() as ExitCode | undefined;
  return stopped ?? (result.surprises.length + result.violations.length === 0 ? EXIT.ok : EXIT.findings);
};

function show(invocation: Invocation, result: DemoResult): void {
  const { terminal } = invocation;
  const { run, works, surprises, violations, requests, endings, reportPath } = result;
  if (hasFlag(invocation, 'json')) {
    const { metrics } = run;
    terminal.print(sortedJson({ metrics, works, surprises, violations, requests, report: reportPath }));
    return;
  }
  for (const line of renderSummary(run.metrics, run.database)) terminal.print(line);
  terminal.print('');
  printTable(
    terminal,
    [{ title: 'outcome' }, { title: 'reason' }, { title: 'works', align: 'right' }, { title: 'meaning' }],
    endings.map(({ outcome, reason, count }) => [
      outcome,
      reason,
      count,
      reasonFacts(reason as Reason).meaning,
    ]),
  );
  terminal.print('');
  terminal.print(
    `${works - surprises.length} of ${works} works ended as the lab knows they must, byte for byte`,
  );
  for (const { docId, scenario, expected, got } of surprises.slice(0, SHOWN_SURPRISES)) {
    terminal.print(`  ${docId} (${scenario}): expected ${expected}, got ${got}`);
  }
  terminal.print(
    `${requests} requests reached the lab; its access log has ${violations.length || 'no'} complaints`,
  );
  for (const { kind, host, message } of violations.slice(0, SHOWN_SURPRISES)) {
    terminal.print(`  ${kind} at ${host}: ${message}`);
  }
  terminal.print('');
  terminal.print(`files      ${run.artifacts}`);
  terminal.print(`records    ${run.folder}`);
  terminal.print(`report     ${reportPath}`);
}
