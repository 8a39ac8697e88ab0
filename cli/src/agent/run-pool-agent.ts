import { readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { onInterruption } from 'slipway/engine/interruption';
import { createAdjustableClock } from '@slipway/service/http/clock';
import { defaultSettings } from '@slipway/service/http/settings';
import { resolveJobsFolder } from '@slipway/service/runner/resolve-jobs-folder';
import { type RunnerOptions, startRunner } from '@slipway/service/runner/runner';
import { openStore } from '@slipway/service/store/open-store';
import { CliError } from '../cli-error.ts';
import { printError } from '../color/colors.ts';
import { describeOpenStart, hideStart } from '../hide-start.ts';
import { renderIsolation } from '../isolation-options.ts';
import { resolveIsolation } from '../resolve-isolation.ts';
import { createAgentRuns } from './agent-runs.ts';
import { type AgentSetup, setUpAgent } from './agent-setup.ts';
import type { AgentState } from './agent-state.ts';
import { keepInTouch } from './keep-in-touch.ts';
import type { PoolAgentOptions } from './pool-agent-options.ts';

const warn = (sentence: string): void => printError(`slipway: warning: ${sentence}`);

const runnerOptions = async (options: PoolAgentOptions): Promise<RunnerOptions> => {
  const { enginesFolder, providerMirror, runCpuSeconds, runMemoryMegabytes, runProcesses, runDiskMegabytes } = options;
  // On Kubernetes the agent only starts pods and isolates nothing itself; each run is alone in its pod.
  const hides = [options.tokenFile, options.jobFile, options.jobsFolder].flatMap((path) => (path === undefined ? [] : [resolve(path)]));
  const isolation = options.kubernetes ? undefined : await resolveIsolation(options, hides, warn);
  const { folder } = await resolveJobsFolder('memory', options.jobsFolder);
  if (!options.kubernetes) say(`isolation of runs: ${renderIsolation(isolation)}`);
  return {
    folder,
    isolation,
    maxParallelRuns: options.maxConcurrentJobs,
    jobMilliseconds: defaultSettings.jobMilliseconds,
    runProcesses,
    ...(enginesFolder === undefined ? {} : { enginesFolder: resolve(enginesFolder) }),
    ...(providerMirror === undefined ? {} : { providerMirror: resolve(providerMirror) }),
    ...(runCpuSeconds === undefined ? {} : { runCpuSeconds }),
    ...(runMemoryMegabytes === undefined ? {} : { runMemoryMegabytes }),
    ...(runDiskMegabytes === undefined ? {} : { runDiskMegabytes }),
  };
};

/** A temporary folder is removed, unless it has a state that the service did not take. */
const removeFolder = async (folder: string, { jobsFolder }: PoolAgentOptions): Promise<void> => {
  if (jobsFolder !== undefined || (await readdir(join(folder, 'output')).catch(() => [])).length > 0) return;
  await rm(folder, { recursive: true, force: true });
};

const report = (words: string, error: unknown): void => {
  printError(`slipway: ${words} failed: ${error instanceof Error ? error.message : String(error)}`);
};
const say = (line: string): void => {
  console.log(`${new Date().toISOString()} ${line}`);
};

const createState = ({ client, id }: AgentSetup, { name }: PoolAgentOptions, finish: (reason?: string) => void): AgentState => ({
  client,
  name: name ?? hostname(),
  id,
  jobs: new Set(),
  stops: new Map(),
  isDraining: false,
  isClaiming: false,
  nextClaimAt: 0,
  say,
  finish,
});

/** Resolves when the agent has nothing left to do, or must not wait for it: at the last signal, or when `ended` resolves. */
const waitForEnd = async (agent: AgentState, drains: boolean, ended: Promise<string | undefined>): Promise<string | undefined> => {
  let [signals, last] = [0, drains ? 2 : 1];
  const signalled = new Promise<undefined>((resolveSignal) => {
    const take = (): void => {
      signals += 1;
      agent.isDraining = true;
      if (signals < last)
        agent.say(`accepts no new jobs; waiting for ${agent.jobs.size} running jobs (send the signal again to interrupt them)`);
      resolveSignal(undefined);
    };
    onInterruption(take);
  });
  // Keeps the process alive while no job runs.
  const alive = setInterval(() => undefined, 60_000);
  const reason = await Promise.race([ended, signalled]);
  while (reason === undefined && signals < last && (agent.jobs.size > 0 || agent.isClaiming)) await delay(50);
  clearInterval(alive);
  return reason;
};

const setUp = async (options: PoolAgentOptions): Promise<AgentSetup> => {
  const setup = setUpAgent(options);
  if (options.kubernetes !== true) return setup;
  const { setUpKubernetes } = await import('./kubernetes/set-up-kubernetes.ts');
  return setUpKubernetes(setup, options, say);
};

/** Executes runs of an agent pool until it is told to end. Throws a CliError if the service refuses the agent. */
export const runPoolAgent = async (options: PoolAgentOptions): Promise<void> => {
  if (process.platform === 'win32') throw new CliError('An agent needs process groups, which Windows does not have.', 2);
  let finish!: (reason?: string) => void;
  const ended = new Promise<string | undefined>((done) => {
    finish = done;
  });
  const setup = await setUp(options);
  const isHidden = hideStart(options.token === undefined ? [] : [options.token]);
  const agent = createState(setup, options, finish);
  const jobs = await runnerOptions(options);
  // On Kubernetes runs are in separate pods, and this process starts none.
  const openStart = options.kubernetes ? undefined : describeOpenStart(isHidden, jobs.isolation);
  if (openStart) warn(openStart);
  // The runner keeps its heartbeats in a store; those of an agent have no other reader.
  const store = await openStore('memory');
  // Listeners are notified by the service that stores the ends of the runs.
  const dependencies = { store, clock: createAdjustableClock(), settings: () => defaultSettings, listeners: new Map(), report };
  const touch = keepInTouch(agent);
  const runner = startRunner({ ...dependencies, address: setup.address, hosted: false }, jobs, [createAgentRuns(agent, setup)]);
  const reason = await waitForEnd(agent, setup.drains, ended);
  await runner.stop();
  await touch.stop();
  if (agent.id !== undefined && reason === undefined)
    await agent.client.exit(agent.id).catch((error: unknown) => report('leaving the pool', error));
  await removeFolder(jobs.folder, options);
  await store.close();
  if (reason !== undefined) throw new CliError(`The agent has ended: ${reason}.`);
};
