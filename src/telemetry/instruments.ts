/** One metric as exporters see it: names and labels are a public contract. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly points: MetricPoints;
}

export type Labels = Readonly<Record<string, string>>;

type MetricPoints =
  | { readonly type: 'counter' | 'gauge'; readonly series: readonly NumberPoint[] }
  | {
      readonly type: 'histogram';
      /** Upper bounds of the buckets, ascending; one more bucket takes the rest. */
      readonly bounds: readonly number[];
      readonly series: readonly HistogramPoint[];
    };

interface NumberPoint {
  readonly labels: Labels;
  readonly value: number;
}

interface HistogramPoint {
  readonly labels: Labels;
  /** Observations of each bucket alone. */
  readonly counts: readonly number[];
  readonly count: number;
  readonly sum: number;
}

interface Named {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
}

/** Labels come from closed lists, so this is never reached; a mistake must cost a metric, not the memory. */
const MAX_SERIES = 2000;
const OVERFLOW = 'other';

/** One slot for each combination of label values seen. An unset label has the empty text, as in Prometheus. */
function slots<T>({ labels }: Named, make: (labels: Labels) => T) {
  const known = new Map<string, T>();
  const labelled = (values: readonly string[]): Labels =>
    Object.fromEntries(labels.map((name, index) => [name, values[index] ?? '']));
  const slotOf = (values: readonly string[]): T => {
    const key = values.join('\0');
    const slot = known.get(key);
    if (slot !== undefined) return slot;
    if (known.size >= MAX_SERIES && !values.every((value) => value === OVERFLOW))
      return slotOf(values.map(() => OVERFLOW));
    const made = make(labelled(values));
    known.set(key, made);
    return made;
  };
  return { slotOf, all: (): readonly T[] => [...known.values()] };
}

export interface Counter {
  /** Values in the order of the labels. */
  add(values: readonly string[], by?: number): void;
  family(): MetricFamily;
}

export function counter(named: Named): Counter {
  const { slotOf, all } = slots(named, (labels) => ({ labels, value: 0 }));
  return {
    add(values, by = 1) {
      slotOf(values).value += by;
    },
    family: () => ({ ...titled(named), points: { type: 'counter', series: all().map(copied) } }),
  };
}

export interface Gauge {
  set(values: readonly string[], value: number): void;
  family(): MetricFamily;
}

export function gauge(named: Named): Gauge {
  const { slotOf, all } = slots(named, (labels) => ({ labels, value: 0 }));
  return {
    set(values, value) {
      slotOf(values).value = value;
    },
    family: () => ({ ...titled(named), points: { type: 'gauge', series: all().map(copied) } }),
  };
}

export interface Histogram {
  observe(values: readonly string[], value: number): void;
  family(): MetricFamily;
}

export function histogram({ bounds, ...named }: Named & { readonly bounds: readonly number[] }): Histogram {
  const { slotOf, all } = slots(named, (labels) => ({
    labels,
    counts: [...bounds, Infinity].map(() => 0),
    count: 0,
    sum: 0,
  }));
  return {
    observe(values, value) {
      const slot = slotOf(values);
      const found = bounds.findIndex((bound) => value <= bound);
      const bucket = found < 0 ? bounds.length : found;
      slot.counts[bucket] = (slot.counts[bucket] ?? 0) + 1;
      slot.count += 1;
      slot.sum += value;
    },
    family: () => ({
      ...titled(named),
      points: {
        type: 'histogram',
        bounds,
        series: all().map((slot) => ({ ...slot, counts: [...slot.counts] })),
      },
    }),
  };
}

const titled = ({ name, help }: Named): Pick<MetricFamily, 'name' | 'help'> => ({ name, help });
const copied = <T extends object>(slot: T): T => ({ ...slot });
