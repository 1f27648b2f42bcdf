import { openQueue } from '../../app/open-catalog.ts';
import { systemPlatform } from '../../app/platform.ts';
import type { Action } from '../command.ts';
import { configOf } from '../config-of.ts';
import { EXIT } from '../exit-codes.ts';
import { hasFlag, textFlag } from '../flags.ts';
import { printTable } from '../print-table.ts';

export const queueStatsAction: Action = async (invocation) => {
  const { config } = await configOf(invocation);
  await using queue = await openQueue(config, textFlag(invocation, 'dbPath'), systemPlatform());
  const stats = await queue.stats();
  const lanes = await queue.lanes();
  if (hasFlag(invocation, 'json')) {
    invocation.terminal.print(JSON.stringify({ ...stats, lanes }, null, 2));
    return EXIT.ok;
  }
  const { paused, ...counts } = stats;
  const columns = [{ title: 'state' }, { title: 'jobs', align: 'right' as const }];
  printTable(invocation.terminal, columns, Object.entries(counts));
  if (paused) invocation.terminal.print('the queue is paused');
  return EXIT.ok;
};
