import { mkdir } from 'node:fs/promises';
import type { JobConfig } from '../configuration/configuration.ts';
import type { JobNode } from '../jobs/job-records.ts';
import { endProcesses } from '../../runner/end-processes.ts';
import { type ClaimedJob, readJobConfig } from './claimed-job.ts';
import type { JobResult } from './finish-job.ts';
import { listSecrets } from './job-environment.ts';
import { ImageUnavailable, useJobImage } from './job-image.ts';
import type { JobStorage } from './job-storage.ts';
import type { Isolation } from '../../runner/isolation/isolation.ts';
import { removeTree } from '../../runner/jobs-folder.ts';
import { createMasks, TooManySecrets } from '../../runner/mask/output-mask.ts';
import type { WorkCgroups } from '../../runner/work-cgroups.ts';
import { measureUsage } from '../../runner/measure-usage.ts';
import { watchWork, type WorkLimits } from '../../runner/watch-work.ts';
import { describeRunnerError, type NodeResult, runNode } from './run-node.ts';
import type { RunSlots } from '../../runner/run-slots.ts';
import { jobLimits } from './job-limits.ts';
import { createJobUsage, type JobUsage } from './steps/perform-step.ts';

export interface RunJobOptions {
  readonly claimed: ClaimedJob;
  readonly storage: JobStorage;
  /** The slot of the first parallel run is reserved. */
  readonly slots: RunSlots;
  readonly address: string;
  readonly hosted: boolean;
  /** The value of the environment variable that marks the job's processes. */
  readonly mark: string;
  /** The cgroups that each process of the job enters. */
  readonly cgroups: WorkCgroups;
  /** The isolation of the processes of the job; undefined: none. */
  readonly isolation?: Isolation | undefined;
  /** The job's fresh folder. */
  readonly root: string;
  /** Limits of all its processes together. */
  readonly limits: WorkLimits;
  /** Time limit of the job. */
  readonly maxMilliseconds: number;
  /** Milliseconds between two samples of the usage. */
  readonly sampleMilliseconds: number;
  /** Aborted when the job is canceled or the service stops. */
  readonly signal: AbortSignal;
  saveNode(index: number, node: JobNode): Promise<void>;
  /** Receives what went wrong after the end of the job: its result does not change. */
  report(words: string, error: unknown): void;
}

const statusesBySeverity: readonly NodeResult['status'][] = ['infrastructure_fail', 'timedout', 'failed', 'success'];

/** Runs all parallel runs of a job, each in a slot. */
const runNodes = (options: RunJobOptions, job: JobConfig, usage: JobUsage, signal: AbortSignal): Promise<readonly NodeResult[]> => {
  const { claimed, storage, slots, address, hosted, mark, cgroups, isolation, limits, root, saveNode } = options;
  const total = claimed.job.body.parallelism;
  const masks = createMasks(listSecrets(claimed));
  const run = (index: number): Promise<NodeResult> =>
    runNode({
      claimed,
      job,
      index,
      total,
      storage,
      usage,
      masks,
      root,
      address,
      hosted,
      mark: `${mark}/${index}`,
      cgroups,
      isolation,
      limits,
      signal,
      saveNode: (node) => saveNode(index, node),
    });
  return Promise.all(Array.from({ length: total }, (_, index) => slots.use(index === 0, () => run(index))));
};

/** Why a job was ended early; undefined: it was not. */
interface JobEnd {
  readonly isCanceled: boolean;
  /** The time limit that it exceeded, in milliseconds. */
  readonly exceeded: number | undefined;
  /** The name of another limit that the job reached. */
  readonly reached: string | undefined;
}

/** The job's result by the results of its parallel runs: the worst of them, or a limit. */
const summarize = (results: readonly NodeResult[], { isCanceled, exceeded, reached }: JobEnd): JobResult => {
  const worst = statusesBySeverity.find((status) => results.some((result) => result.status === status))!;
  const status = exceeded !== undefined && !isCanceled ? 'timedout' : worst;
  const errorMessage =
    exceeded === undefined
      ? (results.find((result) => result.status === status)?.errorMessage ?? (status === 'success' ? undefined : reached))
      : `the job took longer than ${Math.round(exceeded / 60_000)} min`;
  return { status, ...(errorMessage === undefined ? {} : { errorMessage }) };
};

const failure = (errorMessage: string): JobResult => ({ status: 'infrastructure_fail', errorMessage });

const describeFailure = (error: unknown): string =>
  error instanceof TooManySecrets
    ? 'too many values have to be masked in its output'
    : error instanceof ImageUnavailable
      ? error.message
      : describeRunnerError(error);

/** Runs a claimed job with all its parallel runs. It leaves no process, or reports why, and no folder. Never rejects. */
export const runJob = async (options: RunJobOptions): Promise<JobResult> => {
  const { claimed, slots, mark, root, maxMilliseconds, sampleMilliseconds, signal, limits } = options;
  const { parallelism } = claimed.job.body;
  const timeout = new AbortController();
  const timer = setTimeout(() => {
    timeout.abort();
  }, maxMilliseconds);
  const usage = measureUsage(mark, sampleMilliseconds);
  const limit = new AbortController();
  const watch = watchWork('job', options, limits, ({ reason }) => limit.abort(reason));
  let isSlotTaken = false;
  try {
    if (parallelism > jobLimits.parallelism)
      return failure(`a job runs at most ${jobLimits.parallelism} times in parallel here; this one requires ${parallelism}`);
    await mkdir(root, { recursive: true, mode: 0o700 });
    const [job, jobUsage] = [await readJobConfig(claimed), createJobUsage()];
    const isolation = await useJobImage(options.isolation, job);
    const nodes = runNodes({ ...options, isolation }, job, jobUsage, AbortSignal.any([signal, timeout.signal, limit.signal]));
    isSlotTaken = true;
    const results = await nodes;
    const end = { isCanceled: signal.aborted, exceeded: timeout.signal.aborted ? maxMilliseconds : undefined };
    const result = summarize(results, { ...end, reached: (await watch.end()) ?? limit.signal.reason });
    const measured = usage.over();
    return { ...result, ...(measured ? { measured } : {}), ...(jobUsage.tests.bytes > jobLimits.tests ? { testsOver: true } : {}) };
  } catch (error) {
    return failure(describeFailure(error));
  } finally {
    clearTimeout(timer);
    usage.over();
    await watch.end();
    if (!isSlotTaken) slots.release();
    await endProcesses(options, options.isolation, options.report);
    await removeTree(root);
  }
};
