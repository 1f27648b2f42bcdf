import type { Instant } from '../core/clock.ts';
import type { AttemptNote } from '../core/manifest-record.ts';
import type { Progress } from '../core/progress.ts';
import type { Case } from './case.ts';
import type { Step } from './next-step.ts';
import type { LeaseEnd } from './process-work.ts';
import type { NextRequest } from './route.ts';

interface ParkAt {
  readonly request: NextRequest;
  readonly at: Instant;
  readonly why: string;
  readonly pushBack?: boolean;
}

export function park(
  { journal }: Case,
  progress: Progress,
  { request, at, why, pushBack = false }: ParkAt,
): Extract<LeaseEnd, { kind: 'park' }> {
  const attempts = progress.attempts + journal.records.length;
  return {
    kind: 'park',
    progress: { ...progress, attempts },
    request,
    at,
    why,
    pushBack,
    journal: journal.records,
  };
}

export function parkUntil(
  one: Case,
  progress: Progress,
  { delay, request }: Extract<Step, { kind: 'wait' }>,
): LeaseEnd {
  const waitMs = Math.max(0, delay.until - one.deps.clock.now());
  const parked = { ...progress, parkedMs: progress.parkedMs + waitMs };
  const noted: AttemptNote = {
    status: 'parked',
    host: delay.host,
    sleep_ms: Math.round(waitMs),
    extra: { why: delay.why },
  };
  one.journal.note(request.role ? { ...noted, role: request.role } : noted);
  // The limiter remembers rates by itself; what a server asked for must outlive this process.
  const pushBack = delay.host === request.host && delay.why !== 'rate';
  return park(one, parked, { request, at: delay.until, why: delay.why, pushBack });
}
