import { type Observed, OUTAGES, type Phase, sufferOutage } from '../network/outages.ts';
import { type Stage, setStage } from '../network/stage.ts';

export interface NetworkOptions {
  readonly works: number;
  readonly maxSeconds: number;
}

const PHASES: readonly Phase[] = ['at the start', 'when works begin', 'with works done'];
/** As long as a cable is pulled by mistake. */
const LASTS_MS = 6000;
const SOON_MS = 4000;
const BACK_MS = 5000;

interface Suffered {
  readonly outage: string;
  readonly phase: Phase;
  readonly processes: number;
  readonly offlineMs?: number;
  readonly onlineMs?: number;
}

/** What an outage changed that it must not. */
function violationsOf(seen: Observed, usual: ReadonlyMap<string, string>, phase: Phase): readonly string[] {
  const changed = [...usual].filter(([id, end]) => seen.outcomes.get(id) !== end);
  return [
    ...(seen.signal === null ? [] : [`died of ${seen.signal}`]),
    ...(seen.code === 1 || seen.code === 0 ? [] : [`exit code ${seen.code}`]),
    ...changed.map(([id, end]) => `${id}: ${end} became ${seen.outcomes.get(id) ?? 'nothing'}`),
    ...(seen.attempts === 0 ? [] : [`${seen.attempts} attempts burned`]),
    ...(phase === 'at the start' || seen.offlineMs < SOON_MS
      ? []
      : [`offline told after ${seen.offlineMs} ms`]),
    ...(seen.onlineMs < BACK_MS ? [] : [`back after ${seen.onlineMs} ms`]),
    ...(seen.words.startsWith('no host can be reached') ? [] : [`words: ${seen.words}`]),
    ...(seen.stderr.includes('internal-error') ? ['a work ended as internal-error'] : []),
  ];
}

async function sufferOne(
  stage: Stage,
  usual: ReadonlyMap<string, string>,
  which: { outage: (typeof OUTAGES)[number]; phase: Phase; processes: number },
): Promise<{ readonly suffered: Suffered; readonly violations: readonly string[] }> {
  const { outage, phase, processes } = which;
  const about = { outage: outage.name, phase, processes };
  try {
    const args = ['--processes', `${processes}`];
    const seen = await sufferOutage(stage, outage, { phase, lastsMs: LASTS_MS, args });
    const times = { offlineMs: Math.round(seen.offlineMs), onlineMs: Math.round(seen.onlineMs) };
    return { suffered: { ...about, ...times }, violations: violationsOf(seen, usual, phase) };
  } catch (error) {
    return { suffered: about, violations: [error instanceof Error ? error.message : String(error)] };
  }
}

/** Every kind of outage at every phase of a run, in network namespaces. */
export async function network({ works, maxSeconds }: NetworkOptions) {
  const until = performance.now() + maxSeconds * 1000;
  await using stage = await setStage(works);
  const calm = await stage.pull();
  await calm.ended;
  const usual = await calm.outcomes();
  const suffered: Suffered[] = [];
  const violations: string[] = [];
  for (const processes of [1, 2])
    for (const outage of OUTAGES)
      for (const phase of PHASES) {
        if (performance.now() > until) break;
        const one = await sufferOne(stage, usual, { outage, phase, processes });
        suffered.push(one.suffered);
        violations.push(...one.violations.map((text) => `${outage.name}, ${phase}, ${processes}: ${text}`));
      }
  return { name: 'network', works: usual.size, outages: suffered.length, suffered, violations };
}
