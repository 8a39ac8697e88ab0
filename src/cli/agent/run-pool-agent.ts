import { readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createAdjustableClock } from '../../service/http/clock.ts';
import { defaultSettings } from '../../service/http/settings.ts';
import { resolveJobsFolder } from '../../service/runner/resolve-jobs-folder.ts';
import { type RunnerOptions, startRunner } from '../../service/runner/runner.ts';
import { openStore } from '../../service/store/open-store.ts';
import { CliError } from '../cli-error.ts';
import { createAgentClient } from './agent-client.ts';
import { createAgentRuns } from './agent-runs.ts';
import type { AgentState } from './agent-state.ts';
import { keepInTouch } from './keep-in-touch.ts';

export interface PoolAgentOptions {
  readonly address?: string;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly name?: string;
  readonly single?: boolean;
  readonly maxConcurrentJobs: number;
  readonly jobsFolder?: string;
  readonly enginesFolder?: string;
  readonly providerMirror?: string;
  readonly runCpuSeconds?: number;
  readonly runMemoryMegabytes?: number;
}

/** Throws a CliError for what is missing or cannot be read. */
const readToken = ({ token, tokenFile }: PoolAgentOptions): string => {
  if (tokenFile !== undefined) {
    try {
      return readFileSync(tokenFile, 'utf8').trim();
    } catch (error) {
      throw new CliError(`--token-file ${tokenFile} cannot be read: ${(error as Error).message}`, 2);
    }
  }
  if (token) return token;
  throw new CliError('An agent needs the token of its pool: --token-file, SLIPWAY_AGENT_TOKEN or --token.', 2);
};

const requireAddress = ({ address }: PoolAgentOptions): string => {
  if (address === undefined || !/^https?:\/\//.test(address) || !URL.canParse(address))
    throw new CliError('An agent needs the address of its service: --address https://…, or SLIPWAY_WORKSPACES_ADDRESS.', 2);
  return address.replace(/\/+$/, '');
};

const runnerOptions = async (options: PoolAgentOptions): Promise<RunnerOptions> => {
  const { enginesFolder, providerMirror, runCpuSeconds, runMemoryMegabytes } = options;
  const { folder } = await resolveJobsFolder('memory', options.jobsFolder);
  return {
    folder,
    maxParallelRuns: options.maxConcurrentJobs,
    jobMilliseconds: defaultSettings.jobMilliseconds,
    ...(enginesFolder === undefined ? {} : { enginesFolder: resolve(enginesFolder) }),
    ...(providerMirror === undefined ? {} : { providerMirror: resolve(providerMirror) }),
    ...(runCpuSeconds === undefined ? {} : { runCpuSeconds }),
    ...(runMemoryMegabytes === undefined ? {} : { runMemoryMegabytes }),
  };
};

/** A temporary folder is removed, unless it has a state that the service did not take. */
const removeFolder = async (folder: string, { jobsFolder }: PoolAgentOptions): Promise<void> => {
  if (jobsFolder !== undefined || (await readdir(join(folder, 'output')).catch(() => [])).length > 0) return;
  await rm(folder, { recursive: true, force: true });
};

const report = (words: string, error: unknown): void => {
  console.error(`slipway: ${words} failed: ${error instanceof Error ? error.message : String(error)}`);
};

const createState = (options: PoolAgentOptions, finish: (reason?: string) => void): AgentState => ({
  client: createAgentClient(requireAddress(options), readToken(options)),
  name: options.name ?? hostname(),
  id: undefined,
  jobs: new Set(),
  stops: new Map(),
  isDraining: false,
  isClaiming: false,
  nextClaimAt: 0,
  say: (line) => {
    console.log(`${new Date().toISOString()} ${line}`);
  },
  finish,
});

/** Resolves when the agent has nothing to do any more, or shall not wait for it: at the second signal, or when `ended` says so. */
const waitForEnd = async (agent: AgentState, ended: Promise<string | undefined>): Promise<string | undefined> => {
  let signals = 0;
  const signalled = new Promise<undefined>((resolveSignal) => {
    const take = (): void => {
      signals += 1;
      agent.isDraining = true;
      if (signals === 1) agent.say(`takes nothing new, and waits for ${agent.jobs.size} jobs; a second signal interrupts them`);
      resolveSignal(undefined);
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, take);
  });
  // Nothing else keeps the process alive while no job runs.
  const alive = setInterval(() => undefined, 60_000);
  const reason = await Promise.race([ended, signalled]);
  while (reason === undefined && signals < 2 && (agent.jobs.size > 0 || agent.isClaiming)) await delay(50);
  clearInterval(alive);
  return reason;
};

/** Takes runs of an agent pool until it is told to end. Throws a CliError where the service refuses it. */
export const runPoolAgent = async (options: PoolAgentOptions): Promise<void> => {
  if (process.platform === 'win32') throw new CliError('An agent needs process groups, which Windows does not have.', 2);
  const { promise: ended, resolve: finish } = withResolvers<string | undefined>();
  const agent = createState(options, finish);
  const jobs = await runnerOptions(options);
  // The runner keeps its heartbeats in a store; nobody else has to read those of an agent.
  const store = await openStore('memory');
  const dependencies = { store, clock: createAdjustableClock(), settings: () => defaultSettings, report };
  const kinds = [createAgentRuns(agent, options.single === true)];
  const touch = keepInTouch(agent);
  const runner = startRunner({ ...dependencies, address: requireAddress(options), hosted: false }, jobs, kinds);
  const reason = await waitForEnd(agent, ended);
  await runner.stop();
  await touch.stop();
  if (agent.id !== undefined && reason === undefined)
    await agent.client.exit(agent.id).catch((error: unknown) => report('leaving the pool', error));
  await removeFolder(jobs.folder, options);
  await store.close();
  if (reason !== undefined) throw new CliError(`The agent has ended: ${reason}.`);
};

const withResolvers = <T>() => {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve: (value?: T) => resolve(value as T) };
};
