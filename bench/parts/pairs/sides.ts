import { median } from '../figure.ts';

/** One of those that are measured in turn. */
export interface PairedSide {
  readonly title: string;
  readonly checkout: string;
  /** By what was measured: one sample for each round. */
  readonly samples: Map<string, number[]>;
}

export const createSide = (title: string, checkout: string): PairedSide => ({ title, checkout, samples: new Map() });

export const recordSample = ({ samples }: PairedSide, what: string, value: number): void => {
  samples.set(what, [...(samples.get(what) ?? []), value]);
};

/** Who begins changes from round to round. */
export const inTurn = <T>(sides: readonly T[], round: number): readonly T[] => {
  const first = round % sides.length;
  return [...sides.slice(first), ...sides.slice(0, first)];
};

const describe = (samples: readonly number[]): string =>
  `${median(samples).toFixed(0)} (${Math.min(...samples).toFixed(0)} to ${Math.max(...samples).toFixed(0)})`;

/** A Markdown table of two sides. */
export const tableOfSides = (other: PairedSide, own: PairedSide): string => {
  const lines = [`| median (range) | ${other.title} | ${own.title} | ratio |`, '|---|---|---|---|'];
  for (const [what, samples] of other.samples) {
    const mine = own.samples.get(what)!;
    lines.push(`| ${what} | ${describe(samples)} | ${describe(mine)} | ${(median(mine) / median(samples)).toFixed(2)} |`);
  }
  return lines.join('\n');
};
