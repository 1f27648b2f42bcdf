import { openOrMakeQueue, openQueue } from '../../app/open-catalog.ts';
import { pausedBy } from '../../app/paused-by.ts';
import { systemPlatform } from '../../app/platform.ts';
import { type Queued, type QueueRequest, queueFile, queueIds } from '../../app/queue-works.ts';
import type { Emit } from '../../core/events.ts';
import { plainText } from '../../core/plain-text.ts';
import type { Action, Invocation } from '../command.ts';
import { configOf } from '../config-of.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { hasFlag, textFlag } from '../flags.ts';
import { printTable } from '../print-table.ts';
import { acquire } from './acquire.ts';

export const queueStatsAction: Action = async (invocation) => {
  await using queue = await existingQueue(invocation);
  const stats = await queue.stats();
  const lanes = await queue.lanes();
  if (hasFlag(invocation, 'json')) {
    invocation.terminal.print(JSON.stringify({ ...stats, lanes }, null, 2));
    return EXIT.ok;
  }
  const { paused, paused_by: by, offline, ...counts } = stats;
  printTable(
    invocation.terminal,
    [{ title: 'state' }, { title: 'jobs', align: 'right' }],
    Object.entries(counts),
  );
  if (offline !== undefined)
    invocation.terminal.print(`offline: ${plainText(offline)}; the run goes on by itself`);
  if (paused)
    invocation.terminal.print(
      `the queue is paused${by ? ` (${plainText(by)})` : ''}; \`queue resume\` lets it go on`,
    );
  return EXIT.ok;
};

export const queueEnqueueAction: Action = (invocation) =>
  queueing(invocation, (request) => queueIds(invocation.args, request));

export const queueImportAction: Action = (invocation) =>
  queueing(invocation, (request) => {
    const format = textFlag(invocation, 'format');
    const columns = textFlag(invocation, 'columns');
    const how = { ...(format !== undefined && { format }), ...(columns !== undefined && { columns }) };
    return queueFile({ name: invocation.args[0] ?? '-', ...how }, request);
  });

/** Works on what is queued, in a run of its own. */
export const queueRunAction: Action = async (invocation) => {
  const loaded = await configOf(invocation);
  return acquire(invocation, {
    loaded,
    wanted: {},
    command: 'queue run',
    stay: !hasFlag(invocation, 'drain'),
  });
};

export const queuePauseAction: Action = (invocation) => setPaused(invocation, true);
export const queueResumeAction: Action = (invocation) => setPaused(invocation, false);

export const queueRetryFailedAction: Action = async (invocation) => {
  await using queue = await existingQueue(invocation);
  const retried = await queue.retryFailed();
  if (hasFlag(invocation, 'json')) invocation.terminal.print(JSON.stringify({ retried }));
  else invocation.terminal.print(`${retried} failed works wait again; \`queue run --drain\` works on them`);
  return EXIT.ok;
};

async function existingQueue(invocation: Invocation) {
  const { config } = await configOf(invocation);
  return openQueue(config, textFlag(invocation, 'dbPath'), systemPlatform());
}

async function setPaused(invocation: Invocation, paused: boolean): Promise<ExitCode> {
  await using queue = await existingQueue(invocation);
  await queue.setPaused(paused, pausedBy('queue pause', systemPlatform()));
  if (hasFlag(invocation, 'json')) invocation.terminal.print(JSON.stringify({ paused }));
  else invocation.terminal.print(paused ? 'paused: works under way end, none is begun' : 'going on');
  return EXIT.ok;
}

async function queueing(
  invocation: Invocation,
  queue: (request: QueueRequest) => Promise<Queued>,
): Promise<ExitCode> {
  const { terminal } = invocation;
  const loaded = await configOf(invocation);
  const platform = systemPlatform();
  await using ledger = await openOrMakeQueue(loaded.config, textFlag(invocation, 'dbPath'), platform);
  const emit: Emit = (event) => {
    if (event.type === 'rejected')
      terminal.note(`${event.where}: "${plainText(event.text).slice(0, 120)}" ${event.problem}`);
  };
  const count = await queue({ loaded, ledger, platform, emit, urgent: hasFlag(invocation, 'urgent') });
  const { added, duplicates, rejects, problem } = count;
  if (hasFlag(invocation, 'json'))
    terminal.print(JSON.stringify({ added, duplicates, rejects, ...(problem !== undefined && { problem }) }));
  else {
    if (problem !== undefined) terminal.print(`the input broke off: ${plainText(problem)}`);
    terminal.print(`${added} queued, ${duplicates} known already, ${rejects} lines name no work`);
  }
  return rejects > 0 || problem !== undefined ? EXIT.findings : EXIT.ok;
}
