import { setTimeout as delay } from 'node:timers/promises';
import type { JobNode } from '../jobs/job-records.ts';
import { newId } from '../../store/new-id.ts';
import type { Store } from '../../store/store.ts';
import type { ClaimedJob } from './claimed-job.ts';
import { finishJob, type JobResult } from './finish-job.ts';
import { createJobStorage } from './job-storage.ts';
import { runJob } from './run-job.ts';
import { isStopping, type RunnerFacts } from '../../runner/runner-facts.ts';
import type { ClaimedWork, WorkPlace } from '../../runner/work-kind.ts';
import { jobContext } from './claim-job.ts';

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
const saveResult = async (runner: RunnerFacts, job: string, result: JobResult): Promise<void> => {
  const { store, report } = runner.dependencies;
  for (;;) {
    try {
      await finishJob(store, jobContext(runner.dependencies), runner.id, job, result);
      return;
    } catch (error) {
      report('storing the end of a job', error);
      if (isStopping(runner)) return;
      await delay(retryDelay, undefined, { signal: runner.stopped.signal }).catch(() => undefined);
    }
  }
};

const stoppedResult: JobResult = { status: 'terminated-unknown', errorMessage: 'the service was stopped while this job ran' };

/** A job that this runner claimed, as work. */
export const createJobWork = (runner: RunnerFacts, claimed: ClaimedJob): ClaimedWork => {
  const { slots, options, dependencies } = runner;
  const { store, clock, address, hosted, report } = dependencies;
  const abort = new AbortController();
  const job = claimed.job.id;
  const perform = async ({ folder, root, mark, cgroups }: WorkPlace): Promise<void> => {
    const result = await runJob({
      claimed,
      storage: createJobStorage(
        store,
        folder,
        () => clock.now(),
        () => newId('uuid'),
      ),
      slots,
      address,
      hosted,
      maxMilliseconds: options.jobMilliseconds,
      sampleMilliseconds: options.sampleMilliseconds ?? defaultSampleMilliseconds,
      signal: abort.signal,
      mark,
      cgroups,
      isolation: options.isolation,
      limits: options,
      root,
      report,
      saveNode: (index, node) => saveNode(store, job, index, node),
    });
    await saveResult(runner, job, isStopping(runner) ? stoppedResult : result);
  };
  return { id: job, origins: [claimed.job.body.workflow, claimed.pipeline.id], perform, stop: () => abort.abort() };
};
