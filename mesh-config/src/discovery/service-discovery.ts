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
/** Kinds that discovery reads whatever `--excludedResourceKinds` says. */
export const discoveryKinds = ['Endpoints', 'Node', 'Pod', 'Service'] as const;

export interface DiscoveryOptions {
  readonly processor: Pick<Processor, 'resources' | 'isSynced' | 'subscribe'>;
  readonly clock: Clock;
  readonly domain: string;
  /** Asked anew each time: the mesh file may change it. */
  trustDomain(): string;
  emit(event: SourceEvent): void;
}

/** Milliseconds in which changes are gathered: a rollout changes pods and endpoints one by one. */
const batchDelay = 20;

/** Keeps the synthetic collection as services, endpoints, pods and nodes have it. The answer makes all of it anew. */
export const createServiceDiscovery = ({ processor, clock, domain, trustDomain, emit: tell }: DiscoveryOptions): (() => void) => {
  const told = new Map<string, string>();
  let [waiting, synced] = [false, false];
  const around = {
    domain,
    pod: (name: string) => processor.resources(inputCollections.pods).get(name),
    node: (name: string) => processor.resources(inputCollections.nodes).get(name),
  };

  const make = (): void => {
    waiting = false;
    if (!Object.values(inputCollections).every(processor.isSynced)) return;
    const services = processor.resources(inputCollections.services),
      endpoints = processor.resources(inputCollections.endpoints);
    for (const name of [...told.keys()])
      if (!services.has(name)) {
        told.delete(name);
        tell({ kind: 'deleted', collection: syntheticCollection, name });
      }
    for (const [name, service] of services) {
      const made = createServiceEntry(service, endpoints.get(name), { ...around, trustDomain: trustDomain() });
      const version = createHash('sha256').update(JSON.stringify(made)).digest('base64url').slice(0, 22);
      const before = told.get(name);
      if (before === version) continue;
      told.set(name, version);
      const resource: Resource = {
        collection: syntheticCollection,
        name,
        version,
        ...(service.createdAt === undefined ? {} : { createdAt: service.createdAt }),
        ...made,
        origin: service.origin,
      };
      tell({ kind: before === undefined ? 'added' : 'updated', resource });
    }
    if (!synced) tell({ kind: 'full-sync', collection: syntheticCollection });
    synced = true;
  };
  const soon = (): void => {
    if (waiting) return;
    waiting = true;
    clock.schedule(batchDelay, make);
  };
  processor.subscribe(Object.values(inputCollections), soon);
  return soon;
};
