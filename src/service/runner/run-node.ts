import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobConfig, JobStatus } from '../ci/configuration/index.ts';
import type { ClaimedJob } from './claimed-job.ts';
import type { JobStorage } from './job-storage.ts';
import { type JobLog, openJobLog } from './job-log.ts';
import type { OutputMask } from './mask/output-mask.ts';
import { type StepResult, type StepContext, prepareNode } from './step-context.ts';
import { stepNameOf, performStep, type JobUsage, stepConditionOf } from './steps/perform-step.ts';
import type { JobNode, StepRun } from '../ci/jobs/job-records.ts';

export interface RunNodeOptions {
  readonly described: ClaimedJob;
  readonly job: JobConfig;
  readonly index: number;
  readonly total: number;
  readonly keep: JobStorage;
  readonly used: JobUsage;
  readonly masks: () => OutputMask;
  /** The job's fresh folder. */
  readonly root: string;
  readonly address: string;
  readonly hosted: boolean;
  readonly mark: string;
  readonly signal: AbortSignal;
  /** Remembers how far it is. */
  note(node: JobNode): Promise<void>;
}
/** How a parallel run ended, and what went wrong where that was not the job's own doing. */
export interface NodeResult {
  readonly status: 'success' | 'failed' | 'timedout' | 'infrastructure_fail';
  readonly trouble?: string;
}

const describeExecutor = ({ executor, parallelism }: ClaimedJob['job']['body'], { docker, machine }: JobConfig): string => {
  const image = docker?.[0]?.image ?? (typeof machine === 'object' ? String(machine['image'] ?? '') : '');
  return `${executor.type}${image === '' ? '' : ` (${image})`}, ${executor.resourceClass}${parallelism > 1 ? `, ${parallelism} in parallel` : ''}`;
};

/** What went wrong, for people: never a value of the environment. */
export const describeRunnerError = (error: unknown): string => {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? 'no space is left on the disk'
    : code === 'EMFILE' || code === 'ENFILE'
      ? 'too many files are open'
      : code === 'EAGAIN' || code === 'ENOMEM'
        ? 'the machine could start no process'
        : `the runner failed${code === undefined ? '' : ` (${code})`}`;
};

interface NodeProgress {
  readonly steps: StepRun[];
  note(status: JobStatus): Promise<void>;
}

const runTimedStep = async (
  { keep }: RunNodeOptions,
  { steps, note }: NodeProgress,
  log: JobLog,
  name: string,
  work: () => Promise<StepResult>,
  signal: AbortSignal,
): Promise<StepResult> => {
  const run: StepRun = { name, status: 'running', startedAt: keep.now().toISOString(), stoppedAt: null, from: log.size(), to: null };
  steps.push(run);
  await note('running');
  let ended: StepRun['status'] = 'infrastructure_fail';
  try {
    const end = await work();
    ended = signal.aborted ? 'canceled' : end;
    return end;
  } finally {
    await log.flush().catch(() => undefined);
    steps[steps.length - 1] = { ...run, status: ended, stoppedAt: keep.now().toISOString(), to: log.size() };
    await note('running');
  }
};

const runSteps = async (run: RunNodeOptions, node: StepContext, progress: NodeProgress): Promise<NodeResult['status']> => {
  let status: NodeResult['status'] = 'success';
  for (const step of run.job.steps ?? []) {
    const wanted = stepConditionOf(step);
    if (run.signal.aborted || !(wanted === 'always' || (status === 'success') === (wanted === 'on_success'))) continue;
    const ended = await runTimedStep(run, progress, node.log, stepNameOf(step), () => performStep(node, run.used, step), run.signal);
    if (ended !== 'success' && status === 'success') status = ended;
  }
  return status;
};

/** One of the parallel runs of a job from its first step to its last. Never rejects. */
export const runNode = async (run: RunNodeOptions): Promise<NodeResult> => {
  const { described, keep, index, total } = run;
  const folder = join(keep.folder.output, described.job.id);
  const file = join(folder, `${index}.log`);
  const progress: NodeProgress = { steps: [], note: (status) => run.note({ status, file, steps: [...progress.steps] }) };
  let log: JobLog | undefined;
  const background = new Set<() => void>();
  let end: NodeResult = { status: 'infrastructure_fail' };
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    log = await openJobLog(file, run.masks);
    const node: StepContext = {
      ...(await prepareNode(join(run.root, String(index)), run)),
      described,
      job: run.job,
      log,
      keep,
      signal: run.signal,
      background,
    };
    await runTimedStep(
      run,
      progress,
      log,
      'Prepare',
      async () => {
        await node.log.writeLine(
          `This job asks for ${describeExecutor(described.job.body, run.job)}. Its steps run as processes of this machine, in ${node.folder}${total > 1 ? `, as ${index + 1} of ${total}` : ''}.`,
        );
        return 'success';
      },
      run.signal,
    );
    end = { status: await runSteps(run, node, progress) };
  } catch (error) {
    end = { status: 'infrastructure_fail', trouble: describeRunnerError(error) };
  }
  for (const stop of background) stop();
  await log?.close().catch(() => undefined);
  // What the store cannot take now, the job's end tells.
  await progress.note(run.signal.aborted ? 'canceled' : end.status).catch(() => undefined);
  return end;
};
