import type { MetricsRegistry } from '../monitoring/metrics-registry.ts';
import { methodNotAllowed, type Topic } from './topic.ts';

interface MetricValue {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
  readonly metricName?: string;
}
interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly values: readonly MetricValue[];
}

const readFamilies = async (registry: Pick<MetricsRegistry, 'values'>): Promise<readonly MetricFamily[]> =>
  (await registry.values()) as unknown as readonly MetricFamily[];

const labelsOf = ({ labels }: MetricValue): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).map(([name, one]) => [name, String(one)]));

/** Histograms as one entry with `count`, `sum` and `buckets`, the rest with a `value`. */
const groupHistogram = ({ name, values }: MetricFamily): readonly unknown[] => {
  const byLabels = new Map<string, { labels: Record<string, string>; buckets: Record<string, string>; count: string; sum: string }>();
  for (const one of values) {
    const { le, ...labels } = labelsOf(one);
    const key = JSON.stringify(labels);
    const entry = byLabels.get(key) ?? { labels, buckets: {}, count: '0', sum: '0' };
    byLabels.set(key, entry);
    if (one.metricName === `${name}_sum`) entry.sum = String(one.value);
    else if (one.metricName === `${name}_count`) entry.count = String(one.value);
    else if (le !== undefined) entry.buckets[le] = String(one.value);
  }
  return [...byLabels.values()];
};

/** The metrics of the monitoring port, as a page and in the JSON of prom2json. */
export const createMetricTopic = (registry: Pick<MetricsRegistry, 'values'>): Topic => ({
  name: 'metric',
  title: 'Metrics',
  description: 'The metrics of the monitoring port.',
  page: async () => ({
    tables: [
      {
        head: ['Metric', 'Labels', 'Value'],
        rows: (await readFamilies(registry)).flatMap(({ name, values }) =>
          values
            .filter(({ metricName }) => !metricName?.endsWith('_bucket'))
            .map((one) => [
              one.metricName ?? name,
              Object.entries(one.labels)
                .map(([label, value]) => `${label}=${value}`)
                .join(' '),
              one.value,
            ]),
        ),
      },
    ],
  }),
  json: async ({ method, path: rest }) =>
    method === 'GET' && rest === ''
      ? {
          status: 200,
          json: (await readFamilies(registry)).map((family) => ({
            name: family.name,
            help: family.help,
            type: family.type.toUpperCase(),
            metrics:
              family.type === 'histogram'
                ? groupHistogram(family)
                : family.values.map((one) => ({ labels: labelsOf(one), value: String(one.value) })),
          })),
        }
      : methodNotAllowed,
});
