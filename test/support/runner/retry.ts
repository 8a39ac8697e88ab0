import type { Outcome } from './file.ts';

/** Files that may fail by chance in one run: where more of them fail, it is no chance. */
const maxRetries = 3;

/** The test files that are run once more, alone, after all others (decision 86). */
export const chooseRetries = (outcomes: readonly Outcome[]): readonly string[] => {
  const failed = outcomes.filter((outcome) => outcome.failed > 0).map(({ file }) => file);
  return failed.length <= maxRetries && failed.every((file) => file.endsWith('.test.ts')) ? failed : [];
};

export const describeRetries = (files: readonly string[]): string =>
  `\n${files.length === 1 ? 'this file failed and is' : 'these files failed and are'} run again, alone: ${files.join(', ')}`;

/** What counts, of files that were run again: the later outcome. */
export const replaceOutcomes = (outcomes: readonly Outcome[], again: readonly Outcome[]): readonly Outcome[] => [
  ...outcomes.filter(({ file }) => !again.some((one) => one.file === file)),
  ...again,
];

/** A line for the end of a run, so that messages far above are not missed. */
export const describeUnsteady = (again: readonly Outcome[]): string | undefined => {
  const files = again.filter(({ failed }) => failed === 0).map(({ file }) => file);
  return files.length === 0
    ? undefined
    : `passed only when run again, which is a defect of the test or of what it tests: ${files.join(', ')}`;
};
