import { setImmediate } from 'node:timers/promises';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type MetricDeclaration, type MetricName, type Metrics, metricDeclarations as declared } from './metric-declarations.ts';
import { truncateLabel, maxSeries } from './limits.ts';
import { type PresenceGauge, createPresenceGauge, type PresenceFamily } from './presence-gauge.ts';

export interface MetricsRegistry extends Metrics {
  /** As Prometheus reads it: text 0.0.4. */
  text(): Promise<string>;
  /** By name: every value that there is. */
  values(): Promise<readonly (Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number] | PresenceFamily)[]>;
  /** Another gauge, beside those of spec 3. */
  gauge(
    name: string,
    help: string,
    labels: readonly string[],
  ): (labels: Readonly<Record<string, string>>, value: number | undefined) => void;
  /** A gauge of 1 for each of what is there whenever somebody asks; of more than 1000 the first. What has changed is another array. */
  present<T, L extends string>(
    name: string,
    help: string,
    labels: readonly L[],
    there: () => readonly T[],
    labelsOf: (one: T) => Readonly<Record<L, string>>,
  ): void;
}

const truncateLabels = (labels: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).map(([name, value = '']) => [name, truncateLabel(value)]));

/** The metrics of spec 3. What has no labels, or labels whose values are known, is there at zero from the start. */
export const createMetricsRegistry = (atZero: {
  readonly [N in MetricName]?: readonly Readonly<Record<string, string>>[];
}): MetricsRegistry => {
  const registry = new Registry();
  const counters = new Map<string, Counter>(),
    gauges = new Map<string, Gauge>(),
    histograms = new Map<string, Histogram>();
  const series = new Map<string, Set<string>>();
  const presences = new Map<string, PresenceGauge>();
  for (const [name, { kind, labels, help, buckets = [] }] of Object.entries(declared) as [MetricName, MetricDeclaration][]) {
    const shape = { name, help, labelNames: [...labels], registers: [registry] };
    const zeros = labels.length === 0 ? [{}] : (atZero[name] ?? []);
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
    const labels = truncateLabels(given);
    const known = series.get(name) ?? new Set();
    series.set(name, known);
    const key = JSON.stringify(labels);
    if (known.has(key)) return labels;
    if (known.size >= maxSeries) return Object.fromEntries(Object.keys(labels).map((label) => [label, 'other']));
    known.add(key);
    return labels;
  };
  return {
    add: (name, labels, by = 1) => {
      counters.get(name)!.inc(within(name, labels), by);
    },
    set: (name, labels, value) => {
      gauges.get(name)!.set(within(name, labels), value);
    },
    observe: (name, labels, value) => {
      histograms.get(name)!.observe(within(name, labels), value);
    },
    text: async () => {
      const parts = [await registry.metrics()];
      for (const one of presences.values()) {
        parts.push(one.text());
        // Sinks and reviews have their turn between two collections.
        await setImmediate();
      }
      return parts.join('\n');
    },
    values: async () => [...(await registry.getMetricsAsJSON()), ...[...presences.values()].map((one) => one.family())],
    gauge: (name, help, labels) => {
      const made = new Gauge({ name, help, labelNames: [...labels], registers: [registry] });
      return (values, value) => {
        if (value === undefined) made.remove(truncateLabels(values));
        else made.set(within(name, values), value);
      };
    },
    present: (name, help, labels, there, labelsOf) => {
      if (presences.has(name) || registry.getSingleMetric(name))
        throw new Error(`two metrics have the name ${name}; this is our fault, please report it`);
      presences.set(name, createPresenceGauge(name, help, labels, there, labelsOf));
    },
  };
};
