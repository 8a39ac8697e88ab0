import { setTimeout as delay } from 'node:timers/promises';
import { KubernetesError } from '@slipway/mesh-config/kubernetes-client';
import { describeFailure, describeWaiting } from './describe-failure.ts';
import { type ClusterObject, findPod, type RunCluster } from './run-cluster.ts';

const isTrue = (job: ClusterObject, type: string): boolean =>
  (job['status']?.conditions as readonly ClusterObject[] | undefined)?.some((one) => one['type'] === type && one['status'] === 'True') ??
  false;

/** What became of a Job. */
export interface ClusterJobOutcome {
  /** Why its process may not have come to its end; undefined: it did. */
  readonly reason?: string;
}

const look = async (cluster: RunCluster, name: string, signal: AbortSignal): Promise<ClusterJobOutcome | undefined> => {
  try {
    const job = await cluster.ask({ kind: 'jobs', name }, signal);
    if (isTrue(job, 'Complete')) return {};
    if (!isTrue(job, 'Failed')) return undefined;
    const why = describeFailure(job, await findPod(cluster, name, signal).catch(() => undefined));
    return { reason: `The pod of this run ended before the run did: ${why}` };
  } catch (error) {
    if (!(error instanceof KubernetesError) || error.isTemporary) throw error;
    if (error.status === 404) return { reason: 'The cluster does not know the job of this run any more' };
    return { reason: `The cluster refuses to show the job of this run: ${error.sentence}` };
  }
};

/** Intervals and limits of the watch, in milliseconds. */
export interface WatchTimes {
  /** Between two requests. */
  readonly interval: number;
  /** How long a pod may take to start. */
  readonly start: number;
}
/** Milliseconds in which a cause that keeps a pod from starting may pass, such as a registry of images that is away. */
const startGrace = 60_000;

/** Looks whether the pod of a Job has started: the outcome where it will not. */
type WatchStart = () => Promise<ClusterJobOutcome | undefined>;

const createStartWatch = (cluster: RunCluster, name: string, { start }: WatchTimes, signal: AbortSignal): WatchStart => {
  const began = performance.now();
  let [started, failingSince]: [boolean, number | undefined] = [false, undefined];
  return async () => {
    if (started) return undefined;
    const pod = await findPod(cluster, name, signal).catch((error: unknown) => {
      if (error instanceof KubernetesError && !error.isTemporary) return undefined;
      throw error;
    });
    const waiting = describeWaiting(pod);
    if (waiting === undefined) {
      started = true;
      return undefined;
    }
    const now = performance.now();
    failingSince = waiting.failing ? (failingSince ?? now) : undefined;
    if (failingSince !== undefined && now - failingSince >= Math.min(startGrace, start))
      return { reason: `The pod of this run did not start: ${waiting.reason}` };
    return now - began >= start ? { reason: `The pod of this run did not start within ${start / 1000} s: ${waiting.reason}` } : undefined;
  };
};

/** Resolves when a Job is over, when its pod will not start, or when the cluster does not know it. */
export const watchJob = async (cluster: RunCluster, name: string, times: WatchTimes, signal: AbortSignal): Promise<ClusterJobOutcome> => {
  const watchStart = createStartWatch(cluster, name, times, signal);
  for (;;) {
    const outcome = (await look(cluster, name, signal)) ?? (await watchStart());
    if (outcome) return outcome;
    await delay(times.interval);
  }
};
