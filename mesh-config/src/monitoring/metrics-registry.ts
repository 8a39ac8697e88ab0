import { setImmediate } from 'node:timers/promises';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type MetricDeclaration, type MetricName, type Metrics, metricDeclarations as declared } from './metric-declarations.ts';
import { truncateLabel, maxSeries } from './limits.ts';
import { type PresenceGauge, createPresenceGauge, type PresenceFamily } from './presence-gauge.ts';

export interface MetricsRegistry extends Metrics {
  /** All metrics in the text format 0.0.4 of Prometheus. */
  text(): Promise<string>;
  /** All metrics with their values. */
  values(): Promise<readonly (Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number] | PresenceFamily)[]>;
  /** Registers a gauge besides those of spec 3. */
  gauge(
    name: string,
    help: string,
    labels: readonly string[],
  ): (labels: Readonly<Record<string, string>>, value: number | undefined) => void;
  /** Registers a gauge with a series of value 1 per item, of the first 1000 items. A change must return another array. */
  present<T, L extends string>(
    name: string,
    help: string,
    labels: readonly L[],
    items: () => readonly T[],
    labelsOf: (one: T) => Readonly<Record<L, string>>,
  ): void;
}

const truncateLabels = (labels: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).map(([name, value = '']) => [name, truncateLabel(value)]));

interface RegistryState {
  readonly registry: Registry;
  readonly counters: Map<string, Counter>;
  readonly gauges: Map<string, Gauge>;
  readonly histograms: Map<string, Histogram>;
  /** The label values that are in use, by metric. */
  readonly series: Map<string, Set<string>>;
  readonly presences: Map<string, PresenceGauge>;
}
type LabelValues = Readonly<Record<string, string>>;

const registerMetric = (state: RegistryState, name: MetricName, declaration: MetricDeclaration, zeros: readonly LabelValues[]): void => {
  const { kind, labels, help, buckets = [] } = declaration;
  const configuration = { name, help, labelNames: [...labels], registers: [state.registry] };
  if (kind === 'distribution') {
    const histogram = new Histogram({ ...configuration, buckets: [...buckets] });
    state.histograms.set(name, histogram);
    for (const zero of zeros) histogram.zero(zero);
  } else if (kind === 'last-value') {
    const gauge = new Gauge(configuration);
    state.gauges.set(name, gauge);
    for (const zero of zeros) gauge.set(zero, 0);
  } else {
    const counter = new Counter(configuration);
    state.counters.set(name, counter);
    for (const zero of zeros) counter.inc(zero, 0);
  }
};

/** Limits the series of a metric: beyond the limit all have the label values `other`. */
const limitSeries = (
  { series }: RegistryState,
  name: string,
  values: Readonly<Record<string, string | undefined>> = {},
): Record<string, string> => {
  const labels = truncateLabels(values);
  const known = series.get(name) ?? new Set();
  series.set(name, known);
  const key = JSON.stringify(labels);
  if (known.has(key)) return labels;
  if (known.size >= maxSeries) return Object.fromEntries(Object.keys(labels).map((label) => [label, 'other']));
  known.add(key);
  return labels;
};

const formatMetrics = async ({ registry, presences }: RegistryState): Promise<string> => {
  const parts = [await registry.metrics()];
  for (const presence of presences.values()) {
    parts.push(presence.text());
    // Lets other work run between two collections.
    await setImmediate();
  }
  return parts.join('\n');
};

const createRegistryState = (): RegistryState => ({
  registry: new Registry(),
  counters: new Map(),
  gauges: new Map(),
  histograms: new Map(),
  series: new Map(),
  presences: new Map(),
});

/** The metrics of spec 3. A metric without labels, or with the labels in `zeros`, has the value zero from the start. */
export const createMetricsRegistry = (zeros: { readonly [N in MetricName]?: readonly LabelValues[] }): MetricsRegistry => {
  const state = createRegistryState();
  const { registry, counters, gauges, histograms, presences } = state;
  for (const [name, declaration] of Object.entries(declared) as [MetricName, MetricDeclaration][])
    registerMetric(state, name, declaration, declaration.labels.length === 0 ? [{}] : (zeros[name] ?? []));
  return {
    add: (name, labels, by = 1) => {
      counters.get(name)!.inc(limitSeries(state, name, labels), by);
    },
    set: (name, labels, value) => {
      gauges.get(name)!.set(limitSeries(state, name, labels), value);
    },
    observe: (name, labels, value) => {
      histograms.get(name)!.observe(limitSeries(state, name, labels), value);
    },
    text: () => formatMetrics(state),
    values: async () => [...(await registry.getMetricsAsJSON()), ...[...presences.values()].map((presence) => presence.family())],
    gauge: (name, help, labels) => {
      const gauge = new Gauge({ name, help, labelNames: [...labels], registers: [registry] });
      return (values, value) => {
        if (value === undefined) gauge.remove(truncateLabels(values));
        else gauge.set(limitSeries(state, name, values), value);
      };
    },
    present: (name, help, labels, items, labelsOf) => {
      if (presences.has(name) || registry.getSingleMetric(name))
        throw new Error(`two metrics have the name ${name}. This is a bug in Slipway; please report it`);
      presences.set(name, createPresenceGauge(name, help, labels, items, labelsOf));
    },
  };
};
