import type { RunMetrics } from './run-metrics.ts';
import type { Sink } from './sink.ts';

/** Counts events into the metrics that other sinks expose. */
export const metricsSink = (metrics: RunMetrics): Sink => ({
  name: 'metrics',
  async write(events) {
    for (const event of events) {
      if (event.type === 'attempt') metrics.attempt(event.record);
      else if (event.type === 'outcome') metrics.outcome(event.record);
      else if (event.type === 'breaker') metrics.breaker(event.host, event.state);
    }
  },
  [Symbol.asyncDispose]: () => Promise.resolve(),
});
