import type { Agent } from 'node:http';
import { type HrTime, SpanKind, SpanStatusCode, TraceFlags, ValueType } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type MetricData,
} from '@opentelemetry/sdk-metrics';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import type { Labels, MetricFamily } from './instruments.ts';
import type { EndedSpan } from './spans.ts';

/** The only file that knows OpenTelemetry's packages. They are heavy: import it lazily. */
export interface OtlpExporters {
  spans(spans: readonly EndedSpan[]): Promise<void>;
  metrics(families: readonly MetricFamily[], nowMs: number): Promise<void>;
  close(): Promise<void>;
}

export interface ExporterSettings {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly version: string;
  readonly instance: string;
  readonly startedMs: number;
}

/** One export, its further tries included. */
const TIMEOUT_MS = 3000;
const CONNECTIONS = 2;
const SCOPE = 'contentdownload';

export function otlpExporters(settings: ExporterSettings): OtlpExporters {
  const { version, startedMs } = settings;
  const scope = { name: SCOPE, version };
  const resource = resourceFromAttributes({
    'service.name': SCOPE,
    'service.version': version,
    'service.instance.id': settings.instance,
  });
  const to = (path: string) => ({
    url: new URL(path, settings.endpoint.replace(/\/*$/, '/')).href,
    headers: { ...settings.headers },
    timeoutMillis: TIMEOUT_MS,
    httpAgentOptions: quietAgent,
  });
  const traces = new OTLPTraceExporter(to('v1/traces'));
  const metrics = new OTLPMetricExporter(to('v1/metrics'));
  return {
    spans: (spans) =>
      sent((done) =>
        traces.export(
          spans.map((span) => readable(span, resource, scope)),
          done,
        ),
      ),
    metrics: (families, nowMs) =>
      sent((done) =>
        metrics.export(
          {
            resource,
            scopeMetrics: [{ scope, metrics: families.map((one) => metricData(one, { startedMs, nowMs })) }],
          },
          done,
        ),
      ),
    async close() {
      await Promise.all([traces.shutdown(), metrics.shutdown()]);
    },
  };
}

/** A collector that never answers must not keep a finished run from ending. */
async function quietAgent(protocol: string): Promise<Agent> {
  const http = await (protocol === 'https:' ? import('node:https') : import('node:http'));
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const open = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const connection = open(options, callback);
    if (connection && 'unref' in connection && typeof connection.unref === 'function') connection.unref();
    return connection;
  };
  return agent;
}

type Done = (result: { readonly code: number; readonly error?: Error }) => void;

/** `ExportResultCode.SUCCESS` of OpenTelemetry's core. */
const SUCCESS = 0;

const sent = (send: (done: Done) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    send(({ code, error }) => {
      if (code === SUCCESS) resolve();
      else reject(error ?? new Error('the collector did not take the export'));
    });
  });

const hrTime = (ms: number): HrTime => {
  const whole = Math.max(0, Math.round(ms));
  return [Math.floor(whole / 1000), (whole % 1000) * 1_000_000];
};

function readable(
  span: EndedSpan,
  resource: Resource,
  scope: { name: string; version: string },
): ReadableSpan {
  const { traceId, spanId, parentSpanId, startMs, endMs } = span;
  const traceFlags = TraceFlags.SAMPLED;
  return {
    name: span.name,
    kind: span.name === 'http.request' ? SpanKind.CLIENT : SpanKind.INTERNAL,
    spanContext: () => ({ traceId, spanId, traceFlags }),
    ...(parentSpanId !== undefined && { parentSpanContext: { traceId, spanId: parentSpanId, traceFlags } }),
    startTime: hrTime(startMs),
    endTime: hrTime(endMs),
    duration: hrTime(endMs - startMs),
    status: { code: span.isError ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes: { ...span.attributes },
    links: [],
    events: [],
    ended: true,
    resource,
    instrumentationScope: scope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

interface Times {
  readonly startedMs: number;
  readonly nowMs: number;
}

function metricData({ name, help, points }: MetricFamily, { startedMs, nowMs }: Times): MetricData {
  const descriptor = { name, description: help, unit: '', valueType: ValueType.DOUBLE };
  const aggregationTemporality = AggregationTemporality.CUMULATIVE;
  const at = <T>(labels: Labels, value: T): DataPoint<T> => ({
    startTime: hrTime(startedMs),
    endTime: hrTime(nowMs),
    attributes: Object.fromEntries(Object.entries(labels).filter(([, text]) => text !== '')),
    value,
  });
  switch (points.type) {
    case 'counter': {
      const dataPoints = points.series.map(({ labels, value }) => at(labels, value));
      return {
        descriptor,
        aggregationTemporality,
        dataPointType: DataPointType.SUM,
        isMonotonic: true,
        dataPoints,
      };
    }
    case 'gauge': {
      const dataPoints = points.series.map(({ labels, value }) => at(labels, value));
      return { descriptor, aggregationTemporality, dataPointType: DataPointType.GAUGE, dataPoints };
    }
    case 'histogram': {
      const boundaries = [...points.bounds];
      const dataPoints = points.series.map(({ labels, counts, count, sum }) =>
        at(labels, { buckets: { boundaries, counts: [...counts] }, sum, count }),
      );
      return { descriptor, aggregationTemporality, dataPointType: DataPointType.HISTOGRAM, dataPoints };
    }
  }
}
