import { createHash } from 'node:crypto';
import { kinds } from '../resources/kinds/kinds.ts';
import type { Clock } from '../lifecycle/clock.ts';
import type { Component } from '../lifecycle/component.ts';
import type { KubernetesClient } from '../kubernetes-client/client.ts';
import { type ResourceDefinition, parseDefinition } from './definition.ts';
import { type FailureLog, startInformer } from '../kubernetes-client/informer.ts';
import { createObjectCache } from '../kubernetes-client/object-cache.ts';
import type { KubernetesObject } from '../kubernetes-client/kubernetes-object.ts';

/** The current definitions of mesh kinds in the cluster. */
export interface DefinitionWatcher extends Component {
  /** Sorted by name; undefined until they have been listed. */
  current(): readonly ResourceDefinition[] | undefined;
  /** Calls the listener after the first list and after each change; the returned function ends it. */
  subscribe(listener: () => void): () => void;
}
export interface DefinitionWatcherOptions {
  readonly client: KubernetesClient;
  readonly clock: Clock;
  readonly failures: FailureLog;
  /** Receives all CustomResourceDefinitions that the cluster serves, of every group, whenever one has changed. */
  readonly onDefinitions?: (documents: readonly KubernetesObject[]) => void;
}

interface StoredDefinition {
  readonly definition: ResourceDefinition;
  readonly isMesh: boolean;
  readonly hash: string;
  readonly document?: KubernetesObject;
}

/** Definitions per page: a schema may have a hundred kilobytes. */
const pageSize = 50;
/** Milliseconds in which changes are batched: an installation creates many definitions, each of which changes several times. */
const batchDelay = 100;
const meshGroups = new Set(kinds.filter(({ builtin }) => !builtin).map(({ group }) => group));

interface WatcherState extends DefinitionWatcherOptions {
  readonly listeners: Set<() => void>;
  definitions: readonly ResourceDefinition[] | undefined;
  /** Hashes: of the definitions of mesh kinds, and of all definitions. */
  meshHash: string | undefined;
  hash: string | undefined;
}

/** undefined: the definition is of no interest. */
const storeDefinition = ({ onDefinitions }: DefinitionWatcherOptions, object: KubernetesObject): StoredDefinition | undefined => {
  const definition = parseDefinition(object);
  const { metadata: { name = '' } = {}, spec, status } = object;
  const isMesh = definition !== undefined && meshGroups.has(definition.group);
  if (!definition || (!isMesh && !onDefinitions)) return undefined;
  const document = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name }, spec, status };
  const hash = createHash('sha256').update(JSON.stringify(spec)).digest('base64');
  return { definition, isMesh, hash, ...(onDefinitions ? { document } : {}) };
};

const hashOf = (definitions: readonly StoredDefinition[]): string => definitions.map(({ hash }) => hash).join(' ');

/** Notifies the listeners of what has changed since the last call. */
const publishChanges = (state: WatcherState, objects: ReadonlyMap<string, StoredDefinition>): void => {
  const all = [...objects].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, stored]) => stored);
  const mesh = all.filter(({ isMesh }) => isMesh);
  const [previousMeshHash, previousHash] = [state.meshHash, state.hash];
  [state.meshHash, state.hash] = [hashOf(mesh), hashOf(all)];
  if (previousHash !== state.hash) state.onDefinitions?.(all.map(({ document }) => document!));
  if (previousMeshHash === state.meshHash) return;
  state.definitions = mesh.map(({ definition }) => definition);
  // oxlint-disable-next-line unicorn/no-useless-spread -- a listener may add or remove listeners while the loop runs
  for (const listener of [...state.listeners]) listener();
};

/** Watches the CustomResourceDefinitions of the cluster. */
export const createDefinitionWatcher = (options: DefinitionWatcherOptions): DefinitionWatcher => {
  const { client, clock, failures } = options;
  const state: WatcherState = { ...options, listeners: new Set(), definitions: undefined, meshHash: undefined, hash: undefined };
  let cancel: (() => void) | undefined;
  let stop: (() => void) | undefined;
  const publish = (): void => {
    cancel = undefined;
    publishChanges(state, cache.objects() ?? new Map());
  };
  const onChange = (): void => {
    if (state.definitions === undefined) publish();
    else cancel ??= clock.schedule(batchDelay, publish);
  };
  const cache = createObjectCache((object) => storeDefinition(options, object), onChange);
  return {
    name: 'definitions of the cluster',
    current: () => state.definitions,
    subscribe: (listener) => {
      state.listeners.add(listener);
      return () => {
        state.listeners.delete(listener);
      };
    },
    start: async () => {
      stop = startInformer({ client, clock, pageSize, path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', failures }, cache);
    },
    stop: async () => {
      stop?.();
      cancel?.();
    },
  };
};
