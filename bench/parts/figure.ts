/** One line of the table. */
export interface Figure {
  readonly title: string;
  readonly unit: 'ms' | 's' | 'KB' | 'MB' | 'requests' | 'per second' | 'CPU s' | '×';
  /** One number per round, in the order they were had. Empty: it could not be measured; `why` says why. */
  readonly samples: readonly number[];
  /** What the median is held to. */
  readonly target?: { readonly atMost: number } | { readonly atLeast: number };
  /** Where the time or memory goes: told when the target is missed, or nothing was measured. */
  readonly explanation?: string;
}

/** What a file of this folder measures; `progress` is told what goes on. */
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
/** Of the rounds the one that the rest of the machine disturbed least. */
export const bestSample = ({ samples, unit, target }: Figure): number =>
  unit === 'per second' || (target && 'atLeast' in target) ? Math.max(...samples) : Math.min(...samples);

export const targetStatus = (figure: Figure): 'met' | 'missed' | 'not measured' | '' => {
  const { samples, target } = figure;
  if (samples.length === 0) return 'not measured';
  if (!target) return '';
  return ('atMost' in target ? median(samples) <= target.atMost : median(samples) >= target.atLeast) ? 'met' : 'missed';
};
