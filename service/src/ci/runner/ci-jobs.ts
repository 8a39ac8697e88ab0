import type { WorkKind } from '../../runner/work-kind.ts';
import { type Job, queueLink } from '../jobs/job-records.ts';
import { claimNextJob, hasQueuedJobs, jobContext } from './claim-job.ts';
import { cleanUpJobsFolder } from './clean-up-jobs-folder.ts';
import { endOrphanedJobs } from './finish-job.ts';

/** Jobs of the CI service, as a kind of work. */
export const ciJobs: WorkKind = {
  name: 'job',
  watched: [queueLink, 'ci-jobs'],
  hasQueued: hasQueuedJobs,
  claimNext: async (runner) => {
    const { store } = runner.dependencies;
    // What executes is loaded with the first job, and before the job is claimed: a failure to load it leaves the job queued.
    const { createJobWork } = await import('./job-work.ts');
    const claimed = await claimNextJob(store, jobContext(runner.dependencies), runner.id);
    return claimed && createJobWork(runner, claimed);
  },
  findStops: async (store, ids) => {
    const jobs = await store.read((view) => view.getMany<Job>('ci-jobs', ids));
    const running = new Set(jobs.filter(({ body }) => body.status === 'running').map(({ id }) => id));
    return new Map(ids.filter((id) => !running.has(id)).map((id) => [id, 'kill']));
  },
  endLost: (context, { alive }) => endOrphanedJobs(context.store, jobContext(context), alive),
  cleanUp: ({ store, clock }, folder) => cleanUpJobsFolder(store, folder, clock.now()),
};
