import type { LogScope } from '../log/scope.ts';
import type { Metrics } from '../monitoring/metric-declarations.ts';
import type { FailureLog } from '../kubernetes-client/informer.ts';

/** Logs each failure once while it lasts: two dozen lists fail together when a cluster is away, and each is retried. */
export const createFailureLog = (scope: LogScope, metrics?: Pick<Metrics, 'add'>): FailureLog => {
  /** Logged failures by path: status and reason. */
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
