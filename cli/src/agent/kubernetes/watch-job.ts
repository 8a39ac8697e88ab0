import { setTimeout as delay } from 'node:timers/promises';
import { describeFailure, describeWaiting } from './describe-failure.ts';
import { ClusterAway, type ClusterObject, ClusterRefused, type KubernetesClient } from './kubernetes-client.ts';

export const batch = 'apis/batch/v1';
export const core = 'api/v1';

/** Tries again while the API server is away, until `signal` is aborted. */
export const insistOnCluster = async <T>(call: () => Promise<T>, interval: number, signal: AbortSignal): Promise<T> => {
  for (;;)
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ClusterAway) || signal.aborted) throw error;
      await delay(interval, undefined, { signal }).catch(() => undefined);
    }
};

const isTrue = (job: ClusterObject, type: string): boolean =>
  (job['status']?.conditions as readonly ClusterObject[] | undefined)?.some((one) => one['type'] === type && one['status'] === 'True') ??
  false;

export const findPod = async (client: KubernetesClient, name: string): Promise<ClusterObject | undefined> => {
  const { items = [] } = await client.send('GET', core, `pods?labelSelector=${encodeURIComponent(`job-name=${name}`)}`);
  return (items as readonly ClusterObject[])[0];
};

/** What became of a Job. */
export interface ClusterJobOutcome {
  /** Why its process may not have come to its end; undefined: it did. */
  readonly reason?: string;
}

const look = async (client: KubernetesClient, name: string): Promise<ClusterJobOutcome | undefined> => {
  try {
    const job = await client.send('GET', batch, `jobs/${name}`);
    if (isTrue(job, 'Complete')) return {};
    if (!isTrue(job, 'Failed')) return undefined;
    const why = describeFailure(job, await findPod(client, name).catch(() => undefined));
    return { reason: `The pod of this run ended before the run did: ${why}` };
  } catch (error) {
    if (error instanceof ClusterRefused && error.status === 404)
      return { reason: 'The cluster does not know the job of this run any more' };
    if (error instanceof ClusterRefused) return { reason: `The cluster refuses to show the job of this run: ${error.message}` };
    throw error;
  }
};

/** Milliseconds. */
export interface WatchTimes {
  /** Between two looks. */
  readonly interval: number;
  /** That a pod may take to start. */
  readonly start: number;
}
/** Milliseconds in which a cause that keeps a pod from starting may pass, such as a registry of images that is away. */
const startGrace = 60_000;

/** Looks whether the pod of a Job has started: the outcome where it will not. */
type WatchStart = () => Promise<ClusterJobOutcome | undefined>;

const createStartWatch = (client: KubernetesClient, name: string, { start }: WatchTimes): WatchStart => {
  const began = performance.now();
  let [started, failingSince]: [boolean, number | undefined] = [false, undefined];
  return async () => {
    if (started) return undefined;
    const pod = await findPod(client, name).catch((error: unknown) => {
      if (error instanceof ClusterRefused) return undefined;
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
export const watchJob = async (
  client: KubernetesClient,
  name: string,
  times: WatchTimes,
  signal: AbortSignal,
): Promise<ClusterJobOutcome> => {
  const watchStart = createStartWatch(client, name, times);
  for (;;) {
    const outcome = await insistOnCluster(async () => (await look(client, name)) ?? (await watchStart()), times.interval, signal);
    if (outcome) return outcome;
    await delay(times.interval);
  }
};
