import { fitting } from '../../../../schema-tools/src/admission/fitting.ts';

/** Characters that a warning should have at most, and those after which it may be cut. */
const wanted = 120, most = 256;
const size = (text: string): number => [...text].length;

/** As many whole sentences as there is room for, and one in any case. */
const short = (warning: string): string => {
  if (size(warning) <= wanted) return warning;
  const ends = [...warning.matchAll(/[.!?](?=\s)/g)].map(({ index }) => warning.slice(0, index + 1));
  return ends.findLast((one) => size(one) <= wanted) ?? ends[0] ?? warning;
};

/** What fits into an answer: in whole sentences of 120 characters where that can be, never above 256, and 4096 in all. `besides`: how many there are that are not given. */
export const shortWarnings = (warnings: readonly string[], besides = 0): readonly string[] => fitting(warnings.map(short), { each: most }, 'warning', besides);
