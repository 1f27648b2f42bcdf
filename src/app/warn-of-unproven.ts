import type { Config } from '../config/schema.ts';
import type { Emit } from '../core/events.ts';
import type { Metrics } from '../core/metrics.ts';

/** `verify_identity: warn` keeps every file: whoever chose it is told how many may be other papers. */
export function warnOfUnproven({ download }: Config, { identity }: Metrics, emit: Emit): void {
  const { unsure } = identity;
  if (download.verify_identity !== 'warn' || unsure === 0) return;
  const files = unsure === 1 ? '1 file is' : `${unsure} files are`;
  emit({
    type: 'warning',
    message: `${files} not proven to be the work that was asked for; verify_identity is \`warn\`, so all are kept`,
  });
}
