import type { Scope } from '../log/scope.ts';
import type { Metrics } from '../monitoring/declared.ts';
import type { KubernetesFailure } from './failure.ts';

/** Tells each trouble once, until something works again: two dozen lists fail together when a cluster is away. */
export interface FailureLog {
  failed(failure: KubernetesFailure): void;
  worked(): void;
}

export const failureLog = (scope: Scope, metrics?: Pick<Metrics, 'add'>): FailureLog => {
  const told = new Set<string>();
  let away = false;
  return {
    failed: (failure) => {
      const { message, reason, status } = failure;
      metrics?.add('cfgmgr_source_kube_event_error_total', { error: reason });
      if (status === 0 && away) { scope.debug(message); return; }
      if (status === 0) {
        away = true;
        scope.error(`the cluster is not reached; what it said before holds until it is: ${message}`);
      } else if (told.has(message)) scope.debug(message);
      else {
        told.add(message);
        scope.error(status === 403 ? `${message} (allow the account of this pod to list and watch it)` : message);
      }
    },
    worked: () => {
      if (away) scope.info('the cluster is reached again');
      away = false;
    },
  };
};
