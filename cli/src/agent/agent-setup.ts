import { randomUUID } from 'node:crypto';
import type { RunnerFacts } from '@slipway/service/runner/runner-facts';
import type { ClaimedWork } from '@slipway/service/runner/work-kind';
import type { AgentJob } from '@slipway/service/workspaces/agent-jobs/protocol';
import { toPhaseId } from '@slipway/service/workspaces/runs/engine/claimed-run';
import { createRunWork } from '@slipway/service/workspaces/runs/engine/perform-run';
import { parseJson } from '../parse-json.ts';
import { type AgentClient, AgentRefused, createAgentClient } from './agent-client.ts';
import { createHttpPort, insist } from './create-http-port.ts';
import type { JobFile } from './kubernetes/job-objects.ts';
import { type PoolAgentOptions, readAgentToken, readOptionFile, requireAgentAddress } from './pool-agent-options.ts';

/** How an agent process works: as a member of a pool, or for a single job. */
export interface AgentSetup {
  /** The address of the service. */
  readonly address: string;
  readonly client: AgentClient;
  /** The ID of an agent that joined already; undefined: the agent joins its pool. */
  readonly id?: string;
  /** The agent takes one job and ends. */
  readonly isSingle: boolean;
  /** After the first signal, running jobs are finished before the agent ends. */
  readonly drains: boolean;
  /** The job as work of this process. `agent`: the ID. */
  createWork(agent: string, runner: RunnerFacts, job: AgentJob): ClaimedWork;
}

/** Engines of this machine. */
const executeHere =
  (client: AgentClient): AgentSetup['createWork'] =>
  (agent, runner, job) =>
    createRunWork(runner, job.claim, createHttpPort(client, agent, job, runner.stopped.signal));

const readJobFile = (file: string): JobFile => {
  return parseJson(readOptionFile('--job-file', file), `--job-file ${file}`, 2) as JobFile;
};

/** One job, which an agent claimed and gave away. It is begun by this process, or by none. */
const setUpJob = (file: string): AgentSetup => {
  const { address, agent, token, job } = readJobFile(file);
  const client = createAgentClient(address, token);
  const [id, self] = [toPhaseId(job.claim), randomUUID()];
  let isTaken = false;
  return {
    address,
    id: agent,
    isSingle: true,
    drains: false,
    client: {
      ...client,
      register: async () => {
        throw new AgentRefused(404, 'the agent that had this job is gone');
      },
      claim: async () => {
        if (isTaken) return undefined;
        await insist(() => client.begin(agent, id, self), AbortSignal.timeout(60_000));
        isTaken = true;
        return job;
      },
      exit: async () => undefined,
    },
    createWork: executeHere(client),
  };
};

export const setUpAgent = (options: PoolAgentOptions): AgentSetup => {
  if (options.jobFile !== undefined) return setUpJob(options.jobFile);
  const address = requireAgentAddress(options);
  const client = createAgentClient(address, readAgentToken(options));
  return { address, client, isSingle: options.single === true, drains: true, createWork: executeHere(client) };
};
