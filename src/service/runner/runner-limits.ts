import { maxTestBytes } from '../ci/jobs/job-records.ts';

const mebibyte = 1024 * 1024;

/** What a job may take, so that a broken or hostile one ends and leaves room. Bytes and milliseconds. */
export const runnerLimits = {
  /** Of one step's output that is kept; what is beyond is read and dropped. */
  stepOutput: 4 * mebibyte,
  /** Of one parallel run. */
  output: 32 * mebibyte,
  artifact: 512 * mebibyte,
  artifacts: 2048 * mebibyte,
  artifactCount: 10_000,
  /** Of one cache or one thing persisted to a workspace. */
  archive: 2048 * mebibyte,
  report: 64 * mebibyte,
  /** More than that in one job: none of its test results are told. */
  tests: maxTestBytes,
  testCount: 200_000,
  /** Values that are hidden in output, all forms of them together. */
  secrets: 8 * mebibyte,
  /** Entries of a folder that is walked through. */
  entries: 200_000,
  parallelism: 100,
  reruns: 5,
  /** Without a word of output, unless a step says otherwise. */
  silence: 10 * 60_000,
  /** Between the polite signal and the other. */
  grace: 5000,
} as const;
