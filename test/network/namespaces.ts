import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';

/** Runs `ip`; throws with its words. */
const ip = (...args: readonly string[]): void => {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
};

const tryIp = (...args: readonly string[]): boolean =>
  spawnSync('ip', args, { stdio: 'ignore' }).status === 0;

/** Whether network namespaces can be made here: root, iproute2, and a kernel that has veth pairs. */
export function canMakeNamespaces(): boolean {
  if (process.getuid?.() !== 0) return false;
  const name = `cdn${process.pid}try`;
  if (!tryIp('netns', 'add', name)) return false;
  const hasVeth = tryIp('-n', name, 'link', 'add', 'v0', 'type', 'veth', 'peer', 'name', 'v1');
  tryIp('netns', 'del', name);
  return hasVeth;
}

/** Where the world answers: two peers that are hosts of their own, the proxy, and nobody at all. */
export const WORLD = { one: '10.77.0.2', two: '10.77.0.3', six: 'fd77::2', nobody: '10.77.0.99' } as const;
const CLIENT = { four: '10.77.0.1', six: 'fd77::1' } as const;

/** Two namespaces with a cable between them: the program lives in one, the world in the other. */
export interface Cable extends Disposable {
  /** What to run a command of the program with. */
  readonly inClient: readonly string[];
  readonly inWorld: readonly string[];
  /** The program's own end: down takes its routes with it. */
  client(state: 'up' | 'down'): void;
  /** The far end: down leaves the program a route on which nothing answers. */
  world(state: 'up' | 'down'): void;
  /** A rule of the program's kernel for an address: `prohibit` and the like; without a kind it is taken back. */
  route(address: string, kind?: 'prohibit' | 'blackhole' | 'unreachable'): void;
  nameServers(text: string): void;
}

let made = 0;

export function layCable(): Cable {
  const id = `cdn${process.pid}x${++made}`;
  const [client, world] = [`${id}a`, `${id}b`];
  const etc = `/etc/netns/${client}`;
  const take = (): void => {
    tryIp('netns', 'del', client);
    tryIp('netns', 'del', world);
    rmSync(etc, { recursive: true, force: true });
  };
  try {
    ip('netns', 'add', client);
    ip('netns', 'add', world);
    ip('-n', client, 'link', 'add', 'c0', 'type', 'veth', 'peer', 'name', 'w0', 'netns', world);
    for (const [where, device, four, six] of [
      [client, 'c0', [CLIENT.four], CLIENT.six],
      [world, 'w0', [WORLD.one, WORLD.two], WORLD.six],
    ] as const) {
      for (const address of four) ip('-n', where, 'addr', 'add', `${address}/24`, 'dev', device);
      ip('-n', where, 'addr', 'add', `${six}/64`, 'dev', device, 'nodad');
      ip('-n', where, 'link', 'set', 'lo', 'up');
      ip('-n', where, 'link', 'set', device, 'up');
    }
    mkdirSync(etc, { recursive: true });
    const nameServers = (text: string): void => writeFileSync(`${etc}/resolv.conf`, text);
    nameServers(`nameserver ${WORLD.one}\n`);
    return {
      inClient: ['ip', 'netns', 'exec', client],
      inWorld: ['ip', 'netns', 'exec', world],
      client(state) {
        ip('-n', client, 'link', 'set', 'c0', state);
        if (state === 'up') tryIp('-n', client, 'addr', 'add', `${CLIENT.six}/64`, 'dev', 'c0', 'nodad');
      },
      world(state) {
        ip('-n', world, 'link', 'set', 'w0', state);
        if (state === 'up') tryIp('-n', world, 'addr', 'add', `${WORLD.six}/64`, 'dev', 'w0', 'nodad');
      },
      route(address, kind) {
        if (kind) ip('-n', client, 'route', 'add', kind, `${address}/32`);
        else ip('-n', client, 'route', 'del', `${address}/32`);
      },
      nameServers,
      [Symbol.dispose]: take,
    };
  } catch (error) {
    take();
    throw error;
  }
}
