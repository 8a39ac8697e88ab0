import { fitWarnings } from '@slipway/schema-tools/admission';

/** The preferred and the absolute maximum number of characters of a warning. */
const preferredCharacters = 120,
  maxCharacters = 256;
const characterCount = (text: string): number => [...text].length;

/** As many whole sentences as fit, at least one. */
const shortenWarning = (warning: string): string => {
  if (characterCount(warning) <= preferredCharacters) return warning;
  const ends = [...warning.matchAll(/[.!?](?=\s)/g)].map(({ index }) => warning.slice(0, index + 1));
  return ends.findLast((one) => characterCount(one) <= preferredCharacters) ?? ends[0] ?? warning;
};

/**
 * The warnings that fit into a response: whole sentences of up to 120 characters where possible, at most 256 each and 4096 in
 * total. `besides`: the number of further warnings, which are not in `warnings`.
 */
export const limitWarnings = (warnings: readonly string[], besides = 0): readonly string[] =>
  fitWarnings(warnings.map(shortenWarning), { each: maxCharacters }, 'warning', besides);
