import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { JobConfig, StepConfig } from '../configuration/configuration.ts';
import type { ClaimedJob } from './claimed-job.ts';
import { parseStepDuration } from './step-duration.ts';
import { buildJobEnvironment, type NodeLocation } from './job-environment.ts';
import { jobLimits } from './job-limits.ts';
import type { TestTimings } from './agent/agent-io.ts';
import { installAgent, listAgentFiles } from './install-agent.ts';
import type { JobLog } from './job-log.ts';
import type { JobStorage } from './job-storage.ts';
import { findRelativePath } from '../../runner/own-files.ts';
import type { Isolation, Sandbox } from '../../runner/isolation/isolation.ts';
import { markVariable } from '../../runner/marked-processes.ts';
import type { ProcessCommand } from '../../runner/process-command.ts';
import { startProcess } from '../../runner/start-process.ts';
import { toBytes, type WorkLimits } from '../../runner/watch-work.ts';
import type { WorkCgroups } from '../../runner/work-cgroups.ts';
import { traceEnvironment } from '../../tracing/current-span.ts';

/** The result of a step. */
export type StepResult = 'success' | 'failed' | 'timedout';
export interface StepContext extends NodeLocation {
  readonly claimed: ClaimedJob;
  readonly job: JobConfig;
  readonly environment: { readonly [name: string]: string };
  readonly log: JobLog;
  readonly storage: JobStorage;
  /** When aborted, no further step runs, and running processes are stopped. */
  readonly signal: AbortSignal;
  /** Functions that stop background steps. */
  readonly background: Set<() => void>;
}

/**
 * Resolves a path of a configuration: relative to the working directory, or with `~` to the job's home. `/tmp` of an isolated job is its
 * own.
 */
export const resolveJobPath = (
  { home, folder, temporary, isolation }: Pick<NodeLocation, 'home' | 'folder' | 'temporary' | 'isolation'>,
  path: string,
): string => {
  if (path === '~' || path.startsWith('~/')) return join(home, path.slice(1));
  const place = resolve(folder, path);
  const below = isolation && findRelativePath('/tmp', place);
  return below === undefined || isInside(home, place) || isInside(temporary, place) ? place : join(temporary, below);
};

const isInside = (folder: string, place: string): boolean => findRelativePath(folder, place) !== undefined;

/**
 * The folder of the job that contains a path. Undefined: an isolated job has no such file, and the runner, which could see it, must not
 * read it.
 */
export const findOwnFolder = ({ home, temporary, isolation }: NodeLocation, place: string): string | undefined =>
  [home, temporary].find((folder) => isInside(folder, place)) ?? (isolation ? undefined : home);

/** Makes a folder for an isolated job where it is entered, by a process of the job. */
export const makeJobFolder = async ({ isolation }: NodeLocation, folder: string): Promise<void> => {
  if (!isolation) await mkdir(folder, { recursive: true });
};

/** The working directory of a job, always below its home. */
export const workingDirectoryOf = (home: string, { working_directory: configured = '~/project' }: JobConfig): string => {
  const below = resolve('/', configured.replace(/^~(?=\/|$)/, '.'));
  return join(home, below);
};

export const prepareNode = async (
  root: string,
  {
    claimed,
    job,
    index,
    total,
    address,
    hosted,
    mark,
    cgroups,
    isolation,
    limits,
    timings,
  }: {
    readonly claimed: ClaimedJob;
    readonly job: JobConfig;
    readonly index: number;
    readonly total: number;
    readonly address: string;
    readonly hosted: boolean;
    readonly mark: string;
    readonly cgroups: WorkCgroups;
    readonly isolation: Isolation | undefined;
    readonly limits: WorkLimits;
    readonly timings: TestTimings | undefined;
  },
): Promise<NodeLocation & Pick<StepContext, 'environment'>> => {
  const [home, temporary] = [join(root, 'home'), join(root, 'tmp')];
  const at: NodeLocation = { index, total, home, temporary, folder: workingDirectoryOf(home, job), mark, cgroups, isolation, limits };
  for (const folder of [home, temporary, at.folder]) await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(temporary, 'bash_env'), '');
  await installAgent(temporary, timings);
  return { ...at, environment: buildJobEnvironment(claimed, job, at, address, hosted) };
};

export interface StepCommand {
  readonly argv: readonly string[];
  readonly folder?: string;
  readonly environment?: { readonly [name: string]: string };
  /** The longest time without output; the default is `10m`. */
  readonly silence?: string | undefined;
  /** Files and folders outside of the job's own that it reads. */
  readonly reads?: readonly string[];
  /** Files of the runner that exist and that it writes. */
  readonly writes?: readonly string[];
}

/** The files that a process of a job sees in addition to the system's. Undefined: the runner does not isolate. */
const createJobSandbox = (
  { isolation, home, temporary, limits }: StepContext,
  { reads = [], writes = [] }: Pick<StepCommand, 'reads' | 'writes'>,
): Sandbox | undefined =>
  isolation && {
    isolation,
    folders: [home, temporary],
    temporary,
    processes: limits.runProcesses,
    programs: listAgentFiles(),
    reads,
    writes,
  };

/** A process of a job. It carries the job's mark in its environment even if a step overrides that variable. */
export const jobProcess = (node: StepContext, { argv, folder = node.folder, environment = {}, ...files }: StepCommand): ProcessCommand => ({
  argv,
  folder,
  environment: { ...traceEnvironment(), ...node.environment, ...environment, [markVariable]: node.mark },
  cgroups: node.cgroups.folders,
  fileBytes: toBytes(node.limits.runDiskMegabytes),
  sandbox: createJobSandbox(node, files),
});

/** Runs one command to its end and logs its output. */
export const runCommand = async (node: StepContext, command: StepCommand): Promise<StepResult> => {
  if (node.signal.aborted) return 'failed';
  const quiet = parseStepDuration(command.silence ?? '') ?? jobLimits.silence;
  let timer: NodeJS.Timeout | undefined;
  let timedout = false;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timedout = true;
      running.stop();
    }, quiet);
  };
  const running = startProcess(jobProcess(node, command), async (chunk) => {
    wait();
    await node.log.writeOutput(chunk);
  });
  const abort = (): void => {
    running.stop();
  };
  node.signal.addEventListener('abort', abort, { once: true });
  wait();
  try {
    const { code, signal } = await running.exit;
    await node.log.flush();
    if (timedout)
      await node.log.writeLine(`[nothing was written for ${Math.round(quiet / 1000)} s; the step was stopped (no_output_timeout)]`);
    else if (code !== 0) await node.log.writeLine(`[${code === null ? `ended by ${signal}` : `exit code ${code}`}]`);
    return timedout ? 'timedout' : code === 0 ? 'success' : 'failed';
  } finally {
    clearTimeout(timer);
    node.signal.removeEventListener('abort', abort);
  }
};

/** Splits a step into its type and its parameters. */
export const splitStep = (step: StepConfig): readonly [type: string, given: { readonly [key: string]: unknown }] => {
  if (typeof step === 'string') return [step, {}];
  const [type, given] = Object.entries(step)[0] ?? ['', {}];
  return [type, typeof given === 'object' && given !== null ? (given as { readonly [key: string]: unknown }) : {}];
};
export const toOptionalText = (value: unknown): string | undefined => (value === undefined || value === null ? undefined : String(value));
export const toTextList = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]).map(String);
