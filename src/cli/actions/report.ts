import { systemPlatform } from '../../app/platform.ts';
import { type ReportFormat, reportOn } from '../../app/report-run.ts';
import { UserError } from '../../core/errors.ts';
import type { Action } from '../command.ts';
import { configOf } from '../config-of.ts';
import { EXIT } from '../exit-codes.ts';
import { hasFlag, textFlag } from '../flags.ts';

export const reportAction: Action = async (invocation) => {
  const named = textFlag(invocation, 'run');
  if (named === undefined) throw new UserError('report needs --run DIR: <out>/<run_id>, <out> or a run id');
  const asked = (textFlag(invocation, 'format') ?? 'md') as ReportFormat;
  const format = hasFlag(invocation, 'json') ? 'json' : asked;
  const loaded = await configOf(invocation);
  invocation.terminal.print((await reportOn({ named, format, loaded }, systemPlatform())).trimEnd());
  return EXIT.ok;
};
