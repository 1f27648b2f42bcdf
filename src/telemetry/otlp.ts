import type { Clock } from '../core/clock.ts';
import type { MetricFamily } from './instruments.ts';
import type { OtlpExporters } from './otlp-exporters.ts';
import type { Sink } from './sink.ts';
import { type EndedSpan, spanMaker } from './spans.ts';

/** Between two exports of the metrics; they are totals, so one that is lost costs nothing but time. */
const METRICS_EVERY_MS = 10_000;

export interface OtlpDeps {
  /** As the exporters themselves understand it: `/v1/traces` and `/v1/metrics` are added. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly version: string;
  /** Whose figures these are, where several machines report to one collector. */
  readonly instance: string;
  readonly clock: Clock;
  readonly metrics: () => Promise<readonly MetricFamily[]>;
}

/**
 * Spans and metrics over OTLP/HTTP. The queue in front of a sink is the only one: a batch of events becomes spans, is
 * sent, and the next one waits for the answer. A collector that does not answer makes that queue run full, and one that
 * refuses fails the write; what is lost is counted there. The OpenTelemetry packages are loaded when the first event comes.
 */
export function otlpSink(deps: OtlpDeps): Sink {
  const { clock } = deps;
  const spansOf = spanMaker();
  let loading: Promise<OtlpExporters> | undefined;
  let timer: Disposable | undefined;
  /** Since the last answer that was none, or not the one hoped for. */
  let isAiling = false;

  const exporters = (): Promise<OtlpExporters> => {
    loading ??= import('./otlp-exporters.ts').then(({ otlpExporters }) =>
      otlpExporters({ ...deps, startedMs: clock.wall().getTime() }),
    );
    return loading;
  };
  const sendMetrics = async (): Promise<void> => {
    const { metrics } = await exporters();
    await metrics(await deps.metrics(), clock.wall().getTime());
  };
  const tick = (): void => {
    // A collector that is down is told of by the spans.
    void sendMetrics()
      .catch(() => undefined)
      .finally(() => {
        if (timer) timer = clock.after(METRICS_EVERY_MS, tick);
      });
  };

  return {
    name: 'otlp',
    async write(events) {
      timer ??= clock.after(METRICS_EVERY_MS, tick);
      const spans: EndedSpan[] = [];
      for (const event of events) spans.push(...spansOf(event));
      if (spans.length === 0) return;
      isAiling = true;
      await (await exporters()).spans(spans);
      isAiling = false;
    },
    async [Symbol.asyncDispose]() {
      timer?.[Symbol.dispose]();
      timer = undefined;
      if (!loading) return;
      if (!isAiling) await sendMetrics();
      await (await loading).close();
    },
  };
}
