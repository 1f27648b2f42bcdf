import { type LabOptions, startLab } from '../lab/server.ts';

export interface LabFacts {
  readonly origin: string;
  readonly port: number;
  readonly works: number;
  readonly hosts: number;
}

/** Runs the lab until the signal says otherwise. */
export async function runLab(
  options: LabOptions,
  stop: AbortSignal,
  started: (lab: LabFacts) => void,
): Promise<void> {
  await using lab = await startLab(options);
  const { origin, port, world } = lab;
  started({ origin, port, works: world.works.length, hosts: world.hosts.length });
  if (stop.aborted) return;
  await new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve(), { once: true }));
}
