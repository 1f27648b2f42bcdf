import type { Labels, MetricFamily } from './instruments.ts';

/** What a scrape is answered with, as its `Content-Type`. */
export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');

function sample(name: string, labels: Labels, value: number): string {
  const set = Object.entries(labels).filter(([, text]) => text !== '');
  const braces = set.map(([label, text]) => `${label}="${escaped(text)}"`).join(',');
  return `${name}${braces === '' ? '' : `{${braces}}`} ${value}\n`;
}

function samples({ name, points }: MetricFamily): string {
  if (points.type !== 'histogram')
    return points.series.map(({ labels, value }) => sample(name, labels, value)).join('');
  const lines = points.series.flatMap(({ labels, counts, count, sum }) => {
    let below = 0;
    const buckets = points.bounds.map((bound, index) => {
      below += counts[index] ?? 0;
      return sample(`${name}_bucket`, { ...labels, le: String(bound) }, below);
    });
    return [
      ...buckets,
      sample(`${name}_bucket`, { ...labels, le: '+Inf' }, count),
      sample(`${name}_sum`, labels, sum),
      sample(`${name}_count`, labels, count),
    ];
  });
  return lines.join('');
}

/** The text format of Prometheus 0.0.4. A family without series is left out. */
export const prometheusText = (families: readonly MetricFamily[]): string =>
  families
    .filter(({ points }) => points.series.length > 0)
    .map(
      (family) =>
        `# HELP ${family.name} ${family.help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n` +
        `# TYPE ${family.name} ${family.points.type}\n${samples(family)}`,
    )
    .join('');
