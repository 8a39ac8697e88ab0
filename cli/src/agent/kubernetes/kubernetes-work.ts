import { setTimeout as delay } from 'node:timers/promises';
import { KubernetesError } from '@slipway/mesh-config/kubernetes-client';
import { isStopping, type RunnerFacts } from '@slipway/service/runner/runner-facts';
import type { ClaimedWork, StopMode } from '@slipway/service/runner/work-kind';
import type { AgentJob } from '@slipway/service/workspaces/agent-jobs/protocol';
import { toPhaseId } from '@slipway/service/workspaces/runs/engine/claimed-run';
import { noCounts, renderRunError } from '@slipway/service/workspaces/runs/engine/run-phase';
import { type AgentClient, AgentRefused, packEnd } from '../agent-client.ts';
import { insist } from '../create-http-port.ts';
import { followLog } from './follow-log.ts';
import { type JobFile, nameOfJob, type PodOptions, renderClusterJob, renderClusterSecret } from './job-objects.ts';
import type { ClusterObject, ClusterRequest, RunCluster } from './run-cluster.ts';
import { type ClusterJobOutcome, watchJob, type WatchTimes } from './watch-job.ts';

/** Milliseconds in which the last lines of a pod may arrive after its end. */
const logGrace = 5000;
/** Milliseconds in which the cluster is asked again to remove a Job; it does so by itself later. */
const removalTime = 30_000;

/** How an agent runs its jobs in a cluster. */
export interface KubernetesAgent {
  readonly cluster: RunCluster;
  readonly client: AgentClient;
  /** The address at which pods reach the service. */
  readonly address: string;
  readonly pod: PodOptions;
  readonly times: WatchTimes;
  say(line: string): void;
}

const hasStatus = (error: unknown, status: number): boolean => error instanceof KubernetesError && error.status === status;

/** The object, or the one that was made by a request whose answer was lost. */
const create = async (cluster: RunCluster, kind: ClusterRequest['kind'], body: ClusterObject, signal: AbortSignal) => {
  try {
    return await cluster.ask({ method: 'POST', kind, body }, signal);
  } catch (error) {
    if (!hasStatus(error, 409)) throw error;
    return cluster.ask({ kind, name: body['metadata'].name as string }, signal);
  }
};

/** Creates the Job, then the secret that its pod waits for. */
const createObjects = async ({ cluster, pod }: KubernetesAgent, name: string, file: JobFile, signal: AbortSignal): Promise<void> => {
  const { metadata } = await create(cluster, 'jobs', renderClusterJob(name, file.job, pod), signal);
  await create(cluster, 'secrets', renderClusterSecret(name, metadata.uid as string, file), signal);
};

/** Removes what is left of a Job. `atOnce`: its pod has no time to end. `stopped`: the cluster is asked once. */
const removeObjects = async ({ cluster }: KubernetesAgent, name: string, atOnce: boolean, stopped: AbortSignal): Promise<void> => {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(removalTime)]);
  const remove = async (request: ClusterRequest): Promise<void> => {
    await cluster.ask({ ...request, method: 'DELETE' }, signal).catch((error: unknown) => {
      if (!hasStatus(error, 404)) throw error;
    });
  };
  await remove({ kind: 'jobs', name, query: { propagationPolicy: atOnce ? 'Background' : 'Foreground' } });
  if (atOnce) await remove({ kind: 'pods', query: { labelSelector: `job-name=${name}`, gracePeriodSeconds: '0' } });
};

/**
 * Reports the end of the job to the service. Normally its executor has done so already, and the report is refused with 409. The state that
 * an apply had sent until then is kept.
 */
const endJob = async (
  agent: KubernetesAgent,
  id: string,
  { claim, facts }: AgentJob,
  reason: string,
  signal: AbortSignal,
): Promise<void> => {
  const packed = await packEnd({
    result: { ...noCounts, status: 'errored', hasChanges: false },
    log: `\n${renderRunError(facts.run, `${reason.replace(/\.$/, '')}.`, new Date())}`,
    logOffset: null,
    stateBefore: facts.workspace.stateVersion,
    hasState: claim.phase === 'applying',
  });
  try {
    await insist(() => agent.client.end(id, toPhaseId(claim), packed), signal);
    agent.say(`${toPhaseId(claim)} is errored: ${reason}`);
  } catch (error) {
    if (!(error instanceof AgentRefused)) throw error;
  }
};

const executeInCluster = async (agent: KubernetesAgent, id: string, job: AgentJob, signal: AbortSignal): Promise<ClusterJobOutcome> => {
  const name = nameOfJob(id, job);
  const over = new AbortController();
  try {
    const token = await insist(() => agent.client.issueToken(id, toPhaseId(job.claim)), signal);
    await createObjects(agent, name, { address: agent.address, agent: id, token, job }, signal);
    const following = followLog(agent.cluster, name, agent.times.interval, over.signal, (line) => agent.say(`${name}: ${line}`));
    const outcome = await watchJob(agent.cluster, name, agent.times, signal);
    // The log of a pod that ended ends by itself; one that never began has none.
    await Promise.race([following, delay(logGrace, undefined, { signal: over.signal }).catch(() => undefined)]);
    over.abort();
    await following;
    return outcome;
  } catch (error) {
    over.abort();
    if (error instanceof AgentRefused) return {};
    if (!(error instanceof KubernetesError)) return { reason: `The agent of this run lost its cluster: ${(error as Error).message}` };
    const what = error.isTemporary ? 'The agent of this run lost its cluster' : 'The cluster refused the job of this run';
    return { reason: `${what}: ${error.sentence}` };
  }
};

/** Runs a job of an agent in a pod of the cluster. The pod learns of a cancellation from the service itself. */
export const createKubernetesWork = (agent: KubernetesAgent, id: string, runner: RunnerFacts, job: AgentJob): ClaimedWork => {
  const name = nameOfJob(id, job);
  const { report } = runner.dependencies;
  const remove = (atOnce: boolean): Promise<void> =>
    removeObjects(agent, name, atOnce, runner.stopped.signal).catch((error: unknown) => report('removing a job of the cluster', error));
  const perform = async (): Promise<void> => {
    const { reason } = await executeInCluster(agent, id, job, runner.stopped.signal);
    await endJob(agent, id, job, reason ?? 'The pod of this run ended, and did not say how the run did', runner.stopped.signal);
    await remove(true);
  };
  return {
    id: toPhaseId(job.claim),
    perform: () => runner.slots.use(true, () => perform().catch((error: unknown) => report('executing a job in the cluster', error))),
    stop: (mode: StopMode) => {
      if (isStopping(runner)) void remove(false);
      else if (mode === 'kill') void remove(true);
    },
  };
};
