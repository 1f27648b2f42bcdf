import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface HostileProcess extends AsyncDisposable {
  /** The authority whose certificates are good, PEM. */
  readonly ca: string;
  portOf(behaviour: string): number;
  /** Resolves when that server has forgotten all requests. */
  startOver(behaviour: string): Promise<void>;
  /** Resolves when that server treats new connections well. */
  heal(behaviour: string): Promise<void>;
}

interface Started {
  readonly ca: string;
  readonly ports: Readonly<Record<string, number>>;
}

/** All hostile servers, in a process of their own. */
export async function startHostileProcess(): Promise<HostileProcess> {
  const program = fileURLToPath(new URL('programs/serve-behaviours.ts', import.meta.url));
  const child: ChildProcess = fork(program, { execArgv: ['--no-warnings'] });
  const died = once(child, 'exit').then(() => Promise.reject(new Error('the hostile servers did not start')));
  const [{ ca, ports }] = (await Promise.race([once(child, 'message'), died])) as [Started];
  died.catch(() => undefined);
  const waiting = new Map<string, () => void>();
  child.on('message', ({ done }: { done: string }) => waiting.get(done)?.());
  const tell = (order: 'heal' | 'startOver', behaviour: string): Promise<void> =>
    new Promise((resolve) => {
      waiting.set(behaviour, resolve);
      child.send({ order, behaviour });
    });
  return {
    ca,
    portOf(behaviour) {
      const port = ports[behaviour];
      if (port === undefined) throw new Error(`no server does this: ${behaviour}`);
      return port;
    },
    startOver: (behaviour) => tell('startOver', behaviour),
    heal: (behaviour) => tell('heal', behaviour),
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
