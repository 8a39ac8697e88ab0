import type { SourceEvent } from '../resources/resource.ts';
import type { Clock } from '../lifecycle/clock.ts';
import type { ServerOptions } from '../flags/server-flags.ts';
import type { Log } from '../log/scope.ts';
import type { Metrics } from '../monitoring/metric-declarations.ts';
import type { Component } from '../lifecycle/component.ts';
import { createWebhookController } from '../webhook-configuration/webhook-controller.ts';
import { probeKind } from '../webhook-configuration/probe-webhook.ts';
import { createKubernetesClient } from '../kubernetes-client/client.ts';
import { isClusterConfigured } from '../kubernetes-client/cluster-context.ts';
import { openConnection } from '../kubernetes-client/connection.ts';
import { version } from '../version.ts';
import { createDefinitionWatcher } from '../kubernetes/definition-watcher.ts';
import { createFailureLog } from '../kubernetes/failure-log.ts';
import { type KubernetesSource, createKubernetesSource } from '../kubernetes/kubernetes-source.ts';
import type { KubernetesObject } from '../kubernetes-client/kubernetes-object.ts';
import { selectServedKind } from '../kubernetes/served-kind.ts';
import { type StatusWriter, createStatusWriter } from '../kubernetes/status-writer.ts';

export interface ClusterOptions {
  readonly options: ServerOptions;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'add'>;
  readonly clock: Clock;
  /** Called with all CustomResourceDefinitions that the cluster serves, whenever one has changed. */
  readonly onDefinitions?: (documents: readonly KubernetesObject[]) => void;
}
/** A known cluster, and the components that connect to it. */
export interface Cluster {
  /** Follows the definitions; started before the source. */
  readonly definitions: Component;
  createSource(tell: (event: SourceEvent) => void): KubernetesSource;
  /** For `--enableAnalysis`. */
  createStatusWriter(source: KubernetesSource): StatusWriter;
  /** For `--enable-reconcileWebhookConfiguration`. */
  createWebhookController(): Component;
}

/** The cluster that these options require or may use; undefined: none is required and none is configured. Throws when one is required. */
export const connectCluster = async ({
  options,
  log,
  metrics,
  clock,
  onDefinitions: everything,
}: ClusterOptions): Promise<Cluster | undefined> => {
  const validates = options['enable-validation'];
  const needed = (options['enable-server'] && options.configPath === '') || (validates && options['enable-reconcileWebhookConfiguration']);
  const which = { kubeconfig: options.kubeconfig, environment: process.env };
  if (!needed && !(validates && isClusterConfigured(which))) return undefined;
  const client = createKubernetesClient(await openConnection(which), { userAgent: `mesh-config/${version}` });
  const failures = createFailureLog(log('source'), metrics);
  const known = createDefinitionWatcher({ client, clock, failures, ...(everything ? { onDefinitions: everything } : {}) });
  return {
    definitions: known,
    createSource: (tell) =>
      createKubernetesSource({ client, definitions: known, failures, options, clock, scope: log('source'), metrics, emit: tell }),
    createStatusWriter: (source) => createStatusWriter({ client, source, clock, scope: log('analysis') }),
    createWebhookController: () =>
      createWebhookController({
        client,
        options,
        clock,
        scope: log('validationController'),
        metrics,
        failures: createFailureLog(log('validationController')),
        // Until the definitions are known, the version that most clusters have is as good.
        findProbeKind: () => {
          const all = known.current();
          return all ? selectServedKind(probeKind, all) : selectServedKind({ ...probeKind, builtin: true }, []);
        },
      }),
  };
};
