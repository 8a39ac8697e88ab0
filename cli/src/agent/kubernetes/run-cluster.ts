import { setTimeout as delay } from 'node:timers/promises';
import { type KubernetesClient, KubernetesError, resourcePathOf } from '@slipway/mesh-config/kubernetes-client';

/** A JSON object of the cluster. */
export interface ClusterObject {
  readonly [member: string]: any;
}

const kinds = {
  jobs: { group: 'batch', version: 'v1', plural: 'jobs' },
  pods: { group: '', version: 'v1', plural: 'pods' },
  secrets: { group: '', version: 'v1', plural: 'secrets' },
};
export interface ClusterRequest {
  readonly method?: 'DELETE' | 'GET' | 'POST';
  readonly kind: keyof typeof kinds;
  /** The name of the object; undefined: all objects of the kind. */
  readonly name?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: ClusterObject;
}
/** The namespace in which an agent has its Jobs. */
export interface RunCluster {
  /**
   * Asks again while the API server is away or busy, until `signal` is aborted. Throws a KubernetesError for what it refuses, and for
   * what was on the way when `signal` was aborted.
   */
  ask(request: ClusterRequest, signal: AbortSignal): Promise<ClusterObject>;
  /** What a pod writes, from its beginning, while it comes. Asks once. */
  followPodLog(pod: string, signal: AbortSignal): Promise<AsyncIterable<string>>;
}
export interface RunClusterOptions {
  readonly client: KubernetesClient;
  readonly namespace: string;
  /** Milliseconds until the API server is asked again. */
  readonly interval: number;
  say(line: string): void;
}

/** Says once that a cluster does not answer, and once that it does again. */
const createOutageLog = (say: (line: string) => void) => {
  let isAway = false;
  return {
    onFailure: ({ message }: KubernetesError): void => {
      if (!isAway) say(`the cluster is away or busy, and is asked again: ${message}`);
      isAway = true;
    },
    onAnswer: (): void => {
      if (isAway) say('the cluster answers again');
      isAway = false;
    },
  };
};

export const createRunCluster = ({ client, namespace, interval, say }: RunClusterOptions): RunCluster => {
  const outage = createOutageLog(say);
  const pathOf = ({ kind, name }: ClusterRequest): string =>
    `${resourcePathOf(kinds[kind], namespace)}${name === undefined ? '' : `/${name}`}`;
  const askOnce = async (request: ClusterRequest): Promise<ClusterObject> => {
    const { method = 'GET', query = {}, body } = request;
    return (await client.request({ method, path: pathOf(request), query, body })) as ClusterObject;
  };
  return {
    ask: async (request, signal) => {
      let wasUnauthorized = false;
      for (;;)
        try {
          const object = await askOnce(request);
          outage.onAnswer();
          return object;
        } catch (error) {
          if (!(error instanceof KubernetesError)) throw error;
          // Credentials that were replaced: the client reads them again after it was refused.
          const isUnauthorized: boolean = error.status === 401 && !wasUnauthorized;
          if (!error.isTemporary) outage.onAnswer();
          if (signal.aborted || !(error.isTemporary || isUnauthorized)) throw error;
          wasUnauthorized ||= isUnauthorized;
          if (error.isTemporary) outage.onFailure(error);
          await delay(Math.max(interval, error.retryAfter), undefined, { signal }).catch(() => undefined);
        }
    },
    followPodLog: async (pod, signal) => {
      const path = `${pathOf({ kind: 'pods', name: pod })}/log`;
      const response = await client.stream({ path, query: { follow: 'true' }, signal, startsLate: true });
      return response.setEncoding('utf8') as AsyncIterable<string>;
    },
  };
};

/** The pod of a Job; undefined: there is none. */
export const findPod = async (cluster: RunCluster, job: string, signal: AbortSignal): Promise<ClusterObject | undefined> => {
  const { items } = await cluster.ask({ kind: 'pods', query: { labelSelector: `job-name=${job}` } }, signal);
  return ((items ?? []) as readonly ClusterObject[])[0];
};
