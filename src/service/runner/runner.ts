import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '../store/new-id.ts';
import type { Clock, ServiceSettings } from '../http/route.ts';
import type { Store } from '../store/store.ts';
import type { Job } from '../ci/jobs/job-records.ts';
import { claimNextJob, hasQueuedJobs } from './claim-job.ts';
import type { ClaimedJob } from './claimed-job.ts';
import { endOrphanedJobs, finishJob, runnerTimeout, type JobResult } from './finish-job.ts';
import { type JobsFolder, openJobsFolder, removeTree } from './jobs-folder.ts';
import { createJobStorage } from './job-storage.ts';
import { runJob } from './run-job.ts';
import { createRunSlots } from './run-slots.ts';
import type { JobNode } from '../ci/jobs/job-records.ts';
import type { RunnerRecord } from './runner-records.ts';
import { killMarkedProcesses } from './marked-processes.ts';
import { cleanUpJobsFolder } from './clean-up-jobs-folder.ts';

export interface RunnerOptions {
  /** Where jobs live, and what they leave. */
  readonly folder: string;
  /** The folder goes when the runner stops. */
  readonly isTemporary?: boolean;
  /** Parallel runs at once. */
  readonly most: number;
  /** The longest that a job may take, in milliseconds. */
  readonly jobMilliseconds: number;
  /** Milliseconds between two looks at what a job's processes use; 15 seconds unless said. */
  readonly sampleMilliseconds?: number;
}
export interface RunnerDependencies {
  readonly store: Store;
  readonly clock: Clock;
  settings(): ServiceSettings;
  readonly address: string;
  readonly hosted: boolean;
  report(words: string, error: unknown): void;
}

/** How often it looks for jobs, and whether its own were canceled, in milliseconds. */
const pollInterval = 50;

/** Runs what waits until it is stopped; then what runs is ended and told so. */
export const startRunner = (
  { store, clock, settings, address, hosted, report }: RunnerDependencies,
  options: RunnerOptions,
): { stop(): Promise<void> } => {
  const id = newId('uuid');
  const active = new Map<string, { readonly abort: AbortController; readonly over: Promise<void> }>();
  const slots = createRunSlots(options.most);
  let [stopping, told] = [false, false];
  const around = () => ({ clock, settings: settings(), newId });
  const soon = new AbortController();
  let kept: ReturnType<typeof createJobStorage> | undefined;

  const note = async (job: string, index: number, body: JobNode): Promise<void> =>
    store.write(async (tx) => {
      const there = await tx.getByKey<JobNode>('ci-job-nodes', job, String(index));
      if (there) await tx.update<JobNode>(there, { body });
      else if (await tx.get('ci-jobs', job))
        await tx.insert<JobNode>({ id: newId('uuid'), kind: 'ci-job-nodes', scope: job, key: String(index), name: '', body });
    });

  /** The end of a job is told sooner or later, however full the disk is now. */
  const ended = async (job: string, how: JobResult): Promise<void> => {
    for (;;) {
      try {
        await finishJob(store, around(), id, job, how);
        return;
      } catch (error) {
        report('telling how a job ended', error);
        if (stopping) return;
        await delay(1000, undefined, { signal: soon.signal }).catch(() => undefined);
      }
    }
  };

  const seen = (): Promise<void> =>
    store.write(async (tx) => {
      const there = await tx.get<RunnerRecord>('ci-runners', id);
      const body: RunnerRecord = { seenAt: Date.now() };
      if (there) await tx.update<RunnerRecord>(there, { body });
      else await tx.insert<RunnerRecord>({ id, kind: 'ci-runners', scope: '', key: id, name: '', body });
    });

  const begin = (described: ClaimedJob, keep: ReturnType<typeof createJobStorage>): void => {
    const abort = new AbortController();
    const job = described.job.id;
    const over = runJob({
      described,
      keep,
      slots,
      address,
      hosted,
      most: options.jobMilliseconds,
      every: options.sampleMilliseconds ?? 15_000,
      signal: abort.signal,
      mark: `${keep.folder.id}/${id}/${job}`,
      root: join(keep.folder.work, id, job),
      note: (index, node) => note(job, index, node),
    })
      .then((how) => ended(job, stopping ? { status: 'terminated-unknown', trouble: 'the service was stopped while this job ran' } : how))
      .finally(() => {
        active.delete(job);
      });
    active.set(job, { abort, over });
  };

  const checkOwn = async (): Promise<void> => {
    if (active.size === 0) return;
    const jobs = new Map(
      (await store.read((view) => view.getMany<Job>('ci-jobs', [...active.keys()]))).map((one) => [one.id, one.body.status]),
    );
    for (const [job, { abort }] of active) if (jobs.get(job) !== 'running') abort.abort();
  };

  const claim = async (keep: ReturnType<typeof createJobStorage>): Promise<void> => {
    while (!stopping && slots.free() && (await hasQueuedJobs(store))) {
      slots.reserve();
      const described = await claimNextJob(store, around(), id).catch((error: unknown) => {
        slots.release();
        throw error;
      });
      if (!described) {
        slots.release();
        return;
      }
      begin(described, keep);
    }
  };

  /** What runners left that are gone: processes first, then what they may write to. */
  const sweep = async (folder: JobsFolder, all: boolean): Promise<void> => {
    await endOrphanedJobs(store, around(), all);
    const alive = new Set((await store.read((view) => view.list({ kind: 'ci-runners', scope: '' }))).records.map((one) => one.id));
    for (const name of await readdir(folder.work))
      if (!alive.has(name)) {
        await killMarkedProcesses(`${folder.id}/${name}/`);
        await removeTree(join(folder.work, name));
      }
    await cleanUpJobsFolder(store, folder, clock.now());
  };

  const prepare = async () => {
    const folder = await openJobsFolder(options.folder);
    await sweep(folder, store.shared !== true);
    await seen();
    return createJobStorage(
      store,
      folder,
      () => clock.now(),
      () => newId('uuid'),
    );
  };

  const work = async (): Promise<void> => {
    let last = Date.now();
    while (!stopping) {
      try {
        const keep = (kept ??= await prepare());
        if (Date.now() - last > runnerTimeout / 4) {
          last = Date.now();
          await seen();
          await sweep(keep.folder, false);
        }
        await checkOwn();
        await claim(keep);
        told = false;
      } catch (error) {
        if (!told) report('running jobs', error);
        told = true;
      }
      await delay(pollInterval, undefined, { signal: soon.signal, ref: false }).catch(() => undefined);
    }
  };
  const working = work();
  return {
    stop: async () => {
      stopping = true;
      soon.abort();
      await working;
      const all = [...active.values()];
      for (const { abort } of all) abort.abort();
      await Promise.all(all.map(({ over }) => over));
      await store.write((tx) => tx.delete('ci-runners', id)).catch(() => undefined);
      if (kept) await removeTree(join(kept.folder.work, id));
      if (options.isTemporary) await rm(options.folder, { recursive: true, force: true }).catch(() => undefined);
    },
  };
};
