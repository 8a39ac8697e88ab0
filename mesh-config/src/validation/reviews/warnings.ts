import { fitWarnings } from '@slipway/schema-tools/admission';

/** Characters that a warning should have at most, and those after which it may be cut. */
const preferredCharacters = 120,
  maxCharacters = 256;
const characterCount = (text: string): number => [...text].length;

/** As many whole sentences as there is room for, and one in any case. */
const shortenWarning = (warning: string): string => {
  if (characterCount(warning) <= preferredCharacters) return warning;
  const ends = [...warning.matchAll(/[.!?](?=\s)/g)].map(({ index }) => warning.slice(0, index + 1));
  return ends.findLast((one) => characterCount(one) <= preferredCharacters) ?? ends[0] ?? warning;
};

/** What fits into an answer: in whole sentences of 120 characters where that can be, never above 256, and 4096 in all. `besides`: how many there are that are not given. */
export const limitWarnings = (warnings: readonly string[], besides = 0): readonly string[] =>
  fitWarnings(warnings.map(shortenWarning), { each: maxCharacters }, 'warning', besides);
