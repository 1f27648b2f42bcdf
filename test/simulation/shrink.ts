import { type SimulationReport, type SimulationRequest, simulate } from './simulate.ts';

/**
 * Fewer and fewer faults, as long as the same seed still goes wrong (delta debugging, Zeller 2002): first halves are left
 * out, then quarters, at last each one for itself.
 */
export async function shrink(
  request: SimulationRequest,
  failing: SimulationReport,
): Promise<SimulationReport> {
  const goesWrong = async (ids: readonly string[]): Promise<boolean> =>
    (await simulate({ ...request, allowed: new Set(ids) })).violations.length > 0;
  let ids: readonly string[] = [...new Set(failing.fired.map(({ id }) => id))];
  for (let size = Math.ceil(ids.length / 2); size >= 1 && ids.length > 0; ) {
    let hasShrunk = false;
    for (let at = 0; at < ids.length; ) {
      const rest = [...ids.slice(0, at), ...ids.slice(at + size)];
      if (await goesWrong(rest)) {
        ids = rest;
        hasShrunk = true;
      } else at += size;
    }
    if (size === 1 && !hasShrunk) break;
    size = Math.max(1, Math.floor(size / 2));
  }
  return simulate({ ...request, allowed: new Set(ids), keepsLines: true });
}
