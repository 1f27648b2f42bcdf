import { examine } from '../../app/doctor.ts';
import { systemPlatform } from '../../app/platform.ts';
import { listenForStop } from '../../app/shutdown.ts';
import { machineFacts } from '../../platform/machine-facts.ts';
import type { Action } from '../command.ts';
import { configOf } from '../config-of.ts';
import { EXIT } from '../exit-codes.ts';
import { hasFlag } from '../flags.ts';
import { printTable } from '../print-table.ts';

export const doctorAction: Action = async (invocation) => {
  const { terminal, version } = invocation;
  const loaded = await configOf(invocation);
  using shutdown = listenForStop((code) => process.exit(code));
  const findings = await examine({
    loaded,
    platform: systemPlatform(),
    machine: machineFacts(),
    version,
    online: hasFlag(invocation, 'online'),
    stop: shutdown.signal,
  });
  const problems = findings.filter(({ status }) => status === 'problem').length;
  const warnings = findings.filter(({ status }) => status === 'warning').length;
  if (hasFlag(invocation, 'json')) {
    terminal.print(JSON.stringify({ problems, warnings, findings }, null, 2));
  } else {
    printTable(
      terminal,
      [{ title: 'check' }, { title: 'is' }, { title: 'found' }, { title: 'what to do' }],
      findings.map(({ check, status, found, advice }) => [check, status, found, advice ?? '']),
    );
    terminal.print(`\n${problems} problems, ${warnings} warnings`);
  }
  return problems > 0 ? EXIT.findings : EXIT.ok;
};
