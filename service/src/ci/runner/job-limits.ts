import { maxTestBytes } from '../jobs/job-records.ts';

const mebibyte = 1024 * 1024;

/** Limits of a job, so that a broken or hostile one ends and leaves resources to others. Bytes and milliseconds. */
export const jobLimits = {
  /** Output of one step that is stored; the rest is discarded. */
  stepOutput: 4 * mebibyte,
  /** Output of one parallel run. */
  output: 32 * mebibyte,
  artifact: 512 * mebibyte,
  artifacts: 2048 * mebibyte,
  artifactCount: 10_000,
  /** One cache or one workspace layer. */
  archive: 2048 * mebibyte,
  report: 64 * mebibyte,
  /** Test reports of one job; beyond it no test results are listed. */
  tests: maxTestBytes,
  testCount: 200_000,
  /** Entries of a folder that is listed. */
  entries: 200_000,
  parallelism: 100,
  reruns: 5,
  /** Time without output, unless a step sets `no_output_timeout`. */
  silence: 10 * 60_000,
} as const;
