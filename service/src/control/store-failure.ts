import { setTimeout as wait } from 'node:timers/promises';
import type { Store } from '../store/store.ts';

/** A store that has not answered within this time (milliseconds) counts as unavailable, for clients that poll every few seconds. */
const storeTimeout = 2000;

/** Why the store does not answer; undefined: it does. */
export const findStoreFailure = async (store: Store): Promise<string | undefined> => {
  const timeout = new AbortController();
  const failure = store.probe().then(
    () => undefined,
    (error: Error) => error.message,
  );
  const problem = await Promise.race([
    failure,
    wait(storeTimeout, `it did not answer within ${storeTimeout / 1000} seconds`, { signal: timeout.signal, ref: false }).catch(
      () => undefined,
    ),
  ]);
  timeout.abort();
  return problem;
};
