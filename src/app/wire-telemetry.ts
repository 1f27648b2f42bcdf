import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config/schema.ts';
import { UserError } from '../core/errors.ts';
import type { Emit } from '../core/events.ts';
import type { Queue } from '../ledger/queue.ts';
import { attemptsCsv } from '../telemetry/attempts-csv.ts';
import { consoleSink } from '../telemetry/console.ts';
import { type FanOut, fanOut } from '../telemetry/fan-out.ts';
import type { MetricFamily } from '../telemetry/instruments.ts';
import { metricsSink } from '../telemetry/metrics-sink.ts';
import { otlpSink } from '../telemetry/otlp.ts';
import { prometheusSink } from '../telemetry/prometheus.ts';
import { prometheusText } from '../telemetry/prometheus-text.ts';
import { runMetrics } from '../telemetry/run-metrics.ts';
import type { Sink } from '../telemetry/sink.ts';
import type { Platform } from './platform.ts';

export interface TelemetryRequest {
  readonly platform: Platform;
  /** The display of the terminal. */
  readonly listen: Emit;
  readonly runFolder: string;
  /** Whose depth is told. */
  readonly queue: Pick<Queue, 'stats'>;
  readonly version: string;
  /** Beside those of the configuration. */
  readonly ports?: { readonly sinks?: readonly Sink[] };
}

type SinkName = Config['telemetry']['sinks'][number];

/** Every sink of the configuration behind one `emit`. The manifest is not among them: it is a record. */
export function wireTelemetry(config: Config, request: TelemetryRequest): FanOut {
  const { clock } = request.platform;
  const names = new Set(config.telemetry.sinks);
  const metrics = runMetrics();
  const read = async (): Promise<readonly MetricFamily[]> => {
    metrics.depth(await request.queue.stats());
    metrics.dropped(telemetry.dropped());
    return metrics.families();
  };
  const isMeasured = names.has('otlp') || names.has('prometheus');
  const named = [...names].map((name) => sinkOf(name, config, { ...request, read }));
  const sinks = [...named, ...(request.ports?.sinks ?? [])];
  const telemetry = fanOut({
    sinks: isMeasured ? [metricsSink(metrics), ...sinks] : sinks,
    clock,
    tell: (message) => request.listen({ type: 'warning', message }),
  });
  return telemetry;
}

interface SinkRequest extends TelemetryRequest {
  readonly read: () => Promise<readonly MetricFamily[]>;
}

function sinkOf(name: SinkName, { telemetry }: Config, request: SinkRequest): Sink {
  const { platform, read } = request;
  switch (name) {
    case 'console':
      return consoleSink(request.listen);
    case 'csv':
      return attemptsCsv({
        files: platform.files,
        path: telemetry.csv_path ?? join(request.runFolder, 'attempts.csv'),
      });
    case 'otlp':
      return otlpSink({
        endpoint: needed(telemetry.otlp.endpoint, 'telemetry.otlp.endpoint'),
        headers: telemetry.otlp.headers,
        version: request.version,
        instance: hostname(),
        clock: platform.clock,
        metrics: read,
      });
    case 'prometheus':
      return prometheusSink({
        port: needed(telemetry.prometheus.port, 'telemetry.prometheus.port'),
        text: async () => prometheusText(await read()),
      });
  }
}

function needed<T>(value: T | null, key: string): T {
  if (value === null) throw new UserError(`config: ${key} is not set, but telemetry.sinks asks for it`);
  return value;
}
