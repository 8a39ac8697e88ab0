import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Job as Configured, JobStatus } from '../configuration/index.ts';
import type { Described } from './described.ts';
import type { Keep } from './keep.ts';
import { type Log, openLog } from './log.ts';
import type { Mask } from './mask/mask.ts';
import { type Ended, type Node, surroundings } from './node.ts';
import { nameOf, perform, type Used, wantedOf } from './steps/index.ts';
import type { JobNode, StepRun } from './stored.ts';

export interface NodeRun {
  readonly described: Described;
  readonly job: Configured;
  readonly index: number;
  readonly total: number;
  readonly keep: Keep;
  readonly used: Used;
  readonly masks: () => Mask;
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
export interface NodeEnd { readonly status: 'success' | 'failed' | 'timedout' | 'infrastructure_fail'; readonly trouble?: string }

const asked = ({ executor, parallelism }: Described['job']['body'], { docker, machine }: Configured): string => {
  const image = docker?.[0]?.image ?? (typeof machine === 'object' ? String(machine['image'] ?? '') : '');
  return `${executor.type}${image === '' ? '' : ` (${image})`}, ${executor.resourceClass}${parallelism > 1 ? `, ${parallelism} in parallel` : ''}`;
};

/** What went wrong, for people: never a value of the environment. */
export const troubleOf = (error: unknown): string => {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT' ? 'no space is left on the disk' : code === 'EMFILE' || code === 'ENFILE' ? 'too many files are open' : code === 'EAGAIN' || code === 'ENOMEM' ? 'the machine could start no process' : `the runner failed${code === undefined ? '' : ` (${code})`}`;
};

interface Progress { readonly steps: StepRun[]; note(status: JobStatus): Promise<void> }

const timed = async ({ keep }: NodeRun, { steps, note }: Progress, log: Log, name: string, work: () => Promise<Ended>, signal: AbortSignal): Promise<Ended> => {
  const run: StepRun = { name, status: 'running', startedAt: keep.now().toISOString(), stoppedAt: null, from: log.at(), to: null };
  steps.push(run);
  await note('running');
  let ended: StepRun['status'] = 'infrastructure_fail';
  try {
    const end = await work();
    ended = signal.aborted ? 'canceled' : end;
    return end;
  } finally {
    await log.flush().catch(() => undefined);
    steps[steps.length - 1] = { ...run, status: ended, stoppedAt: keep.now().toISOString(), to: log.at() };
    await note('running');
  }
};

const stepsOf = async (run: NodeRun, node: Node, progress: Progress): Promise<NodeEnd['status']> => {
  let status: NodeEnd['status'] = 'success';
  for (const step of run.job.steps ?? []) {
    const wanted = wantedOf(step);
    if (run.signal.aborted || !(wanted === 'always' || (status === 'success') === (wanted === 'on_success'))) continue;
    const ended = await timed(run, progress, node.log, nameOf(step), () => perform(node, run.used, step), run.signal);
    if (ended !== 'success' && status === 'success') status = ended;
  }
  return status;
};

/** One of the parallel runs of a job from its first step to its last. Never rejects. */
export const runNode = async (run: NodeRun): Promise<NodeEnd> => {
  const { described, keep, index, total } = run;
  const folder = join(keep.folder.output, described.job.id);
  const file = join(folder, `${index}.log`);
  const progress: Progress = { steps: [], note: (status) => run.note({ status, file, steps: [...progress.steps] }) };
  let log: Log | undefined;
  const background = new Set<() => void>();
  let end: NodeEnd = { status: 'infrastructure_fail' };
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    log = await openLog(file, run.masks);
    const node: Node = { ...await surroundings(join(run.root, String(index)), run), described, job: run.job, log, keep, signal: run.signal, background };
    await timed(run, progress, log, 'Prepare', async () => {
      await node.log.say(`This job asks for ${asked(described.job.body, run.job)}. Its steps run as processes of this machine, in ${node.folder}${total > 1 ? `, as ${index + 1} of ${total}` : ''}.`);
      return 'success';
    }, run.signal);
    end = { status: await stepsOf(run, node, progress) };
  } catch (error) { end = { status: 'infrastructure_fail', trouble: troubleOf(error) }; }
  for (const stop of background) stop();
  await log?.close().catch(() => undefined);
  // What the store cannot take now, the job's end tells.
  await progress.note(run.signal.aborted ? 'canceled' : end.status).catch(() => undefined);
  return end;
};
