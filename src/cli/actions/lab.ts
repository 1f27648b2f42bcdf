import { runLab } from '../../app/run-lab.ts';
import { listenForStop } from '../../app/shutdown.ts';
import type { Action } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { hasFlag, portFlag, textFlag, wholeNumberFlag } from '../flags.ts';

/** Serves until SIGINT or SIGTERM, which is how it is meant to end. */
export const labAction: Action = async (invocation) => {
  const { terminal } = invocation;
  const port = portFlag(invocation);
  const works = wholeNumberFlag(invocation, 'works', 1);
  const seed = wholeNumberFlag(invocation, 'seed');
  const faults = textFlag(invocation, 'faults')
    ?.split(',')
    .map((label) => label.trim());
  const latencyMs = wholeNumberFlag(invocation, 'latency');
  const logFile = textFlag(invocation, 'logFile');
  using shutdown = listenForStop((code) => process.exit(code));
  await runLab(
    {
      ...(port !== undefined && { port }),
      ...(works !== undefined && { works }),
      ...(seed !== undefined && { seed }),
      ...(faults && { faults }),
      ...(latencyMs !== undefined && { latencyMs }),
      ...(logFile !== undefined && { logFile }),
    },
    shutdown.signal,
    (lab) => {
      if (hasFlag(invocation, 'json'))
        terminal.print(JSON.stringify({ origin: lab.origin, port: lab.port, works: lab.works }));
      else {
        terminal.print(`${lab.works} works on ${lab.hosts} hosts at ${lab.origin}`);
        terminal.print(`ids          ${lab.origin}/__lab/ids`);
        terminal.print(`right ends   ${lab.origin}/__lab/world`);
        terminal.print(`access log   ${lab.origin}/__lab/access-log`);
        terminal.print(`config       http: { connect_to: { "*": "${lab.origin}" } }`);
      }
    },
  );
  return EXIT.ok;
};
