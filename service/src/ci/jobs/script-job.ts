import { isLongerThan } from '../../http/characters.ts';
import { unprocessable } from '../../http/problem.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import type { JobStatus } from '../configuration/states/statuses.ts';
import type { JobOutcome, TestResult } from './job-records.ts';

/** The final statuses that a script can set. */
export const scriptableStatuses: readonly JobStatus[] = [
  'success',
  'failed',
  'timedout',
  'infrastructure_fail',
  'terminated-unknown',
  'canceled',
];

export interface JobScript {
  /** UUID of a project; without it the script is for jobs of this name in every project. A project's own script wins. */
  readonly project?: string;
  /** The job's name. */
  readonly job: string;
  readonly outcome: JobStatus;
  readonly tests?: readonly TestResult[];
  readonly artifacts?: readonly { readonly path: string; readonly content: string }[];
  /** Duration of the job; the default is `ciStatusMilliseconds`. */
  readonly milliseconds?: number;
}

/** Whether a path is valid for an artifact: relative, without `.` and `..`, at most 1,024 characters. */
export const isArtifactPath = (path: string): boolean =>
  path !== '' &&
  !isLongerThan(path, 1024) &&
  !path.includes('\0') &&
  path.split('/').every((step) => step !== '' && step !== '.' && step !== '..');

/**
 * Scripts the outcome of jobs of this name where no runner runs them, until it is replaced. Throws a Problem (422) for an outcome
 * that a job cannot have after it ran, and for an invalid artifact path.
 */
export const scriptJob = async (
  tx: Transaction,
  newId: (prefix: string) => string,
  { project: scope = '', job, ...script }: JobScript,
): Promise<StoredRecord<JobOutcome>> => {
  if (!scriptableStatuses.includes(script.outcome)) throw unprocessable(`expected one of ${scriptableStatuses.join(', ')}`, '/outcome');
  const invalid = (script.artifacts ?? []).findIndex(({ path }) => !isArtifactPath(path));
  if (invalid >= 0)
    throw unprocessable('expected a relative path such as reports/index.html, of at most 1,024 characters', `/artifacts/${invalid}/path`);
  const duplicate = (script.artifacts ?? []).findIndex(({ path }, at, all) => all.findIndex((one) => one.path === path) < at);
  if (duplicate >= 0) throw unprocessable('is the path of another artifact of this job', `/artifacts/${duplicate}/path`);
  const stored = await tx.getByKey<JobOutcome>('ci-job-outcomes', scope, job);
  return stored
    ? tx.update<JobOutcome>(stored, { body: script })
    : tx.insert<JobOutcome>({ id: newId('uuid'), kind: 'ci-job-outcomes', scope, key: job, name: job, body: script });
};
