import type { LogScope } from '../log/scope.ts';
import type { Metrics } from '../monitoring/metric-declarations.ts';
import type { KubernetesError } from './kubernetes-error.ts';

/** Tells each trouble once, until it is over: two dozen lists fail together when a cluster is away, and each is tried for ever. */
export interface FailureLog {
  /** `path`: of the collection that is not had. */
  logFailure(failure: KubernetesError, path: string): void;
  /** The cluster has answered. */
  logRecovery(): void;
  /** A watch of this collection has ended as it should: what goes wrong from now on is a new trouble. */
  reset(path: string): void;
}

export const createFailureLog = (scope: LogScope, metrics?: Pick<Metrics, 'add'>): FailureLog => {
  /** By path, what was told of it: status and reason. */
  const told = new Map<string, Set<string>>();
  let away = false;
  return {
    logFailure: ({ message, reason, status }, path) => {
      metrics?.add('cfgmgr_source_kube_event_error_total', { error: reason });
      if (status === 0) {
        if (away) scope.debug(message);
        else scope.error(`the cluster cannot be reached; its previous resources stay in use: ${message}`);
        away = true;
        return;
      }
      const [before, one] = [told.get(path) ?? new Set<string>(), `${status} ${reason}`];
      if (before.has(one)) {
        scope.debug(message);
        return;
      }
      told.set(path, before.add(one));
      scope.error(status === 403 ? `${message} (allow the account of this pod to list and watch it)` : message);
    },
    logRecovery: () => {
      if (away) scope.info('the cluster can be reached again');
      away = false;
    },
    reset: (path) => {
      told.delete(path);
    },
  };
};
