import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Job } from '../ci/jobs/job-records.ts';
import { newId } from '../store/new-id.ts';
import { claimNextJob, hasQueuedJobs } from './claim-job.ts';
import { endMarkedCgroups, findWritableCgroup } from './cgroups.ts';
import { cleanUpJobsFolder } from './clean-up-jobs-folder.ts';
import { endOrphanedJobs, runnerTimeout } from './finish-job.ts';
import { createJobStorage, type JobStorage } from './job-storage.ts';
import { type JobsFolder, openJobsFolder, removeTree } from './jobs-folder.ts';
import { killMarkedProcesses } from './marked-processes.ts';
import type { RunnerRecord } from './runner-records.ts';
import {
  createRunnerState,
  isStopping,
  runnerContext,
  type RunnerDependencies,
  type RunnerOptions,
  type RunnerState,
} from './runner-state.ts';
import { startClaimedJob } from './start-claimed-job.ts';

export type { RunnerDependencies, RunnerOptions } from './runner-state.ts';

/** Milliseconds between two checks for queued jobs and for the cancelation of its own. */
const pollInterval = 50;

/** Stores that this runner is alive. */
const saveHeartbeat = ({ id, dependencies: { store } }: RunnerState): Promise<void> =>
  store.write(async (tx) => {
    const stored = await tx.get<RunnerRecord>('ci-runners', id);
    const body: RunnerRecord = { seenAt: Date.now() };
    if (stored) await tx.update<RunnerRecord>(stored, { body });
    else await tx.insert<RunnerRecord>({ id, kind: 'ci-runners', scope: '', key: id, name: '', body });
  });

/** Cleans up after runners that are gone: their processes first, then the files that these could write to. */
const cleanUpAfterLostRunners = async (runner: RunnerState, folder: JobsFolder, all: boolean): Promise<void> => {
  const { store, clock } = runner.dependencies;
  await endOrphanedJobs(store, runnerContext(runner), all);
  const alive = new Set((await store.read((view) => view.list({ kind: 'ci-runners', scope: '' }))).records.map(({ id }) => id));
  for (const name of await readdir(folder.work)) {
    if (alive.has(name)) continue;
    await endMarkedCgroups(runner.cgroup, `${folder.id}/${name}/`);
    await killMarkedProcesses(`${folder.id}/${name}/`);
    await removeTree(join(folder.work, name));
  }
  await cleanUpJobsFolder(store, folder, clock.now());
};

const prepareStorage = async (runner: RunnerState): Promise<JobStorage> => {
  const { store, clock } = runner.dependencies;
  const folder = await openJobsFolder(runner.options.folder);
  runner.cgroup = await findWritableCgroup();
  await cleanUpAfterLostRunners(runner, folder, store.shared !== true);
  await saveHeartbeat(runner);
  return createJobStorage(
    store,
    folder,
    () => clock.now(),
    () => newId('uuid'),
  );
};

/** Aborts this runner's jobs that are not running any more, such as canceled ones. */
const abortCanceledJobs = async ({ active, dependencies: { store } }: RunnerState): Promise<void> => {
  if (active.size === 0) return;
  const jobs = await store.read((view) => view.getMany<Job>('ci-jobs', [...active.keys()]));
  const statuses = new Map(jobs.map(({ id, body }) => [id, body.status]));
  for (const [job, { abort }] of active) if (statuses.get(job) !== 'running') abort.abort();
};

/** Claims and starts queued jobs while slots are free. */
const claimJobs = async (runner: RunnerState, storage: JobStorage): Promise<void> => {
  const {
    id,
    slots,
    dependencies: { store },
  } = runner;
  while (!isStopping(runner) && slots.hasFree() && (await hasQueuedJobs(store))) {
    slots.reserve();
    const claimed = await claimNextJob(store, runnerContext(runner), id).catch((error: unknown) => {
      slots.release();
      throw error;
    });
    if (!claimed) {
      slots.release();
      return;
    }
    startClaimedJob(runner, claimed, storage);
  }
};

/** Works until the runner stops. A failure is reported once and tried again. */
const poll = async (runner: RunnerState): Promise<void> => {
  let [lastHeartbeat, isReported] = [Date.now(), false];
  while (!isStopping(runner)) {
    try {
      const storage = (runner.storage ??= await prepareStorage(runner));
      if (Date.now() - lastHeartbeat > runnerTimeout / 4) {
        lastHeartbeat = Date.now();
        await saveHeartbeat(runner);
        await cleanUpAfterLostRunners(runner, storage.folder, false);
      }
      await abortCanceledJobs(runner);
      await claimJobs(runner, storage);
      isReported = false;
    } catch (error) {
      if (!isReported) runner.dependencies.report('running jobs', error);
      isReported = true;
    }
    await delay(pollInterval, undefined, { signal: runner.stopped.signal, ref: false }).catch(() => undefined);
  }
};

/** Runs queued jobs until it is stopped. Jobs that run at that moment are ended, and their end is stored. */
export const startRunner = (dependencies: RunnerDependencies, options: RunnerOptions): { stop(): Promise<void> } => {
  const runner = createRunnerState(dependencies, options);
  const polling = poll(runner);
  return {
    stop: async () => {
      runner.stopped.abort();
      await polling;
      const jobs = [...runner.active.values()];
      for (const { abort } of jobs) abort.abort();
      await Promise.all(jobs.map(({ over }) => over));
      await dependencies.store.write((tx) => tx.delete('ci-runners', runner.id)).catch(() => undefined);
      if (runner.storage) await removeTree(join(runner.storage.folder.work, runner.id));
      if (options.isTemporary) await rm(options.folder, { recursive: true, force: true }).catch(() => undefined);
    },
  };
};
