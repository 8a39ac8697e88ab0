import type { LintResult } from '../run/lint-job.ts';

/** A file to be linted: where it is, and what its findings call it. */
export interface LintTarget {
  readonly file: string;
  readonly name: string;
}

/** A file, its result, and how many findings `--fix` has fixed in it. */
export interface LintedFile extends LintTarget {
  readonly result: LintResult;
  readonly fixed: number;
}
