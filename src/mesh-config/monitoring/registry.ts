import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type Metric, type MetricName, type Metrics, metrics as declared } from './declared.ts';

export interface MetricsRegistry extends Metrics {
  /** As Prometheus reads it: text 0.0.4. */
  text(): Promise<string>;
  /** By name: every value that there is. */
  values(): ReturnType<Registry['getMetricsAsJSON']>;
  /** Another gauge, beside those of spec 3. */
  gauge(name: string, help: string, labels: readonly string[]): (labels: Readonly<Record<string, string>>, value: number | undefined) => void;
  /** A gauge of 1 for each of what is there whenever somebody asks; of more than 1000 the first. */
  present(name: string, help: string, labels: readonly string[], there: () => readonly Readonly<Record<string, string>>[]): void;
}

/** Characters of a label's value; words that came from outside may be of any length. */
const longest = 200;
const short = (labels: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).map(([name, value = '']) => [name, value.length > longest ? `${value.slice(0, longest)}…` : value]));

/** Series of one metric; words from outside make no more of them than these. */
const mostSeries = 1000;

/** The metrics of spec 3. What has no labels, or labels whose values are known, is there at zero from the start. */
export const metricsRegistry = (atZero: { readonly [N in MetricName]?: readonly Readonly<Record<string, string>>[] }): MetricsRegistry => {
  const registry = new Registry();
  const counters = new Map<string, Counter>(), gauges = new Map<string, Gauge>(), histograms = new Map<string, Histogram>();
  const series = new Map<string, Set<string>>();
  for (const [name, { kind, labels, help, buckets = [] }] of Object.entries(declared) as [MetricName, Metric][]) {
    const shape = { name, help, labelNames: [...labels], registers: [registry] };
    const zeros = labels.length === 0 ? [{}] : atZero[name] ?? [];
    if (kind === 'distribution') {
      const made = new Histogram({ ...shape, buckets: [...buckets] });
      histograms.set(name, made);
      for (const zero of zeros) made.zero(zero);
    } else if (kind === 'last-value') {
      const made = new Gauge(shape);
      gauges.set(name, made);
      for (const zero of zeros) made.set(zero, 0);
    } else {
      const made = new Counter(shape);
      counters.set(name, made);
      for (const zero of zeros) made.inc(zero, 0);
    }
  }
  /** Beyond the limit, what is told apart no more is counted together. */
  const within = (name: string, given: Readonly<Record<string, string | undefined>> = {}): Record<string, string> => {
    const labels = short(given);
    const known = series.get(name) ?? new Set();
    series.set(name, known);
    const key = JSON.stringify(labels);
    if (known.has(key)) return labels;
    if (known.size >= mostSeries) return Object.fromEntries(Object.keys(labels).map((label) => [label, 'other']));
    known.add(key);
    return labels;
  };
  return {
    add: (name, labels, by = 1) => { counters.get(name)!.inc(within(name, labels), by); },
    set: (name, labels, value) => { gauges.get(name)!.set(within(name, labels), value); },
    observe: (name, labels, value) => { histograms.get(name)!.observe(within(name, labels), value); },
    text: () => registry.metrics(),
    values: () => registry.getMetricsAsJSON(),
    gauge: (name, help, labels) => {
      const made = new Gauge({ name, help, labelNames: [...labels], registers: [registry] });
      return (values, value) => { if (value === undefined) made.remove(short(values)); else made.set(within(name, values), value); };
    },
    present: (name, help, labels, there) => {
      new Gauge({ name, help, labelNames: [...labels], registers: [registry], collect() { this.reset(); for (const values of there().slice(0, mostSeries)) this.set(short(values), 1); } });
    },
  };
};
