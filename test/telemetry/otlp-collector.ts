import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Readonly<Record<string, unknown>>;

interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly isError: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
}

interface CollectedMetric {
  readonly kind: 'sum' | 'gauge' | 'histogram';
  readonly points: readonly {
    readonly attributes: Readonly<Record<string, unknown>>;
    readonly value: number;
    readonly buckets?: readonly number[];
  }[];
}

export interface Collector extends AsyncDisposable {
  readonly endpoint: string;
  readonly spans: CollectedSpan[];
  /** As last exported, by name. */
  readonly metrics: Map<string, CollectedMetric>;
  readonly resources: Readonly<Record<string, unknown>>[];
  readonly requests: { readonly path: string; readonly headers: IncomingHttpHeaders }[];
}

/** `silent` takes what is sent and never answers; a number is the status every export is answered with. */
export type Behaviour = 'good' | 'silent' | number;

const valueOf = (value: Json): unknown =>
  value['stringValue'] ?? value['boolValue'] ?? value['doubleValue'] ?? Number(value['intValue']);

const attributesOf = (list: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    ((list as readonly { key: string; value: Json }[] | undefined) ?? []).map(({ key, value }) => [
      key,
      valueOf(value),
    ]),
  );

const ms = (nanos: unknown): number => Number(BigInt(String(nanos)) / 1_000_000n);

function spanOf(span: Json): CollectedSpan {
  return {
    name: String(span['name']),
    traceId: String(span['traceId']),
    spanId: String(span['spanId']),
    ...(typeof span['parentSpanId'] === 'string' &&
      span['parentSpanId'] !== '' && { parentSpanId: span['parentSpanId'] }),
    startMs: ms(span['startTimeUnixNano']),
    endMs: ms(span['endTimeUnixNano']),
    isError: (span['status'] as Json)['code'] === 2,
    attributes: attributesOf(span['attributes']),
  };
}

function metricOf(metric: Json): CollectedMetric {
  const kind = (['sum', 'gauge', 'histogram'] as const).find((name) => name in metric)!;
  const points = (metric[kind] as Json)['dataPoints'] as readonly Json[];
  return {
    kind,
    points: points.map((point) => ({
      attributes: attributesOf(point['attributes']),
      value: Number(point['asDouble'] ?? point['asInt'] ?? point['count']),
      ...(Array.isArray(point['bucketCounts']) && { buckets: point['bucketCounts'].map(Number) }),
    })),
  };
}

/** A collector of OTLP over HTTP and JSON on loopback, as small as a test needs it. */
export async function collector(behaviour: Behaviour = 'good'): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const metrics = new Map<string, CollectedMetric>();
  const resources: Readonly<Record<string, unknown>>[] = [];
  const requests: Collector['requests'] = [];
  const take = (path: string, body: Json): void => {
    const isTraces = path === '/v1/traces';
    const groups = (isTraces ? body['resourceSpans'] : body['resourceMetrics']) as readonly Json[];
    for (const group of groups) {
      resources.push(attributesOf((group['resource'] as Json)['attributes']));
      const scopes = group[isTraces ? 'scopeSpans' : 'scopeMetrics'] as readonly Json[];
      for (const scope of scopes) {
        if (isTraces) spans.push(...(scope['spans'] as readonly Json[]).map(spanOf));
        else
          for (const metric of scope['metrics'] as readonly Json[])
            metrics.set(String(metric['name']), metricOf(metric));
      }
    }
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push({ path, headers: request.headers });
    if (behaviour === 'silent') {
      request.resume();
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (behaviour === 'good') take(path, JSON.parse(Buffer.concat(chunks).toString()) as Json);
      response.writeHead(behaviour === 'good' ? 200 : behaviour, { 'content-type': 'application/json' });
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    resources,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
