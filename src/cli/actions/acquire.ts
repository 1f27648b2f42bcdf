import { resolve } from 'node:path';
import { dryRun } from '../../app/dry-run.ts';
import { systemPlatform } from '../../app/platform.ts';
import { listenForReload } from '../../app/reload.ts';
import { type RunResult, runWorks } from '../../app/run.ts';
import type { RunRequest } from '../../app/run-request.ts';
import { listenForStop } from '../../app/shutdown.ts';
import type { Wanted } from '../../app/wire-sources.ts';
import type { LoadedConfig } from '../../config/assemble-config.ts';
import { originOf } from '../../config/merge.ts';
import type { Config } from '../../config/schema.ts';
import type { Clock } from '../../core/clock.ts';
import type { Emit } from '../../core/events.ts';
import { plainText } from '../../core/plain-text.ts';
import { sortedJson } from '../../core/sorted-json.ts';
import { showWorks } from '../../report/figures.ts';
import { goesOnListing } from '../../report/listing-figures.ts';
import { renderSummary } from '../../report/render-summary.ts';
import { shellWord } from '../../report/shell-word.ts';
import type { Invocation } from '../command.ts';
import type { ReadConfig } from '../config-of.ts';
import { displayFor } from '../display-for.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { hasFlag, textFlag } from '../flags.ts';
import type { OutcomeWords } from '../progress.ts';
import { showDryRun } from '../show-dry-run.ts';

/** Bad input lines shown one by one; the rest is counted. */
const SHOWN_LINES = 20;

/** What a dry run counts instead of files. */
const OFFERS = { saved: 'offered', html_only: 'page only', failed: 'not offered' };

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
      wanted: { ...wish.wanted, ...resumeFromOf(invocation) },
      loaded,
      version,
      platform,
      listen,
      force: hasFlag(invocation, 'force'),
      urgent: hasFlag(invocation, 'urgent'),
      stop: shutdown.signal,
      reload: { asked, read: loaded.readAgain },
      ...(hasFlag(invocation, 'dashboard') && {
        dashboard: { announce: tellWhere(invocation, listen) },
      }),
    }),
  );
  if (hasFlag(invocation, 'json')) terminal.print(sortedJson(result.metrics));
  else {
    const isResumed = wish.resumes !== undefined;
    const { clock } = platform;
    for (const line of closingLines(result, invocation, { clock, isResumed })) terminal.print(line);
  }
  return (shutdown.exitCode() as ExitCode | undefined) ?? exitCodeOf(result);
}

/** The same without fetching or storing anything; an offer that is missing is no fault of the run. */
export async function rehearse(
  invocation: Invocation,
  { loaded, ...wish }: Pick<RunRequest, 'loaded' | 'wanted' | 'sources' | 'command'>,
): Promise<ExitCode> {
  const { terminal, version } = invocation;
  if (!hasFlag(invocation, 'quiet')) for (const line of exceptionsOf(loaded)) terminal.note(line);
  using shutdown = listenForStop((code) => process.exit(code));
  const run = (listen: Emit) =>
    dryRun({
      ...wish,
      wanted: { ...wish.wanted, ...resumeFromOf(invocation) },
      loaded,
      version,
      platform: systemPlatform(),
      listen,
      force: false,
      urgent: hasFlag(invocation, 'urgent'),
      stop: shutdown.signal,
    });
  const result = await withProgress(invocation, run, OFFERS);
  if (hasFlag(invocation, 'json')) terminal.print(JSON.stringify(result, null, 2));
  else showDryRun(terminal, result);
  const isWhole = result.listing.complete !== false;
  return (shutdown.exitCode() as ExitCode | undefined) ?? (isWhole ? EXIT.ok : EXIT.findings);
}

/** Kept with the run, so that going on with it later leaves the same works out. */
function resumeFromOf(invocation: Invocation): Pick<Wanted, 'resumeFrom'> {
  const manifest = textFlag(invocation, 'resumeFrom');
  return manifest === undefined ? {} : { resumeFrom: resolve(manifest) };
}

/** Whoever asked for a dashboard wants its address, however quiet the rest is to be. */
const tellWhere =
  (invocation: Invocation, listen: Emit) =>
  (url: string): void => {
    if (hasFlag(invocation, 'quiet')) invocation.terminal.note(`dashboard at ${url}`);
    else listen({ type: 'notice', message: `dashboard at ${url}` });
  };

/** A display on stderr while something runs; bad input lines are shown as they come. */
export async function withProgress<T>(
  invocation: Invocation,
  run: (listen: Emit) => Promise<T>,
  words?: OutcomeWords,
): Promise<T> {
  using progress = displayFor(invocation, words);
  const shown = { rejected: 0, taken: 0 };
  try {
    return await run((event) => {
      progress.listen(event);
      if (event.type !== 'rejected') return;
      if (++shown[event.isTaken ? 'taken' : 'rejected'] > SHOWN_LINES) return;
      const text = plainText(event.text).slice(0, 120);
      progress.listen({ type: 'warning', message: `${event.where}: "${text}" ${event.problem}` });
    });
  } finally {
    const tell = (count: number, what: string): void => {
      const more = count - SHOWN_LINES;
      if (more > 0) progress.listen({ type: 'warning', message: `${more} more input lines ${what}` });
    };
    tell(shown.rejected, 'name no work');
    tell(shown.taken, 'say something that was not used');
  }
}

/** Every hole in the guard is said aloud when a run starts. */
function exceptionsOf({ config, origins }: LoadedConfig): readonly string[] {
  const { connect_to, allow_private_addresses, allow_http_hosts, verify_tls } = config.http;
  return [
    ...Object.entries(connect_to).map(([host, origin]) => `note: http.connect_to sends ${host} to ${origin}`),
    ...allow_private_addresses.map(
      (address) => `note: http.allow_private_addresses lets ${address} be asked`,
    ),
    ...allow_http_hosts.map((host) => `note: http.allow_http_hosts lets ${host} be asked over plain http`),
    ...proxyNote(config, originOf(origins, ['http', 'proxy'])),
    ...(verify_tls ? [] : ['warning: http.verify_tls is off: certificates are not checked']),
    ...(config.robots.enabled
      ? []
      : ['warning: robots.txt is not asked; do this only with servers of your own']),
  ];
}

/** Without its password. Where `connect_to` stands in for all hosts, nothing goes through it. */
function proxyNote({ http }: Config, origin: string | undefined): readonly string[] {
  if (http.proxy === null || '*' in http.connect_to) return [];
  return [`note: requests go through the proxy ${new URL(http.proxy).host} (from ${origin ?? 'http.proxy'})`];
}

function closingLines(
  result: RunResult,
  invocation: Invocation,
  { clock, isResumed }: { readonly clock: Clock; readonly isResumed: boolean },
): readonly string[] {
  const { metrics, drain, folder, artifacts } = result;
  // Works that wait, or a listing that can go on, are what `resume` is for.
  const isOver = metrics.waiting === 0 && (metrics.finished_at !== null || !goesOnListing(metrics));
  return [
    ...nothingLeft(result, isResumed),
    ...renderSummary(metrics, result.database),
    '',
    `files      ${artifacts}`,
    `records    ${folder}`,
    `report     contentdownload report --run ${shellWord(folder)} --format md`,
    ...waitingLine(drain, clock),
    ...(isOver
      ? []
      : [`resume     contentdownload resume --run ${shellWord(folder)}${configFlag(invocation)}`]),
  ];
}

/** Why a resume did nothing. */
function nothingLeft({ metrics, wasFinished }: RunResult, isResumed: boolean): readonly string[] {
  if (wasFinished)
    return [`Nothing was left to do: the run finished ${metrics.finished_at}. This is its summary.`];
  const isLost = metrics.listing.complete === false && !goesOnListing(metrics);
  if (!isResumed || !isLost || metrics.waiting > 0) return [];
  return [
    'Nothing was left to do: every work that was listed has ended, and `resume` cannot list the rest. This is the summary of the run.',
  ];
}

/** What is secret is stored nowhere: the file that holds it is named again. */
const configFlag = (invocation: Invocation): string => {
  const file = textFlag(invocation, 'config');
  return file === undefined || file === '-' ? '' : ` -c ${shellWord(file)}`;
};

/** Hosts that want to be left alone for longer than a run waits: until when, by the clock on the wall. */
function waitingLine({ waiting, until, wasOffline }: RunResult['drain'], clock: Clock): readonly string[] {
  if (wasOffline) return [`waiting    ${showWorks(waiting)}: no host could be reached`];
  if (until === undefined) return [];
  const at = clock.wall();
  at.setTime(at.getTime() + until - clock.now());
  return [`waiting    ${showWorks(waiting)} for their hosts, the first until ${at.toISOString()}`];
}

function exitCodeOf({ metrics, fed }: RunResult): ExitCode {
  if (metrics.listing.complete === false) return EXIT.findings;
  const rejected = metrics.input?.rejected ?? fed.rejects;
  if (fed.works === 0 && rejected > 0 && metrics.processed === 0) return EXIT.usage;
  const unwell = metrics.failed + metrics.quarantined + metrics.waiting + rejected;
  return unwell > 0 ? EXIT.findings : EXIT.ok;
}
