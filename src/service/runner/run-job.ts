import { mkdir } from 'node:fs/promises';
import type { ClaimedJob } from './claimed-job.ts';
import { readJobConfig } from './claimed-job.ts';
import { listSecrets } from './job-environment.ts';
import type { JobResult } from './finish-job.ts';
import { removeTree } from './jobs-folder.ts';
import type { JobStorage } from './job-storage.ts';
import { runnerLimits } from './runner-limits.ts';
import { createMasks, TooManySecrets } from './mask/output-mask.ts';
import { type NodeResult, runNode, describeRunnerError } from './run-node.ts';
import { measureUsage } from './measure-usage.ts';
import type { RunSlots } from './run-slots.ts';
import { createJobUsage } from './steps/perform-step.ts';
import type { JobNode } from '../ci/jobs/job-records.ts';
import { killMarkedProcesses } from './marked-processes.ts';

export interface RunJobOptions {
  readonly described: ClaimedJob;
  readonly keep: JobStorage;
  readonly slots: RunSlots;
  readonly address: string;
  readonly hosted: boolean;
  /** What its processes are marked with, and its fresh folder. */
  readonly mark: string;
  readonly root: string;
  /** The longest that it may take, in milliseconds. */
  readonly most: number;
  /** Milliseconds between two looks at what it uses. */
  readonly every: number;
  /** Aborted when the job is canceled or the service stops. */
  readonly signal: AbortSignal;
  note(index: number, node: JobNode): Promise<void>;
}

const statusesBySeverity: readonly NodeResult['status'][] = ['infrastructure_fail', 'timedout', 'failed', 'success'];

/** Runs a claimed job, all its parallel runs, and leaves nothing of it behind: no process, no folder. Never rejects. */
export const runJob = async ({
  described,
  keep,
  slots,
  address,
  hosted,
  mark,
  root,
  most,
  every,
  signal,
  note,
}: RunJobOptions): Promise<JobResult> => {
  const { body } = described.job;
  const clock = new AbortController();
  const late = setTimeout(() => {
    clock.abort();
  }, most);
  const usage = measureUsage(mark, every);
  const either = AbortSignal.any([signal, clock.signal]);
  let begun = false;
  try {
    if (body.parallelism > runnerLimits.parallelism)
      return {
        status: 'infrastructure_fail',
        trouble: `a job runs at most ${runnerLimits.parallelism} times in parallel here; this one asks for ${body.parallelism}`,
      };
    await mkdir(root, { recursive: true, mode: 0o700 });
    const [job, masks, used] = [readJobConfig(described), createMasks(listSecrets(described)), createJobUsage()];
    begun = true;
    const ends = await Promise.all(
      Array.from({ length: body.parallelism }, (_, index) =>
        slots.use(index === 0, async () =>
          runNode({
            described,
            job,
            index,
            total: body.parallelism,
            keep,
            used,
            masks,
            root,
            address,
            hosted,
            mark: `${mark}/${index}`,
            signal: either,
            note: (node) => note(index, node),
          }),
        ),
      ),
    );
    const status =
      clock.signal.aborted && !signal.aborted ? 'timedout' : statusesBySeverity.find((one) => ends.some((end) => end.status === one))!;
    const trouble = clock.signal.aborted
      ? `the job took longer than ${Math.round(most / 60_000)} min`
      : ends.find((end) => end.status === status)?.trouble;
    const measured = usage.over();
    return {
      status,
      ...(measured ? { measured } : {}),
      ...(trouble === undefined ? {} : { trouble }),
      ...(used.tests.bytes > runnerLimits.tests ? { testsOver: true } : {}),
    };
  } catch (error) {
    return {
      status: 'infrastructure_fail',
      trouble: error instanceof TooManySecrets ? 'the values that are to be hidden in its output are too many' : describeRunnerError(error),
    };
  } finally {
    clearTimeout(late);
    usage.over();
    if (!begun) slots.release();
    await killMarkedProcesses(mark).catch(() => undefined);
    await removeTree(root);
  }
};
