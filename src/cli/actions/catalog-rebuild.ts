import { systemPlatform } from '../../app/platform.ts';
import { rebuildCatalog } from '../../app/rebuild-catalog.ts';
import { UserError } from '../../core/errors.ts';
import type { Action } from '../command.ts';
import { configOf } from '../config-of.ts';
import { EXIT } from '../exit-codes.ts';
import { hasFlag, textFlag } from '../flags.ts';

/** Problems shown one by one; the rest is counted. */
const SHOWN = 20;

export const catalogRebuildAction: Action = async (invocation) => {
  const { terminal } = invocation;
  const from = textFlag(invocation, 'from');
  if (from === undefined)
    throw new UserError('catalog rebuild needs --from DIR: the output folder of the runs');
  const { config } = await configOf(invocation);
  let told = 0;
  const rebuilt = await rebuildCatalog(
    {
      from,
      dbPath: textFlag(invocation, 'dbPath'),
      warn: (message) => {
        if (++told <= SHOWN) terminal.note(message);
      },
    },
    config,
    systemPlatform(),
  );
  const { database, runs, works, entries, attempts, queued, unreadable_lines, missing_files } = rebuilt;
  if (hasFlag(invocation, 'json')) terminal.print(JSON.stringify(rebuilt, null, 2));
  else {
    terminal.print(`${database}: ${runs} runs, ${works} works, ${entries} entries, ${attempts} attempts`);
    if (queued > 0) terminal.note(`${queued} works had been begun and not ended; they wait again`);
    if (unreadable_lines > 0) terminal.note(`${unreadable_lines} lines could not be read`);
    for (const path of missing_files.slice(0, SHOWN)) terminal.note(`missing: ${path}`);
    if (missing_files.length > 0)
      terminal.note(
        `${missing_files.length} files are not there; \`resume --run DIR --verify\` fetches them again`,
      );
  }
  return unreadable_lines + missing_files.length > 0 ? EXIT.findings : EXIT.ok;
};
