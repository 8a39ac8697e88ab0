import type { SourceEvent } from '../../mesh/resource.ts';
import type { Clock } from '../clock.ts';
import type { ServerOptions } from '../flags/server-flags.ts';
import type { Log } from '../log/scope.ts';
import type { Metrics } from '../monitoring/declared.ts';
import type { Component } from '../server/component.ts';
import { webhookController } from '../webhook-configuration/controller.ts';
import { triedKind } from '../webhook-configuration/proof.ts';
import { kubernetesClient } from './client.ts';
import { connection, isConfigured } from './connection.ts';
import { definitions } from './definitions.ts';
import { failureLog } from './failure-log.ts';
import { type KubernetesSource, kubernetesSource } from './kubernetes-source.ts';
import type { KubernetesObject } from './object.ts';
import { servedOf } from './served.ts';
import { type StatusWriter, statusWriter } from './status-writer.ts';

export interface ClusterParts {
  readonly options: ServerOptions;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'add'>;
  readonly clock: Clock;
  /** Told all CustomResourceDefinitions that the cluster serves, whenever one has changed. */
  readonly everything?: (documents: readonly KubernetesObject[]) => void;
}
/** A cluster that this server knows, and its parts that speak to it. */
export interface Cluster {
  /** Follows the definitions; started before the source. */
  readonly definitions: Component;
  source(tell: (event: SourceEvent) => void): KubernetesSource;
  /** For `--enableAnalysis`. */
  statuses(source: KubernetesSource): StatusWriter;
  /** For `--enable-reconcileWebhookConfiguration`. */
  webhookController(): Component;
}

/** The cluster that these options need, or may use; undefined: they can do without, and none is told of. Throws when there must be one. */
export const clusterOf = async ({ options, log, metrics, clock, everything }: ClusterParts): Promise<Cluster | undefined> => {
  const validates = options['enable-validation'];
  const needed = (options['enable-server'] && options.configPath === '') || (validates && options['enable-reconcileWebhookConfiguration']);
  const which = { kubeconfig: options.kubeconfig, environment: process.env };
  if (!needed && !(validates && isConfigured(which))) return undefined;
  const client = kubernetesClient(await connection(which));
  const failures = failureLog(log('source'), metrics);
  const known = definitions({ client, clock, failures, ...(everything ? { everything } : {}) });
  return {
    definitions: known,
    source: (tell) => kubernetesSource({ client, definitions: known, failures, options, clock, scope: log('source'), metrics, tell }),
    statuses: (source) => statusWriter({ client, source, clock, scope: log('analysis') }),
    webhookController: () => webhookController({
      client, options, clock, scope: log('validationController'), metrics, failures: failureLog(log('validationController')),
      // Until the definitions are known, the version that most clusters have is as good.
      tried: () => { const all = known.current(); return all ? servedOf(triedKind, all) : servedOf({ ...triedKind, builtin: true }, []); },
    }),
  };
};
