import { kinds } from '../resources/kinds/kinds.ts';
import type { Kind } from '../resources/kinds/kind.ts';
import type { SourceEvent } from '../resources/resource.ts';
import type { Clock } from '../lifecycle/clock.ts';
import { discoveryKinds } from '../discovery/service-discovery.ts';
import type { ServerOptions } from '../flags/server-flags.ts';
import type { LogScope } from '../log/scope.ts';
import type { Metrics } from '../monitoring/metric-declarations.ts';
import type { Component } from '../lifecycle/component.ts';
import type { KubernetesClient } from './client.ts';
import type { DefinitionWatcher } from './definition-watcher.ts';
import type { FailureLog } from './failure-log.ts';
import { startInformer } from './informer.ts';
import { createKindListener } from './kind-listener.ts';
import { resourcePathOf } from './kubernetes-object.ts';
import { type ServedKind, selectServedKind } from './served-kind.ts';

export interface KubernetesSourceOptions {
  readonly client: KubernetesClient;
  readonly definitions: DefinitionWatcher;
  readonly failures: FailureLog;
  readonly options: Pick<ServerOptions, 'disableResourceReadyCheck' | 'enableServiceDiscovery' | 'excludedResourceKinds' | 'resyncPeriod'>;
  readonly clock: Clock;
  readonly scope: LogScope;
  readonly metrics: Pick<Metrics, 'add'>;
  emit(event: SourceEvent): void;
}
export interface KubernetesSource extends Component {
  /** Where the cluster has the objects of a collection; undefined: nowhere, or they are not read. */
  served(collection: string): ServedKind | undefined;
  /** Lists all of it again. */
  reload(): Promise<void>;
  /** By collection and name, `status.validationMessages` of the objects that have them. */
  messages(): ReadonlyMap<string, ReadonlyMap<string, unknown>>;
}

/** Milliseconds; a shorter `--resyncPeriod` is as good as this. */
const minimumResync = 1000;

/** Resources of a cluster: a list and a watch of each kind that it has, and all of it anew when the definitions of these kinds change. */
export const createKubernetesSource = ({
  client,
  definitions,
  failures,
  options,
  clock,
  scope,
  metrics,
  emit: tell,
}: KubernetesSourceOptions): KubernetesSource => {
  const needed: readonly string[] = options.enableServiceDiscovery ? discoveryKinds : [];
  const excluded = new Set(options.excludedResourceKinds.filter((name) => !needed.includes(name)));
  const resyncPeriod = options.resyncPeriod > 0 ? Math.max(options.resyncPeriod, minimumResync) : 0;
  const messages = new Map<string, Map<string, unknown>>();
  let served = new Map<string, ServedKind>();
  let ends: (() => void)[] = [];
  let [begun, unfollow]: [boolean, (() => void) | undefined] = [false, undefined];

  const startKind = (kind: Kind, at: ServedKind): void => {
    const said = new Map<string, unknown>();
    messages.set(kind.collection, said);
    const listener = createKindListener({
      kind,
      served: at,
      scope,
      metrics,
      emit: tell,
      onValidationMessages: (name, value) => {
        if (value === undefined) said.delete(name);
        else said.set(name, value);
      },
    });
    ends.push(startInformer({ client, clock, path: resourcePathOf(at), resyncPeriod, failures }, listener));
  };
  const end = (): void => {
    for (const one of ends) one();
    ends = [];
  };
  const begin = (why = 'the definitions of the cluster have changed'): void => {
    const known = definitions.current();
    if (!known) return;
    end();
    if (begun) {
      scope.info(`${why}: all resources are read anew`);
      tell({ kind: 'reset' });
    }
    begun = true;
    const wanted = kinds.filter(({ kind }) => !excluded.has(kind));
    served = new Map(
      wanted.flatMap((kind) => {
        const at = selectServedKind(kind, known);
        return at ? [[kind.collection, at] as const] : [];
      }),
    );
    const missing = wanted.filter(({ collection }) => !served.has(collection)).map(({ kind, group }) => `${kind}.${group}`);
    if (missing.length > 0)
      scope[options.disableResourceReadyCheck ? 'debug' : 'warn'](
        `the cluster has no ${missing.join(', ')}: their collections stay empty until it has`,
      );
    messages.clear();
    for (const kind of kinds) {
      const at = served.get(kind.collection);
      if (at) startKind(kind, at);
      else tell({ kind: 'full-sync', collection: kind.collection });
    }
  };
  return {
    name: 'Kubernetes source',
    served: (collection) => served.get(collection),
    messages: () => messages,
    reload: async () => {
      begin('it was asked for');
    },
    start: async () => {
      unfollow = definitions.subscribe(() => {
        begin();
      });
      begin();
    },
    stop: async () => {
      unfollow?.();
      end();
    },
  };
};
