import { reportProgress } from '../run-standalone.ts';
import { compareCheckouts, type ComparisonSizes, usualSizes } from './compare-checkouts.ts';
import { tableOfRatios } from './judge-ratios.ts';

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

/** Prints the table of two checkouts; 1 where this one is slower in something, else 0: what the process ends with. */
export const reportComparison = async (
  checkouts: { readonly other: string; readonly own: string },
  threshold: number,
  sizes: ComparisonSizes = usualSizes,
): Promise<number> => {
  const judged = await compareCheckouts(checkouts, threshold, sizes, reportProgress);
  console.log(tableOfRatios(judged));
  const slower = judged.filter(({ verdict }) => verdict === 'slower');
  console.log(
    `\nA ratio is the median of ${sizes.rounds} rounds (starts: ${sizes.starts}), each of this checkout to the mean of two equal sides ` +
      `of the commit. "noise" is how far from 1 the ratio of these two lies in the middle half of the rounds. Slower is what is above ` +
      `1 + ${percent(threshold)} + noise: ${slower.length === 0 ? 'nothing' : slower.map(({ what }) => what).join('; ')}.`,
  );
  return slower.length === 0 ? 0 : 1;
};
