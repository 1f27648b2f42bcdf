import { hash } from 'node:crypto';
import type { Event } from '../core/events.ts';
import type { AttemptRecord, OutcomeRecord } from '../core/manifest-record.ts';
import { isExchange } from '../core/metrics.ts';
import { timestampMs } from '../core/timestamp.ts';

type SpanName = 'artifact' | 'prepare' | 'stream' | 'finalize' | 'http.request';

/** A span that has ended: spans are made from records, which say when something ended and how long it took. */
export interface EndedSpan {
  readonly name: SpanName;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly isError: boolean;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}

/** Works whose first moment is remembered; of others, as after a restart, a trace begins with their active time. */
const MAX_OPEN = 20_000;

interface WorkTrace {
  readonly traceId: string;
  readonly rootId: string;
}

/**
 * The trace of a work is known from its names alone, so whoever works on it, in whichever process or session, adds to
 * the same one, and nothing has to be carried through the pipeline.
 */
export function traceOf(runId: string, docId: string): WorkTrace {
  const digest = hash('sha256', `${runId}\n${docId}`);
  return { traceId: digest.slice(0, 32), rootId: digest.slice(32, 48) };
}

/** Turns events into spans: `artifact` for a work, with `http.request`, `prepare`, `stream` and `finalize` in it. */
export function spanMaker(): (event: Event) => readonly EndedSpan[] {
  const begun = new Map<string, number>();
  let made = 0;

  const begin = (docId: string, startMs: number): void => {
    const known = begun.get(docId);
    if (known !== undefined && known <= startMs) return;
    const oldest = begun.size >= MAX_OPEN ? begun.keys().next().value : undefined;
    if (oldest !== undefined) begun.delete(oldest);
    begun.set(docId, startMs);
  };
  const childOf = (record: AttemptRecord) => {
    const { traceId, rootId } = traceOf(record.run_id, record.doc_id);
    const nextId = () => hash('sha256', `${rootId}\n${record.timestamp}\n${made++}`).slice(0, 16);
    return (span: Pick<EndedSpan, 'name' | 'startMs' | 'endMs' | 'isError' | 'attributes'>): EndedSpan => ({
      ...span,
      traceId,
      spanId: nextId(),
      ...(isOfWork(record) && { parentSpanId: rootId }),
    });
  };
  const ofAttempt = (record: AttemptRecord): readonly EndedSpan[] => {
    const spans = attemptSpans(record, childOf(record));
    if (isOfWork(record)) for (const { startMs } of spans) begin(record.doc_id, startMs);
    return spans;
  };
  const ofOutcome = (record: OutcomeRecord): EndedSpan => {
    const endMs = timestampMs(record.timestamp);
    const startMs = Math.min(endMs, begun.get(record.doc_id) ?? endMs - (record.duration_ms ?? 0));
    begun.delete(record.doc_id);
    return artifactSpan(record, { startMs, endMs });
  };

  return (event) => {
    if (event.type === 'attempt') return ofAttempt(event.record);
    return event.type === 'outcome' ? [ofOutcome(event.record)] : [];
  };
}

/** Requests of an input listing belong to no work. */
const isOfWork = ({ doc_id }: AttemptRecord): boolean => doc_id !== 'listing';

type Child = (span: Pick<EndedSpan, 'name' | 'startMs' | 'endMs' | 'isError' | 'attributes'>) => EndedSpan;

function attemptSpans(record: AttemptRecord, child: Child): readonly EndedSpan[] {
  if (isExchange(record) || (record.status === 'cache-hit' && record.verb !== undefined))
    return [requestSpan(record, child)];
  const phases = record.extra?.['phases_ms'];
  return typeof phases === 'object' && phases !== null ? phaseSpans(record, child, phases) : [];
}

function requestSpan(record: AttemptRecord, child: Child): EndedSpan {
  const endMs = timestampMs(record.timestamp);
  const { verb, url, http_status, stage, attempt, size_bytes, sleep_ms } = record;
  return child({
    name: 'http.request',
    startMs: endMs - (record.duration_ms ?? 0),
    endMs,
    isError: hasFailed(record),
    attributes: {
      ...whatFor(record),
      ...given({ 'http.method': verb, 'http.status_code': http_status, url, stage, attempt }),
      ...given({ size_bytes, sleep_ms }),
      from_cache: record.cache_hit === true,
      revalidated: record.revalidated === true,
    },
  });
}

/** They follow each other and end with the record. */
function phaseSpans(record: AttemptRecord, child: Child, phases: object): readonly EndedSpan[] {
  const lengths = phases as Readonly<Record<string, unknown>>;
  const spans: EndedSpan[] = [];
  let endMs = timestampMs(record.timestamp);
  for (const name of ['finalize', 'stream', 'prepare'] as const) {
    const ms = lengths[name];
    if (typeof ms !== 'number') continue;
    const isLast = spans.length === 0;
    const attributes = { ...whatFor(record), ...given({ 'http.status_code': record.http_status }) };
    spans.push(child({ name, startMs: endMs - ms, endMs, isError: isLast && hasFailed(record), attributes }));
    endMs -= ms;
  }
  return spans;
}

function artifactSpan(
  record: OutcomeRecord,
  { startMs, endMs }: Pick<EndedSpan, 'startMs' | 'endMs'>,
): EndedSpan {
  const { traceId, rootId } = traceOf(record.run_id, record.doc_id);
  const { resolver, tier, host, reason, size_bytes, classification } = record;
  return {
    name: 'artifact',
    traceId,
    spanId: rootId,
    startMs,
    endMs,
    isError: record.status === 'failed' || record.status === 'quarantined',
    attributes: {
      doc_id: record.doc_id,
      run_id: record.run_id,
      outcome: record.status,
      ...given({ reason, resolver, tier, host, size_bytes, classification }),
    },
  };
}

const whatFor = ({ doc_id, run_id, resolver, tier, host, role, reason }: AttemptRecord) => ({
  doc_id,
  run_id,
  ...given({ resolver, tier, host, role, reason }),
});

const given = (
  fields: Readonly<Record<string, string | number | undefined>>,
): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

const hasFailed = ({ reason }: AttemptRecord): boolean =>
  reason !== undefined && reason !== 'ok' && reason !== 'not-modified';
