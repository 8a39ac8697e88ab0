import type { Clock } from '../lifecycle/clock.ts';
import type { KubernetesClient } from './client.ts';
import { type KubernetesError, toKubernetesError } from './kubernetes-error.ts';
import { listObjects } from './list-objects.ts';
import type { ObjectListener } from './object-listener.ts';
import { readWatchEvents } from './watch-events.ts';

/** Told of failures, which are retried, and of recoveries. */
export interface FailureLog {
  /** `path`: of the collection that failed. */
  logFailure(failure: KubernetesError, path: string): void;
  /** The cluster has answered. */
  logRecovery(): void;
  /** A watch of this collection has ended in order: later failures are logged again. */
  reset(path: string): void;
}
export interface InformerOptions {
  readonly client: KubernetesClient;
  /** The path of a collection: `/api/v1/pods`. */
  readonly path: string;
  /** `metadata.name=x`: only that object. */
  readonly fieldSelector?: string;
  /** Objects per page of a list. Default 500. */
  readonly pageSize?: number;
  readonly clock: Clock;
  /** Milliseconds after which the collection is listed again in any case; 0: never. */
  readonly resyncPeriod?: number;
  readonly failures: FailureLog;
  /** Called, instead of a retry, when the server does not have the collection (404); the informer ends. */
  readonly onMissing?: () => void;
}

/** Milliseconds. A watch is limited in time, so that one whose server is no longer reachable ends as well. */
const watchTimeout = 300_000,
  grace = 30_000,
  retryDelay = 1000,
  minimumWatchDuration = 1000;
/** Milliseconds between two bookmarks of an API server; a watch that is silent for twice as long may have lost its server. */
const bookmarkInterval = 60_000,
  maxSilence = 2 * bookmarkInterval;
/** Number of consecutive failures after which the collection is listed again, because the server may no longer have our resourceVersion. */
const maxFailures = 5;

interface Informer extends InformerOptions {
  readonly listener: ObjectListener;
  readonly signal: AbortSignal;
  /** The request, as messages name it. */
  readonly description: string;
  readonly query: Readonly<Record<string, string>>;
  /** resourceVersion to watch from; undefined: list first. */
  version: string | undefined;
  /** Number of consecutive failures. */
  failureCount: number;
  /** When the last list was begun, in the time of the clock; undefined: never. */
  listedAt: number | undefined;
  /** When the last event came, or the watch was opened. */
  heardAt: number;
  /** The list itself expired while it was read in pages: the next one is read in one page. */
  isListExpired: boolean;
}

const wait = ({ clock, signal }: Informer, milliseconds: number): Promise<void> =>
  new Promise((done) => {
    const cancel = clock.schedule(milliseconds, () => {
      signal.removeEventListener('abort', stop);
      done();
    });
    const stop = (): void => {
      cancel();
      done();
    };
    signal.addEventListener('abort', stop, { once: true });
  });

const readEvents = async (informer: Informer, signal: AbortSignal): Promise<void> => {
  const { client, path, listener, failures, description } = informer;
  const query = {
    ...informer.query,
    watch: 'true',
    allowWatchBookmarks: 'true',
    resourceVersion: informer.version!,
    timeoutSeconds: String(watchTimeout / 1000),
  };
  const response = await client.stream({ path, query, signal: AbortSignal.any([informer.signal, signal]) });
  failures.logRecovery();
  informer.heardAt = informer.clock.now();
  for await (const { type, object } of readWatchEvents(response as AsyncIterable<Buffer>, description)) {
    if (informer.signal.aborted) return;
    informer.heardAt = informer.clock.now();
    if (type === 'ADDED' || type === 'MODIFIED') listener.onObject(object);
    else if (type === 'DELETED') listener.onDelete(object);
    informer.version = object.metadata?.resourceVersion ?? informer.version;
    informer.failureCount = 0;
  }
};

/** Calls back after `maxSilence` without an event; call the returned function to stop. */
const watchForSilence = (informer: Informer, onSilence: () => void): (() => void) => {
  const { clock } = informer;
  let cancel = (): void => {};
  const check = (): void => {
    const remaining = informer.heardAt + maxSilence - clock.now();
    if (remaining <= 0) onSilence();
    else cancel = clock.schedule(remaining, check);
  };
  cancel = clock.schedule(maxSilence, check);
  return () => {
    cancel();
  };
};

/**
 * Resolves when the server ends the watch, a resync is due, or after a long silence: reopening the watch at its last version loses nothing,
 * and shows whether the server is still reachable.
 */
const watchCollection = async (informer: Informer): Promise<void> => {
  const { clock, resyncPeriod = 0 } = informer;
  const timeout = new AbortController();
  let isResyncDue = false;
  informer.heardAt = clock.now();
  const cancelSilence = watchForSilence(informer, () => {
    timeout.abort();
  });
  const cancelTimeout = clock.schedule(watchTimeout + grace, () => {
    timeout.abort();
  });
  const cancelResync =
    resyncPeriod > 0
      ? clock.schedule(resyncPeriod, () => {
          isResyncDue = true;
          timeout.abort();
        })
      : undefined;
  try {
    await readEvents(informer, timeout.signal);
  } catch (error) {
    if (!timeout.signal.aborted) throw error;
  } finally {
    cancelSilence();
    cancelTimeout();
    cancelResync?.();
  }
  if (isResyncDue) informer.version = undefined;
};

const listAndWatch = async (informer: Informer): Promise<void> => {
  const { client, path, query, pageSize = 500, signal, clock, failures, listener } = informer;
  if (informer.version === undefined) {
    informer.listedAt = clock.now();
    informer.version = await listObjects({ client, path, query, pageSize: informer.isListExpired ? 0 : pageSize, signal }, listener);
    informer.isListExpired = false;
  }
  const startedAt = clock.now();
  await watchCollection(informer);
  failures.reset(path);
  // A server that ends each watch at once counts as failing, so that it is not asked without a pause.
  informer.failureCount = clock.now() - startedAt < minimumWatchDuration && informer.version !== undefined ? informer.failureCount + 1 : 0;
};

/**
 * A version that is too old is not a failure: the collection is listed at once, regardless of earlier failures, unless that has just
 * happened.
 */
const recordExpiry = (informer: Informer): void => {
  const { clock, listedAt = -Infinity } = informer;
  informer.isListExpired = informer.version === undefined;
  informer.version = undefined;
  informer.failureCount = clock.now() - listedAt < retryDelay ? informer.failureCount + 1 : 0;
};

/** Decides where to continue after a failure. */
const recordFailure = (informer: Informer, failure: KubernetesError): void => {
  const isExpired = failure.status === 410;
  if (isExpired) recordExpiry(informer);
  else {
    informer.failureCount += 1;
    if (informer.failureCount >= maxFailures) informer.version = undefined;
  }
  if (!isExpired || informer.failureCount > 1) informer.failures.logFailure(failure, informer.path);
};

const run = async (informer: Informer): Promise<void> => {
  while (!informer.signal.aborted) {
    let retryAfter = 0;
    try {
      await listAndWatch(informer);
    } catch (error) {
      if (informer.signal.aborted) return;
      const failure = toKubernetesError(informer.description, error);
      if (failure.status === 404 && informer.version === undefined && informer.onMissing) {
        informer.onMissing();
        return;
      }
      retryAfter = failure.retryAfter;
      recordFailure(informer, failure);
    }
    if (informer.failureCount === 0) continue;
    // The delay is constant: after an outage of any length, changes arrive within seconds. Informers are spread over the second.
    await wait(informer, Math.max(retryAfter, retryDelay * (0.75 + Math.random() / 2)));
  }
};

/**
 * Keeps a listener informed of a collection: lists it, watches it, and starts again after every failure. The returned function
 * stops it.
 */
export const startInformer = (options: InformerOptions, listener: ObjectListener): (() => void) => {
  const stopped = new AbortController();
  const { client, path, fieldSelector } = options;
  void run({
    ...options,
    listener,
    signal: stopped.signal,
    description: client.describe({ path }),
    query: fieldSelector === undefined ? {} : { fieldSelector },
    version: undefined,
    failureCount: 0,
    listedAt: undefined,
    heardAt: 0,
    isListExpired: false,
  });
  return () => {
    stopped.abort();
  };
};
