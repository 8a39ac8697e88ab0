import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { JobNode } from '../ci/jobs/job-records.ts';
import { newId } from '../store/new-id.ts';
import type { Store } from '../store/store.ts';
import { createJobCgroup } from './cgroups.ts';
import type { ClaimedJob } from './claimed-job.ts';
import { finishJob, type JobResult } from './finish-job.ts';
import type { JobStorage } from './job-storage.ts';
import { runJob } from './run-job.ts';
import { isStopping, runnerContext, type RunnerState } from './runner-state.ts';

const defaultSampleMilliseconds = 15_000;
/** Milliseconds until a job's end that could not be stored is stored again. */
const retryDelay = 1000;

/** Stores the state of one parallel run, unless its job was deleted. */
const saveNode = (store: Store, job: string, index: number, body: JobNode): Promise<void> =>
  store.write(async (tx) => {
    const stored = await tx.getByKey<JobNode>('ci-job-nodes', job, String(index));
    if (stored) await tx.update<JobNode>(stored, { body });
    else if (await tx.get('ci-jobs', job))
      await tx.insert<JobNode>({ id: newId('uuid'), kind: 'ci-job-nodes', scope: job, key: String(index), name: '', body });
  });

/** Stores the end of a job. It is tried again until it succeeds (the disk may be full), or until the runner stops. */
const saveResult = async (runner: RunnerState, job: string, result: JobResult): Promise<void> => {
  const { store, report } = runner.dependencies;
  for (;;) {
    try {
      await finishJob(store, runnerContext(runner), runner.id, job, result);
      return;
    } catch (error) {
      report('storing the end of a job', error);
      if (isStopping(runner)) return;
      await delay(retryDelay, undefined, { signal: runner.stopped.signal }).catch(() => undefined);
    }
  }
};

const stoppedResult: JobResult = { status: 'terminated-unknown', errorMessage: 'the service was stopped while this job ran' };

/** Starts a job that this runner claimed and whose first slot is reserved. */
export const startClaimedJob = (runner: RunnerState, claimed: ClaimedJob, storage: JobStorage): void => {
  const { id, active, slots, options, dependencies } = runner;
  const abort = new AbortController();
  const job = claimed.job.id;
  const mark = `${storage.folder.id}/${id}/${job}`;
  const run = (cgroup: string | undefined): Promise<JobResult> =>
    runJob({
      claimed,
      storage,
      slots,
      address: dependencies.address,
      hosted: dependencies.hosted,
      maxMilliseconds: options.jobMilliseconds,
      sampleMilliseconds: options.sampleMilliseconds ?? defaultSampleMilliseconds,
      signal: abort.signal,
      mark,
      cgroup,
      root: join(storage.folder.work, id, job),
      report: dependencies.report,
      saveNode: (index, node) => saveNode(dependencies.store, job, index, node),
    });
  const over = createJobCgroup(runner.cgroup, mark)
    .then(run)
    .then((result) => saveResult(runner, job, isStopping(runner) ? stoppedResult : result))
    .finally(() => {
      active.delete(job);
    });
  active.set(job, { abort, over });
};
