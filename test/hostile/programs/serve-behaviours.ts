import { BEHAVIOURS } from '../behaviours/index.ts';
import { certificate } from '../certificate.ts';
import { type HostileServer, hostileServer } from '../hostile-server.ts';

interface Order {
  readonly order: 'heal' | 'startOver';
  readonly behaviour: string;
}

/** Every row of the table on a port of its own, in a process apart: what the client's process grows by is the client's. */
const authority = certificate({ commonName: 'Authority of the hostile', isAuthority: true });
const servers = new Map<string, HostileServer>();
for (const row of BEHAVIOURS) servers.set(row.name, await hostileServer(row, authority));

process.on('message', ({ order, behaviour }: Order) => {
  servers.get(behaviour)?.[order]();
  process.send?.({ done: behaviour });
});
process.on('disconnect', () => process.exit());
process.send?.({
  ca: authority.cert,
  ports: Object.fromEntries([...servers].map(([name, { port }]) => [name, port])),
});
