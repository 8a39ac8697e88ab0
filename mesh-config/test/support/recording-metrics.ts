import type { Metrics } from '../../src/monitoring/metric-declarations.ts';

/** What was reported, as lines: `events_processed_total 3`, `snapshot_events_total: 2, 1`; in the order of names. */
export const createRecordingMetrics = (): Metrics & { lines(part: string): readonly string[] } => {
  const sums = new Map<string, number>(),
    seen = new Map<string, number[]>();
  const labelled = (name: string, labels: object = {}): string =>
    `${name}${Object.entries(labels)
      .map(([key, value]) => ` ${key}=${String(value)}`)
      .join('')}`;
  return {
    add: (name, labels, by = 1) => {
      const key = labelled(name, labels);
      sums.set(key, (sums.get(key) ?? 0) + by);
    },
    set: (name, labels, value) => {
      sums.set(labelled(name, labels), value);
    },
    observe: (name, labels, value) => {
      const key = labelled(name, labels);
      seen.set(key, [...(seen.get(key) ?? []), value]);
    },
    lines: (part) =>
      [...[...sums].map(([key, value]) => `${key} ${value}`), ...[...seen].map(([key, values]) => `${key}: ${values.join(', ')}`)]
        .filter((line) => line.includes(part))
        .sort(),
  };
};
