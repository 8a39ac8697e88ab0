import { median, quantile } from '../figure.ts';

/** Samples of one kind, one for each round: of the commit by two sides that are equal, and of this checkout. */
export interface RatioSamples {
  readonly what: string;
  readonly commit: readonly number[];
  readonly again: readonly number[];
  readonly own: readonly number[];
}
export interface JudgedRatio {
  readonly what: string;
  /** Medians. */
  readonly commit: number;
  readonly own: number;
  /** Of this checkout to the mean of the equal sides, round by round: the median. */
  readonly ratio: number;
  /** How far from 1 the ratio of the equal sides lies in the middle half of the rounds. */
  readonly noise: number;
  readonly verdict: 'slower' | 'faster' | 'equal';
}

/**
 * A ratio says something when it is further from 1 than the threshold (a share) and the noise together: a round whose equal sides differ
 * tells how much this machine makes of nothing.
 */
export const judgeRatio = ({ what, commit, again, own }: RatioSamples, threshold: number): JudgedRatio => {
  const ratio = median(own.map((value, round) => value / ((commit[round]! + again[round]!) / 2)));
  const equal = again.map((value, round) => value / commit[round]!);
  const noise = Math.max(...[0.25, 0.75].map((at) => Math.abs(quantile(equal, at) - 1)));
  const verdict = ratio > 1 + threshold + noise ? 'slower' : ratio < 1 - threshold - noise ? 'faster' : 'equal';
  return { what, commit: median([...commit, ...again]), own: median(own), ratio, noise, verdict };
};

/** A Markdown table. */
export const tableOfRatios = (judged: readonly JudgedRatio[]): string =>
  [
    '| what (median) | commit | this | ratio | noise | verdict |',
    '|---|---|---|---|---|---|',
    ...judged.map(
      ({ what, commit, own, ratio, noise, verdict }) =>
        `| ${what} | ${commit.toFixed(0)} | ${own.toFixed(0)} | ${ratio.toFixed(2)} | ${noise.toFixed(2)} | ${verdict} |`,
    ),
  ].join('\n');
