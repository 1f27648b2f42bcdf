import type { CommandSpec } from '../command.ts';
import { CONFIG_FLAG, DB_PATH_FLAG, JSON_FLAG } from '../flags.ts';
import { RUN_FLAGS } from '../run-flags.ts';

export const serve: CommandSpec = {
  name: 'serve',
  summary:
    'a live dashboard of the newest run, its JSON API and /metrics for Prometheus, until it is stopped',
  flags: [
    { flags: '--port <n>', summary: 'port to listen on (default: 7878, or any free one)' },
    {
      flags: '--host <address>',
      summary: 'address to listen on (default: 127.0.0.1); beyond loopback everything needs the token',
    },
    ...RUN_FLAGS.filter(({ name }) => name === 'out'),
    DB_PATH_FLAG,
    CONFIG_FLAG,
    JSON_FLAG,
  ],
  examples: ['contentdownload serve --out runs/content', 'contentdownload serve --port 8080 -c cd.yaml'],
  load: async () => (await import('../actions/serve.ts')).serveAction,
};
