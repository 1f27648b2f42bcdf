import { extname, resolve } from 'node:path';
import { exportTelemetry } from '../../app/export-telemetry.ts';
import { systemPlatform } from '../../app/platform.ts';
import { UserError } from '../../core/errors.ts';
import type { Action, Invocation } from '../command.ts';
import { configOf } from '../config-of.ts';
import { EXIT } from '../exit-codes.ts';
import { hasFlag, textFlag } from '../flags.ts';

const FORMATS = ['parquet', 'csv', 'jsonl'] as const;
type Format = (typeof FORMATS)[number];

export const telemetryExportAction: Action = async (invocation) => {
  const named = textFlag(invocation, 'run');
  const out = textFlag(invocation, 'out');
  if (named === undefined) throw new UserError('telemetry export needs --run DIR');
  if (out === undefined) throw new UserError('telemetry export needs --out FILE (- for stdout)');
  const format = formatOf(invocation, out);
  const toStdout = out === '-';
  if (toStdout && format === 'parquet')
    throw new UserError('a Parquet file cannot go to stdout: give --out FILE');
  // Here `--out` is a file; elsewhere it is where runs are kept.
  const { out: _file, ...flags } = invocation.flags;
  const loaded = await configOf({ ...invocation, flags });
  const { terminal } = invocation;
  const to = toStdout ? async (bytes: Uint8Array) => printLines(invocation, bytes) : resolve(out);
  const attempts = await exportTelemetry({ named, format, to, loaded }, systemPlatform());
  if (toStdout) return EXIT.ok;
  if (hasFlag(invocation, 'json')) terminal.print(JSON.stringify({ attempts, format, file: resolve(out) }));
  else terminal.print(`${attempts} attempts written to ${out}`);
  return EXIT.ok;
};

/** Whole lines come; the terminal ends each print with a line end of its own. */
function printLines({ terminal }: Invocation, bytes: Uint8Array): void {
  terminal.print(Buffer.from(bytes).toString('utf8').replace(/\n$/, ''));
}

function formatOf(invocation: Invocation, out: string): Format {
  const given = textFlag(invocation, 'format') ?? extname(out).slice(1);
  const format = FORMATS.find((name) => name === given);
  if (format) return format;
  throw new UserError(`--format is needed, one of ${FORMATS.join(', ')}: the name ${out} does not tell`);
}
