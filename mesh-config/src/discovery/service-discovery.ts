import { createHash } from 'node:crypto';
import { syntheticCollection } from '../resources/kinds/kinds.ts';
import type { Resource, SourceEvent } from '../resources/resource.ts';
import type { Clock } from '../lifecycle/clock.ts';
import type { Processor } from '../processing/processor.ts';
import { createServiceEntry } from './service-entry.ts';

const inputCollections = {
  services: 'k8s/core/v1/services',
  endpoints: 'k8s/core/v1/endpoints',
  pods: 'k8s/core/v1/pods',
  nodes: 'k8s/core/v1/nodes',
} as const;
/** Kinds that discovery reads in spite of `--excludedResourceKinds`. */
export const discoveryKinds = ['Endpoints', 'Node', 'Pod', 'Service'] as const;

export interface DiscoveryOptions {
  readonly processor: Pick<Processor, 'resources' | 'isSynced' | 'subscribe'>;
  readonly clock: Clock;
  readonly domain: string;
  /** Called for each entry: the mesh file may change it. */
  trustDomain(): string;
  emit(event: SourceEvent): void;
}

/** Milliseconds in which changes are batched: a rollout changes pods and endpoints one by one. */
const batchDelay = 20;

interface DiscoveryState extends DiscoveryOptions {
  /** By name, the version of the service entry that was emitted. */
  readonly emitted: Map<string, string>;
  isScheduled: boolean;
  isSynced: boolean;
}

const createResource = (state: DiscoveryState, service: Resource): Resource => {
  const { processor, domain } = state;
  const entry = createServiceEntry(service, processor.resources(inputCollections.endpoints).get(service.name), {
    domain,
    trustDomain: state.trustDomain(),
    pod: (name) => processor.resources(inputCollections.pods).get(name),
    node: (name) => processor.resources(inputCollections.nodes).get(name),
  });
  const version = createHash('sha256').update(JSON.stringify(entry)).digest('base64url').slice(0, 22);
  const { name, createdAt, origin } = service;
  return { collection: syntheticCollection, name, version, ...(createdAt === undefined ? {} : { createdAt }), ...entry, origin };
};

/** Emits the differences between the service entries now and those emitted before. */
const emitChanges = (state: DiscoveryState): void => {
  const { processor, emitted, emit } = state;
  state.isScheduled = false;
  if (!Object.values(inputCollections).every(processor.isSynced)) return;
  const services = processor.resources(inputCollections.services);
  for (const name of emitted.keys()) {
    if (services.has(name)) continue;
    emitted.delete(name);
    emit({ kind: 'deleted', collection: syntheticCollection, name });
  }
  for (const [name, service] of services) {
    const resource = createResource(state, service);
    const previous = emitted.get(name);
    if (previous === resource.version) continue;
    emitted.set(name, resource.version);
    emit({ kind: previous === undefined ? 'added' : 'updated', resource });
  }
  if (!state.isSynced) emit({ kind: 'full-sync', collection: syntheticCollection });
  state.isSynced = true;
};

/**
 * Keeps the synthetic collection up to date with services, endpoints, pods and nodes. The returned function requests an update
 * of all entries.
 */
export const createServiceDiscovery = (options: DiscoveryOptions): (() => void) => {
  const state: DiscoveryState = { ...options, emitted: new Map(), isScheduled: false, isSynced: false };
  const requestUpdate = (): void => {
    if (state.isScheduled) return;
    state.isScheduled = true;
    options.clock.schedule(batchDelay, () => {
      emitChanges(state);
    });
  };
  options.processor.subscribe(Object.values(inputCollections), requestUpdate);
  return requestUpdate;
};
