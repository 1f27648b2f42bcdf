import { systemPlatform } from '../../app/platform.ts';
import { serve } from '../../app/serve.ts';
import { listenForStop } from '../../app/shutdown.ts';
import type { Action } from '../command.ts';
import { configOf } from '../config-of.ts';
import { EXIT } from '../exit-codes.ts';
import { hasFlag, portFlag, textFlag } from '../flags.ts';

/** Serves until SIGINT or SIGTERM, which is how it is meant to end. */
export const serveAction: Action = async (invocation) => {
  const { terminal } = invocation;
  const port = portFlag(invocation);
  const host = textFlag(invocation, 'host') ?? '127.0.0.1';
  using shutdown = listenForStop((code) => process.exit(code));
  await serve({
    loaded: await configOf(invocation),
    dbPath: textFlag(invocation, 'dbPath'),
    host,
    port,
    platform: systemPlatform(),
    stop: shutdown.signal,
    warn: (message) => terminal.note(`warning: ${message}`),
    ready({ url, isLoopback }) {
      if (hasFlag(invocation, 'json')) terminal.print(JSON.stringify({ url }));
      else terminal.print(`dashboard  ${url}`);
      if (!isLoopback)
        terminal.note(
          'warning: others on the network can reach this; browsers ask for a password, which is the token. Plain http: use it on a network you trust.',
        );
    },
  });
  return EXIT.ok;
};
