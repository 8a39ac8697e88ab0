import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobConfig } from '../configuration/configuration.ts';
import type { JobStatus } from '../configuration/states/statuses.ts';
import type { ClaimedJob } from './claimed-job.ts';
import { describeFurtherImages } from './job-image.ts';
import type { JobStorage } from './job-storage.ts';
import { type JobLog, openJobLog } from './job-log.ts';
import { isHalted } from './install-agent.ts';
import { describeIsolation, type Isolation } from '../../runner/isolation/isolation.ts';
import type { OutputMask } from '../../runner/mask/output-mask.ts';
import type { WorkLimits } from '../../runner/watch-work.ts';
import type { WorkCgroups } from '../../runner/work-cgroups.ts';
import { type StepResult, type StepContext, prepareNode } from './step-context.ts';
import { stepNameOf, performStep, type JobUsage, stepConditionOf } from './steps/perform-step.ts';
import type { JobNode, StepRun } from '../jobs/job-records.ts';

export interface RunNodeOptions {
  readonly claimed: ClaimedJob;
  readonly job: JobConfig;
  readonly index: number;
  readonly total: number;
  readonly storage: JobStorage;
  readonly usage: JobUsage;
  readonly masks: () => OutputMask;
  /** The job's fresh folder. */
  readonly root: string;
  readonly address: string;
  readonly hosted: boolean;
  readonly mark: string;
  readonly cgroups: WorkCgroups;
  readonly isolation: Isolation | undefined;
  readonly limits: WorkLimits;
  readonly signal: AbortSignal;
  /** Stores the progress of the run. */
  saveNode(node: JobNode): Promise<void>;
}
/** The end of a parallel run. `errorMessage` is about a failure of the runner, not of the job itself. */
export interface NodeResult {
  readonly status: 'success' | 'failed' | 'timedout' | 'infrastructure_fail';
  readonly errorMessage?: string;
}

const describeExecutor = ({ executor, parallelism }: ClaimedJob['job']['body'], { docker, machine }: JobConfig): string => {
  const image = docker?.[0]?.image ?? (typeof machine === 'object' ? String(machine['image'] ?? '') : '');
  const runs = parallelism > 1 ? `, ${parallelism} in parallel` : '';
  return `${executor.type}${image === '' ? '' : ` (${image})`}, ${executor.resourceClass}${runs}`;
};

/** Describes a failure of the runner. The text never holds a value of the environment. */
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
  save(status: JobStatus): Promise<void>;
}

const runTimedStep = async (
  { storage }: RunNodeOptions,
  { steps, save }: NodeProgress,
  log: JobLog,
  name: string,
  perform: () => Promise<StepResult>,
  signal: AbortSignal,
): Promise<StepResult> => {
  const run: StepRun = { name, status: 'running', startedAt: storage.now().toISOString(), stoppedAt: null, from: log.size(), to: null };
  steps.push(run);
  await save('running');
  let status: StepRun['status'] = 'infrastructure_fail';
  try {
    const result = await perform();
    status = signal.aborted ? 'canceled' : result;
    return result;
  } finally {
    await log.flush().catch(() => undefined);
    steps[steps.length - 1] = { ...run, status, stoppedAt: storage.now().toISOString(), to: log.size() };
    await save('running');
  }
};

const runSteps = async (run: RunNodeOptions, node: StepContext, progress: NodeProgress): Promise<NodeResult['status']> => {
  let status: NodeResult['status'] = 'success';
  for (const step of run.job.steps ?? []) {
    const condition = stepConditionOf(step);
    if (run.signal.aborted || !(condition === 'always' || (status === 'success') === (condition === 'on_success'))) continue;
    const result = await runTimedStep(run, progress, node.log, stepNameOf(step), () => performStep(node, run.usage, step), run.signal);
    if (result !== 'success' && status === 'success') status = result;
    if (isHalted(node.temporary)) break;
  }
  return status;
};

const logPreparation = async (
  { claimed, job, index, total }: RunNodeOptions,
  { log, folder, isolation }: StepContext,
): Promise<StepResult> => {
  const position = total > 1 ? `, as ${index + 1} of ${total}` : '';
  const kind = isolation?.container ? 'in containers' : 'as processes';
  await log.writeLine(
    `This job asks for ${describeExecutor(claimed.job.body, job)}. Its steps run ${kind} of this machine, in ${folder}${position}; ` +
      `isolation: ${describeIsolation(isolation)}.${describeFurtherImages(isolation, job)}`,
  );
  return 'success';
};

/** Whether steps split tests: parallel runs may do so within scripts. */
const asksForTimings = ({ job, total }: RunNodeOptions): boolean =>
  total > 1 || /\btests (split|run)\b/.test(JSON.stringify(job.steps ?? []));

const prepareAndRun = async (
  options: RunNodeOptions,
  progress: NodeProgress,
  log: JobLog,
  background: Set<() => void>,
): Promise<NodeResult> => {
  const { claimed, job, storage, signal, root, index } = options;
  const timings = asksForTimings(options) ? await storage.findTimings(claimed.job) : undefined;
  const location = await prepareNode(join(root, String(index)), { ...options, timings });
  const ctx: StepContext = { ...location, claimed, job, log, storage, signal, background };
  await runTimedStep(options, progress, log, 'Prepare', () => logPreparation(options, ctx), signal);
  return { status: await runSteps(options, ctx, progress) };
};

/** Runs one of the parallel runs of a job, from its first step to its last. Never rejects. */
export const runNode = async (options: RunNodeOptions): Promise<NodeResult> => {
  const folder = join(options.storage.folder.output, options.claimed.job.id);
  const file = join(folder, `${options.index}.log`);
  const progress: NodeProgress = { steps: [], save: (status) => options.saveNode({ status, file, steps: [...progress.steps] }) };
  const background = new Set<() => void>();
  let log: JobLog | undefined;
  let result: NodeResult;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    log = await openJobLog(file, options.masks);
    result = await prepareAndRun(options, progress, log, background);
  } catch (error) {
    result = { status: 'infrastructure_fail', errorMessage: describeRunnerError(error) };
  }
  for (const stop of background) stop();
  await log?.close().catch(() => undefined);
  // What the store cannot take now is stored with the job's end.
  await progress.save(options.signal.aborted ? 'canceled' : result.status).catch(() => undefined);
  return result;
};
