import { ingressCollection, ingressVersions, kinds } from '../resources/kinds/kinds.ts';
import type { Kind } from '../resources/kinds/kind.ts';
import type { SourceEvent } from '../resources/resource.ts';
import type { Clock } from '../lifecycle/clock.ts';
import { discoveryKinds } from '../discovery/service-discovery.ts';
import type { ServerOptions } from '../flags/server-flags.ts';
import type { LogScope } from '../log/scope.ts';
import type { Metrics } from '../monitoring/metric-declarations.ts';
import type { Component } from '../lifecycle/component.ts';
import type { KubernetesClient } from '../kubernetes-client/client.ts';
import type { ResourceDefinition } from './definition.ts';
import type { DefinitionWatcher } from './definition-watcher.ts';
import { type FailureLog, startInformer } from '../kubernetes-client/informer.ts';
import { createKindListener } from './kind-listener.ts';
import { resourcePathOf } from '../kubernetes-client/kubernetes-object.ts';
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
  /** The kind of a collection as the cluster serves it; undefined: it is not served, or not read. */
  served(collection: string): ServedKind | undefined;
  /** Lists all kinds again. */
  reload(): Promise<void>;
  /** Names of the definitions of mesh kinds that the cluster has: `gateways.networking.istio.io`. */
  definitions(): readonly string[];
  /** `status.validationMessages` of the objects that have them, by collection and name. */
  messages(): ReadonlyMap<string, ReadonlyMap<string, unknown>>;
}

/** Milliseconds; the minimum of `--resyncPeriod`. */
const minimumResync = 1000;

interface SourceState extends KubernetesSourceOptions {
  readonly excludedKinds: ReadonlySet<string>;
  /** Milliseconds; 0: never. */
  readonly resyncPeriod: number;
  readonly messages: Map<string, Map<string, unknown>>;
  servedKinds: ReadonlyMap<string, ServedKind>;
  stops: readonly (() => void)[];
  isStarted: boolean;
}

/** Starts the informer of one kind; the returned function stops it. `onMissing`: the cluster does not have this version of it. */
const startKind = (state: SourceState, kind: Kind, served: ServedKind, onMissing?: () => void): (() => void) => {
  const { client, clock, failures, scope, metrics, emit, resyncPeriod } = state;
  const messages = new Map<string, unknown>();
  state.messages.set(kind.collection, messages);
  const onValidationMessages = (name: string, value: unknown): void => {
    if (value === undefined) messages.delete(name);
    else messages.set(name, value);
  };
  const listener = createKindListener({ kind, served, scope, metrics, emit, onValidationMessages });
  const path = resourcePathOf(served);
  return startInformer({ client, clock, path, resyncPeriod, failures, ...(onMissing ? { onMissing } : {}) }, listener);
};

/** Starts the informer of the newest version of Ingress that the cluster has. */
const startIngress = (state: SourceState, kind: Kind, served: ServedKind): (() => void) => {
  let stop = (): void => {};
  const startVersion = (index: number): void => {
    const apiVersion = ingressVersions[index];
    if (apiVersion === undefined) {
      logMissingKinds(state, [kind]);
      state.emit({ kind: 'full-sync', collection: kind.collection });
      return;
    }
    const [group = '', version = ''] = apiVersion.split('/');
    stop = startKind(state, kind, { ...served, group, version, apiVersion }, () => {
      startVersion(index + 1);
    });
  };
  startVersion(0);
  return () => {
    stop();
  };
};

const stopKinds = (state: SourceState): void => {
  for (const stop of state.stops) stop();
  state.stops = [];
};

const logMissingKinds = ({ scope, options }: SourceState, missing: readonly Kind[]): void => {
  const names = missing.map(({ kind, group }) => `${kind}.${group}`).join(', ');
  if (missing.length > 0)
    scope[options.disableResourceReadyCheck ? 'debug' : 'warn'](
      `the cluster does not serve ${names}: their collections are empty until it does`,
    );
};

/** The kinds that the cluster serves, by collection; a missing one is logged. */
const findServedKinds = (state: SourceState, definitions: readonly ResourceDefinition[]) => {
  const { excludedKinds } = state;
  const requested = kinds.filter(({ kind }) => !excludedKinds.has(kind));
  const servedKinds = new Map<string, ServedKind>();
  for (const kind of requested) {
    const served = selectServedKind(kind, definitions);
    if (served) servedKinds.set(kind.collection, served);
  }
  logMissingKinds(
    state,
    requested.filter(({ collection }) => !servedKinds.has(collection)),
  );
  return servedKinds;
};

/** Reads all kinds, reading those again that were read before. Does nothing until the definitions are known. */
const startKinds = (state: SourceState, reason: string): void => {
  const definitions = state.definitions.current();
  if (!definitions) return;
  stopKinds(state);
  if (state.isStarted) {
    state.scope.info(`${reason}: all resources are read again`);
    state.emit({ kind: 'reset' });
  }
  state.isStarted = true;
  state.servedKinds = findServedKinds(state, definitions);
  state.messages.clear();
  const stops: (() => void)[] = [];
  for (const kind of kinds) {
    const served = state.servedKinds.get(kind.collection);
    if (served) stops.push((kind.collection === ingressCollection ? startIngress : startKind)(state, kind, served));
    else state.emit({ kind: 'full-sync', collection: kind.collection });
  }
  state.stops = stops;
};

/**
 * The resources of a cluster: lists and watches each kind that it serves, and reads all again when the definitions of these
 * kinds change.
 */
export const createKubernetesSource = (parts: KubernetesSourceOptions): KubernetesSource => {
  const { definitions, options } = parts;
  const required: readonly string[] = options.enableServiceDiscovery ? discoveryKinds : [];
  const state: SourceState = {
    ...parts,
    excludedKinds: new Set(options.excludedResourceKinds.filter((name) => !required.includes(name))),
    resyncPeriod: options.resyncPeriod > 0 ? Math.max(options.resyncPeriod, minimumResync) : 0,
    messages: new Map(),
    servedKinds: new Map(),
    stops: [],
    isStarted: false,
  };
  const onDefinitions = (): void => {
    startKinds(state, 'the definitions of the cluster have changed');
  };
  let unsubscribe: (() => void) | undefined;
  return {
    name: 'Kubernetes source',
    served: (collection) => state.servedKinds.get(collection),
    messages: () => state.messages,
    definitions: () => (definitions.current() ?? []).map(({ plural, group }) => `${plural}.${group}`),
    reload: async () => {
      startKinds(state, 'a reload was requested');
    },
    start: async () => {
      unsubscribe = definitions.subscribe(onDefinitions);
      onDefinitions();
    },
    stop: async () => {
      unsubscribe?.();
      stopKinds(state);
    },
  };
};
