import { Session } from 'node:inspector/promises';

/** Sampling this often costs a few per cent and resolves single microseconds over tens of thousands of requests. */
const SAMPLE_EVERY_US = 100;

/** Which part of the stack a function belongs to: a layer by its file, the rest by its folder, others by their package. */
function partOf(url: string): string {
  const layer = /\/src\/http\/layers\/([\w-]+)\.ts$/.exec(url)?.[1];
  if (layer !== undefined) return `layer ${layer}`;
  const room = /\/src\/http\/([\w-]+)(?:\/|\.ts)/.exec(url)?.[1] ?? /\/src\/([\w-]+)\//.exec(url)?.[1];
  if (room !== undefined) return room;
  if (url.includes('/undici/')) return 'undici';
  if (url.startsWith('node:')) return 'node';
  return 'engine and bench';
}

/** Processor time that `run` spends in each part's own code, in microseconds per request, the most expensive first. */
export async function selfTimePerRequest(
  run: () => Promise<unknown>,
  requests: number,
): Promise<Readonly<Record<string, number>>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US });
  await session.post('Profiler.start');
  await run();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const partOfNode = new Map(profile.nodes.map(({ id, callFrame }) => [id, { callFrame }]));
  const spent = new Map<string, number>();
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const { callFrame } = partOfNode.get(id) ?? {};
    if (!callFrame || callFrame.functionName === '(idle)') continue;
    const part = partOf(callFrame.url);
    spent.set(part, (spent.get(part) ?? 0) + (profile.timeDeltas?.[index] ?? 0));
  }
  const rounded = [...spent].map(([part, us]) => [part, Number((us / requests).toFixed(2))] as const);
  return Object.fromEntries(rounded.toSorted(([, a], [, b]) => b - a));
}
