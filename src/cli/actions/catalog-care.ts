import { dedupeFiles } from '../../app/dedupe.ts';
import { openEvidence } from '../../app/evidence.ts';
import { collectGarbage } from '../../app/gc.ts';
import { systemPlatform } from '../../app/platform.ts';
import { verifyCatalog } from '../../app/verify.ts';
import type { Action, Invocation } from '../command.ts';
import { configOf } from '../config-of.ts';
import { EXIT } from '../exit-codes.ts';
import { hasFlag, textFlag } from '../flags.ts';
import { printTable } from '../print-table.ts';

const evidenceOf = async (invocation: Invocation) => {
  const { config } = await configOf(invocation);
  return openEvidence(config, textFlag(invocation, 'dbPath'), systemPlatform());
};

const isJson = (invocation: Invocation): boolean => hasFlag(invocation, 'json');

export const catalogVerifyAction: Action = async (invocation) => {
  const { terminal } = invocation;
  using evidence = await evidenceOf(invocation);
  const findings = await Array.fromAsync(verifyCatalog(evidence, hasFlag(invocation, 'strict')));
  if (isJson(invocation)) terminal.print(JSON.stringify(findings, null, 2));
  else if (findings.length === 0) terminal.print('all is as the catalog says');
  else {
    const columns = [{ title: 'fault' }, { title: 'where' }, { title: 'what' }];
    const cells = findings.map(({ fault, subject, detail }) => [fault, subject, detail]);
    printTable(terminal, columns, cells);
    terminal.note(
      `${findings.length} findings; \`resume --run DIR --verify\` fetches again what is missing or changed`,
    );
  }
  return findings.length === 0 ? EXIT.ok : EXIT.findings;
};

export const catalogGcAction: Action = async (invocation) => {
  const { terminal } = invocation;
  const deletes = hasFlag(invocation, 'delete');
  using evidence = await evidenceOf(invocation);
  const garbage = await collectGarbage(evidence, systemPlatform(), { deletes });
  const bytes = garbage.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (isJson(invocation)) {
    terminal.print(JSON.stringify({ deleted: deletes, files: garbage, bytes }, null, 2));
    return EXIT.ok;
  }
  const columns = [{ title: 'file' }, { title: 'bytes', align: 'right' as const }, { title: 'why' }];
  printTable(
    terminal,
    columns,
    garbage.map(({ path, sizeBytes, why }) => [path, sizeBytes, why]),
  );
  const done = deletes ? 'removed' : 'would be removed by --delete';
  terminal.note(`${garbage.length} files with ${bytes} bytes ${done}`);
  return EXIT.ok;
};

export const catalogDedupeAction: Action = async (invocation) => {
  using evidence = await evidenceOf(invocation);
  const { linked, savedBytes, left } = await dedupeFiles(evidence, systemPlatform());
  if (isJson(invocation))
    invocation.terminal.print(JSON.stringify({ linked, saved_bytes: savedBytes, left }, null, 2));
  else
    invocation.terminal.print(
      `${linked} files linked, ${savedBytes} bytes saved${left > 0 ? `, ${left} left as they are` : ''}`,
    );
  return EXIT.ok;
};
