import { setTimeout as delay } from 'node:timers/promises';
import { isStopping, type RunnerFacts } from '@slipway/service/runner/runner-facts';
import type { ClaimedWork, StopMode } from '@slipway/service/runner/work-kind';
import type { AgentJob } from '@slipway/service/workspaces/agent-jobs/protocol';
import { toPhaseId } from '@slipway/service/workspaces/runs/engine/claimed-run';
import { noCounts, renderRunError } from '@slipway/service/workspaces/runs/engine/run-phase';
import { type AgentClient, AgentRefused, packEnd } from '../agent-client.ts';
import { insist } from '../create-http-port.ts';
import { followLog } from './follow-log.ts';
import { type JobFile, nameOfJob, type PodOptions, renderClusterJob, renderClusterSecret } from './job-objects.ts';
import { type ClusterObject, ClusterRefused, type KubernetesClient } from './kubernetes-client.ts';
import { batch, core, insistOnCluster, type ClusterJobOutcome, watchJob, type WatchTimes } from './watch-job.ts';

/** Milliseconds in which the last lines of a pod may arrive after its end. */
const logGrace = 5000;

/** How an agent gives its jobs to a cluster. */
export interface KubernetesAgent {
  readonly cluster: KubernetesClient;
  readonly client: AgentClient;
  /** The address at which pods reach the service. */
  readonly address: string;
  readonly pod: PodOptions;
  readonly times: WatchTimes;
  say(line: string): void;
}

/** One that was made by a request whose answer was lost. */
const createOnce = async (cluster: KubernetesClient, group: string, path: string, object: ClusterObject): Promise<ClusterObject> => {
  try {
    return await cluster.send('POST', group, path, object);
  } catch (error) {
    if (!(error instanceof ClusterRefused) || error.status !== 409) throw error;
    return cluster.send('GET', group, `${path}/${object['metadata'].name}`);
  }
};

/** Creates the Job, then the secret that its pod waits for. */
const createObjects = async (
  { cluster, pod, times: { interval } }: KubernetesAgent,
  name: string,
  file: JobFile,
  signal: AbortSignal,
): Promise<void> => {
  const create = (group: string, path: string, object: ClusterObject) =>
    insistOnCluster(() => createOnce(cluster, group, path, object), interval, signal);
  const { metadata } = await create(batch, 'jobs', renderClusterJob(name, file.job, pod));
  await create(core, 'secrets', renderClusterSecret(name, metadata.uid as string, file));
};

/** Removes what is left of a Job. `atOnce`: its pod has no time to end. */
const removeObjects = async ({ cluster }: KubernetesAgent, name: string, atOnce: boolean): Promise<void> => {
  const ignoreMissing = (error: unknown): void => {
    if (!(error instanceof ClusterRefused && error.status === 404)) throw error;
  };
  await cluster.send('DELETE', batch, `jobs/${name}?propagationPolicy=${atOnce ? 'Background' : 'Foreground'}`).catch(ignoreMissing);
  if (!atOnce) return;
  const pods = `pods?labelSelector=${encodeURIComponent(`job-name=${name}`)}&gracePeriodSeconds=0`;
  await cluster.send('DELETE', core, pods).catch(ignoreMissing);
};

/**
 * Tells the service that the job is over. Whoever executed it has told it before, unless something went wrong: then the end is refused
 * with 409. What an apply had handed on of its state is kept.
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
    if (error instanceof ClusterRefused) return { reason: `The cluster refused the job of this run: ${error.message}` };
    if (error instanceof AgentRefused) return {};
    return { reason: `The agent of this run lost its cluster: ${(error as Error).message}` };
  }
};

/** A job of an agent, which a pod of the cluster executes. The pod hears from the service itself when the job is canceled. */
export const createKubernetesWork = (agent: KubernetesAgent, id: string, runner: RunnerFacts, job: AgentJob): ClaimedWork => {
  const name = nameOfJob(id, job);
  const { report } = runner.dependencies;
  const remove = (atOnce: boolean): Promise<void> =>
    removeObjects(agent, name, atOnce).catch((error: unknown) => report('removing a job of the cluster', error));
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
