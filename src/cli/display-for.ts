import { systemClock } from '../platform/system-clock.ts';
import type { Invocation } from './command.ts';
import { hasFlag, textFlag } from './flags.ts';
import { logEvents } from './log-events.ts';
import { type OutcomeWords, type Progress, showProgress } from './progress.ts';

/** What stands on stderr while something runs: a display for people, or a log for machines. */
export function displayFor(invocation: Invocation, words?: OutcomeWords): Progress {
  const { terminal } = invocation;
  const clock = systemClock();
  const quiet = hasFlag(invocation, 'quiet');
  if (textFlag(invocation, 'logFormat') !== 'json')
    return showProgress({ terminal, clock, quiet, ...(words && { words }) });
  const least = quiet ? 'warn' : hasFlag(invocation, 'verbose') ? 'debug' : 'info';
  return logEvents({ terminal, clock, least });
}
