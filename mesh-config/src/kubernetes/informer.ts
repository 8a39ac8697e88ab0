import type { Clock } from '../lifecycle/clock.ts';
import type { KubernetesClient } from './client.ts';
import { toKubernetesError } from './kubernetes-error.ts';
import type { FailureLog } from './failure-log.ts';
import { listObjects } from './list-objects.ts';
import type { ObjectListener } from './object-listener.ts';
import { readWatchEvents } from './watch-events.ts';

export interface InformerOptions {
  readonly client: KubernetesClient;
  /** Of a collection: `/api/v1/pods`. */
  readonly path: string;
  /** `metadata.name=x`: that object alone. */
  readonly fieldSelector?: string;
  /** Objects a page of a list; 500 unless said. */
  readonly pageSize?: number;
  readonly clock: Clock;
  /** Milliseconds after which all is listed again, though nothing seems amiss; 0: never. */
  readonly resyncPeriod?: number;
  /** Told when something did not work and will be tried again, and when the cluster has answered. */
  readonly failures: FailureLog;
}

/** Milliseconds. A watch is asked to end by itself, so that one whose server has gone unheard does, too. */
const watchTimeout = 300_000,
  grace = 30_000,
  initialBackoff = 500,
  maxBackoff = 30_000,
  minimumWatchDuration = 5000;
/** Failures in a row after which it is listed again: the server may know nothing of the version we were at. */
const maxFailures = 5;

/** Follows a collection for as long as it lasts: lists it, watches it, and begins again wherever that breaks off. The answer ends it. */
export const startInformer = (
  { client, path, fieldSelector, pageSize: page = 500, clock, resyncPeriod = 0, failures: log }: InformerOptions,
  listener: ObjectListener,
): (() => void) => {
  const ended = new AbortController();
  const { signal } = ended;
  const what = client.describe({ path });
  const selected: Readonly<Record<string, string>> = fieldSelector === undefined ? {} : { fieldSelector };
  let version: string | undefined;
  let [failures, expired] = [0, false];

  const pause = (milliseconds: number): Promise<void> =>
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

  /** Resolves when the server ends it, or another listing is due. */
  const watch = async (): Promise<void> => {
    const quiet = new AbortController();
    let due = false;
    const cancelQuiet = clock.schedule(watchTimeout + grace, () => {
      quiet.abort();
    });
    const cancelDue =
      resyncPeriod > 0
        ? clock.schedule(resyncPeriod, () => {
            due = true;
            quiet.abort();
          })
        : undefined;
    try {
      const query = {
        ...selected,
        watch: 'true',
        allowWatchBookmarks: 'true',
        resourceVersion: version!,
        timeoutSeconds: String(watchTimeout / 1000),
      };
      const answer = await client.stream({ path, query, signal: AbortSignal.any([signal, quiet.signal]) });
      log.logRecovery();
      for await (const { type, object } of readWatchEvents(answer as AsyncIterable<Buffer>, what)) {
        if (signal.aborted) return;
        if (type === 'ADDED' || type === 'MODIFIED') listener.onObject(object);
        else if (type === 'DELETED') listener.onDelete(object);
        version = object.metadata?.resourceVersion ?? version;
        failures = 0;
      }
    } catch (error) {
      if (!quiet.signal.aborted) throw error;
    } finally {
      cancelQuiet();
      cancelDue?.();
    }
    if (due) version = undefined;
  };
  const turn = async (): Promise<void> => {
    if (version === undefined) {
      version = await listObjects({ client, path, query: selected, pageSize: expired ? 0 : page, signal }, listener);
      expired = false;
    }
    const began = clock.now();
    await watch();
    log.reset(path);
    // A server that ends each watch as it begins shall not be asked without a rest.
    failures = clock.now() - began < minimumWatchDuration && version !== undefined ? failures + 1 : 0;
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      let least = 0;
      try {
        await turn();
      } catch (error) {
        if (signal.aborted) return;
        const failure = toKubernetesError(what, error);
        failures += 1;
        least = failure.retryAfter;
        const gone = failure.status === 410;
        if (gone) {
          expired = version === undefined;
          version = undefined;
        } else if (failures >= maxFailures) version = undefined;
        if (!gone || failures > 1) log.logFailure(failure, path);
      }
      if (failures > 0)
        await pause(Math.max(least, Math.min(maxBackoff, initialBackoff * 2 ** (failures - 1)) * (0.75 + Math.random() / 2)));
    }
  };
  void run();
  return () => {
    ended.abort();
  };
};
