import { unprocessable } from '../../http/problem.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import type { JobStatus } from '../configuration/index.ts';
import type { JobOutcome, TestResult } from './job-records.ts';

/** How a job may end that ran. */
export const scriptableStatuses: readonly JobStatus[] = [
  'success',
  'failed',
  'timedout',
  'infrastructure_fail',
  'terminated-unknown',
  'canceled',
];

export interface JobScript {
  /** A project's UUID; unsaid: jobs of this name in every project. What a project has of its own wins. */
  readonly project?: string;
  /** The job's name. */
  readonly job: string;
  readonly outcome: JobStatus;
  readonly tests?: readonly TestResult[];
  readonly artifacts?: readonly { readonly path: string; readonly content: string }[];
  /** How long it runs; unsaid: as long as every status lasts (`ciStatusMilliseconds`). */
  readonly milliseconds?: number;
}

/** A path that an artifact may have: relative, in the job's own folder. */
export const isArtifactPath = (path: string): boolean =>
  path !== '' &&
  path.length <= 1024 &&
  !path.includes('\0') &&
  path.split('/').every((step) => step !== '' && step !== '.' && step !== '..');

/**
 * Says what becomes of jobs of this name from now on where nothing really runs, until it is said again. Throws a Problem
 * (422) for an outcome that no job that ran can have, and for the path of an artifact that leads elsewhere.
 */
export const scriptJob = async (
  tx: Transaction,
  newId: (prefix: string) => string,
  { project: scope = '', job, ...script }: JobScript,
): Promise<StoredRecord<JobOutcome>> => {
  if (!scriptableStatuses.includes(script.outcome)) throw unprocessable(`expected one of ${scriptableStatuses.join(', ')}`, '/outcome');
  const odd = (script.artifacts ?? []).findIndex(({ path }) => !isArtifactPath(path));
  if (odd >= 0)
    throw unprocessable('expected a relative path such as reports/index.html, of at most 1,024 characters', `/artifacts/${odd}/path`);
  const twice = (script.artifacts ?? []).findIndex(({ path }, at, all) => all.findIndex((one) => one.path === path) < at);
  if (twice >= 0) throw unprocessable('is there already', `/artifacts/${twice}/path`);
  const there = await tx.getByKey<JobOutcome>('ci-job-outcomes', scope, job);
  return there
    ? tx.update<JobOutcome>(there, { body: script })
    : tx.insert<JobOutcome>({ id: newId('uuid'), kind: 'ci-job-outcomes', scope, key: job, name: job, body: script });
};
