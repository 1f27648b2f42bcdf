import { systemPlatform } from '../../app/platform.ts';
import { listenForReload } from '../../app/reload.ts';
import { type RunResult, runWorks } from '../../app/run.ts';
import { listenForStop } from '../../app/shutdown.ts';
import type { Wanted } from '../../app/wire-sources.ts';
import type { LoadedConfig } from '../../config/assemble-config.ts';
import type { Emit } from '../../core/events.ts';
import { plainText } from '../../core/plain-text.ts';
import { sortedJson } from '../../core/sorted-json.ts';
import { renderSummary } from '../../report/render-summary.ts';
import type { Invocation } from '../command.ts';
import type { ReadConfig } from '../config-of.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { hasFlag } from '../flags.ts';
import { showProgress } from '../progress.ts';

/** Bad input lines shown one by one; the rest is counted. */
const SHOWN_REJECTS = 20;

export interface Acquisition {
  readonly loaded: ReadConfig;
  readonly wanted: Wanted;
  readonly resumes?: string;
  /** Finished works to do again. */
  readonly again?: readonly string[];
  /** Wait for more works when the queue is empty. */
  readonly stay?: boolean;
  readonly command: string;
}

/** Runs works with a progress display and a closing summary: what `pull`, `run` and `resume` share. */
export async function acquire(invocation: Invocation, { loaded, ...wish }: Acquisition): Promise<ExitCode> {
  const { terminal, version } = invocation;
  const platform = systemPlatform();
  const quiet = hasFlag(invocation, 'quiet');
  if (!quiet) for (const line of exceptionsOf(loaded)) terminal.note(line);
  using shutdown = listenForStop((code) => process.exit(code));
  using asked = listenForReload();
  const result = await withProgress(invocation, (listen) =>
    runWorks({
      ...wish,
      loaded,
      version,
      platform,
      listen,
      force: hasFlag(invocation, 'force'),
      urgent: hasFlag(invocation, 'urgent'),
      stop: shutdown.signal,
      reload: { asked, read: loaded.readAgain },
    }),
  );
  if (hasFlag(invocation, 'json')) terminal.print(sortedJson(result.metrics));
  else for (const line of closingLines(result)) terminal.print(line);
  return (shutdown.exitCode() as ExitCode | undefined) ?? exitCodeOf(result);
}

/** A display on stderr while something runs; bad input lines are shown as they come. */
export async function withProgress<T>(invocation: Invocation, run: (listen: Emit) => Promise<T>): Promise<T> {
  const { terminal } = invocation;
  using progress = showProgress({
    terminal,
    clock: systemPlatform().clock,
    quiet: hasFlag(invocation, 'quiet'),
  });
  let rejects = 0;
  try {
    return await run((event) => {
      progress.listen(event);
      if (event.type !== 'rejected' || ++rejects > SHOWN_REJECTS) return;
      const shown = plainText(event.text).slice(0, 120);
      progress.listen({ type: 'warning', message: `${event.where}: "${shown}" ${event.problem}` });
    });
  } finally {
    const more = rejects - SHOWN_REJECTS;
    if (more > 0) progress.listen({ type: 'warning', message: `${more} more input lines name no work` });
  }
}

/** Every hole in the guard is said aloud when a run starts. */
function exceptionsOf({ config }: LoadedConfig): readonly string[] {
  const { connect_to, allow_private_addresses, allow_http_hosts, verify_tls } = config.http;
  return [
    ...Object.entries(connect_to).map(([host, origin]) => `note: http.connect_to sends ${host} to ${origin}`),
    ...allow_private_addresses.map(
      (address) => `note: http.allow_private_addresses lets ${address} be asked`,
    ),
    ...allow_http_hosts.map((host) => `note: http.allow_http_hosts lets ${host} be asked over plain http`),
    ...(verify_tls ? [] : ['warning: http.verify_tls is off: certificates are not checked']),
    ...(config.robots.enabled
      ? []
      : ['warning: robots.txt is not asked; do this only with servers of your own']),
  ];
}

function closingLines(result: RunResult): readonly string[] {
  const { metrics, drain, folder, artifacts } = result;
  return [
    ...renderSummary(metrics),
    '',
    `files      ${artifacts}`,
    `records    ${folder}`,
    `report     contentdownload report --run ${folder} --format md`,
    ...(drain.waiting > 0 ? [`resume     contentdownload resume --run ${folder}`] : []),
  ];
}

function exitCodeOf({ metrics, fed }: RunResult): ExitCode {
  if (fed.works === 0 && fed.rejects > 0 && metrics.processed === 0) return EXIT.usage;
  const unwell = metrics.failed + metrics.quarantined + metrics.waiting + fed.rejects;
  return unwell > 0 ? EXIT.findings : EXIT.ok;
}
