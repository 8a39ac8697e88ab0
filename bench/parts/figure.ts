/** One line of the table. */
export interface Figure {
  readonly title: string;
  readonly unit: 'ms' | 's' | 'KB' | 'MB' | 'requests' | 'per second' | 'CPU s' | '×';
  /** One number per round, in order. Empty: it could not be measured; `explanation` gives the reason. */
  readonly samples: readonly number[];
  /** The target that the median is compared with. */
  readonly target?: { readonly atMost: number } | { readonly atLeast: number };
  /** Where the time or memory goes; printed when the target is missed, or nothing was measured. */
  readonly explanation?: string;
}

/** Measures the figures of one file of this folder; reports to `progress` what it is doing. */
export type Measure = (progress: (words: string) => void) => Promise<readonly Figure[]>;

/** The share `at` (0…1) of the samples is at most this; NaN without samples. */
export const quantile = (samples: readonly number[], at: number): number => {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? Number.NaN;
};
export const median = (samples: readonly number[]): number => {
  const sorted = samples.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};
/** The sample of the round that the rest of the machine disturbed least. */
export const bestSample = ({ samples, unit, target }: Figure): number =>
  unit === 'per second' || (target && 'atLeast' in target) ? Math.max(...samples) : Math.min(...samples);

export const targetStatus = (figure: Figure): 'met' | 'missed' | 'not measured' | '' => {
  const { samples, target } = figure;
  if (samples.length === 0) return 'not measured';
  if (!target) return '';
  return ('atMost' in target ? median(samples) <= target.atMost : median(samples) >= target.atLeast) ? 'met' : 'missed';
};
