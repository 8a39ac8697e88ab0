import { request } from 'node:https';
import type { Clock } from '../../lifecycle/clock.ts';
import type { HealthCheck } from '../../probes/file-probe.ts';
import { readyPath } from './review-handler.ts';

export interface Readiness {
  readonly check: HealthCheck;
  start(): void;
  stop(): void;
}

/** Milliseconds between two checks, and the time limit of one. */
const checkInterval = 1000,
  requestTimeout = 5000;

/**
 * The status with which the local server answers. Rejects with the error code of the system. The certificate is not verified:
 * its name is that of the service, not localhost.
 */
const fetchStatus = (port: number): Promise<number> =>
  new Promise((done, fail) => {
    const asking = request(
      { host: 'localhost', port, path: readyPath, rejectUnauthorized: false, agent: false, timeout: requestTimeout },
      (response) => {
        response.resume();
        done(response.statusCode ?? 0);
      },
    );
    asking.once('timeout', () => {
      asking.destroy(Object.assign(new Error('no answer'), { code: `no answer within ${requestTimeout / 1000} s` }));
    });
    asking.once('error', (error: NodeJS.ErrnoException) => {
      fail(new Error(error.code ?? error.message));
    });
    asking.end();
  });

/** Ready once `GET https://localhost:PORT/httpsReady` is answered with 200; checked every second. */
export const createReadinessCheck = (port: () => number, clock: Clock): Readiness => {
  let wrong: string | undefined = 'it has not answered yet';
  let stopped = false;
  let cancel: (() => void) | undefined;
  const look = async (): Promise<void> => {
    const address = `GET https://localhost:${port()}${readyPath}`;
    const found = await fetchStatus(port()).then(
      (status) => (status === 200 ? undefined : `${address}: status ${status}`),
      (error: Error) => `${address}: ${error.message}`,
    );
    // A response after the end is ignored.
    if (stopped) return;
    wrong = found;
    cancel = clock.schedule(checkInterval, () => {
      void look();
    });
  };
  return {
    check: { name: 'validation server', failure: () => wrong, isStopped: () => stopped },
    start: () => {
      void look();
    },
    stop: () => {
      stopped = true;
      wrong = 'it is stopped';
      cancel?.();
    },
  };
};
