import { createHash } from 'node:crypto';
import { syntheticCollection } from '../../mesh/kinds/kinds.ts';
import type { Resource, SourceEvent } from '../../mesh/resource.ts';
import type { Clock } from '../clock.ts';
import type { Processor } from '../processing/processor.ts';
import { serviceEntry } from './service-entry.ts';

const inputs = { services: 'k8s/core/v1/services', endpoints: 'k8s/core/v1/endpoints', pods: 'k8s/core/v1/pods', nodes: 'k8s/core/v1/nodes' } as const;
/** Kinds that discovery reads whatever `--excludedResourceKinds` says. */
export const discoveryKinds = ['Endpoints', 'Node', 'Pod', 'Service'] as const;

export interface DiscoveryParts {
  readonly processor: Pick<Processor, 'resources' | 'isWhole' | 'follow'>;
  readonly clock: Clock;
  readonly domain: string;
  /** Asked anew each time: the mesh file may change it. */
  trustDomain(): string;
  tell(event: SourceEvent): void;
}

/** Milliseconds in which changes are gathered: a rollout changes pods and endpoints one by one. */
const moment = 20;

/** Keeps the synthetic collection as services, endpoints, pods and nodes have it. The answer makes all of it anew. */
export const discovery = ({ processor, clock, domain, trustDomain, tell }: DiscoveryParts): (() => void) => {
  const told = new Map<string, string>();
  let [waiting, synced] = [false, false];
  const around = { domain, pod: (name: string) => processor.resources(inputs.pods).get(name), node: (name: string) => processor.resources(inputs.nodes).get(name) };

  const make = (): void => {
    waiting = false;
    if (!Object.values(inputs).every(processor.isWhole)) return;
    const services = processor.resources(inputs.services), endpoints = processor.resources(inputs.endpoints);
    for (const name of [...told.keys()]) if (!services.has(name)) { told.delete(name); tell({ kind: 'deleted', collection: syntheticCollection, name }); }
    for (const [name, service] of services) {
      const made = serviceEntry(service, endpoints.get(name), { ...around, trustDomain: trustDomain() });
      const version = createHash('sha256').update(JSON.stringify(made)).digest('base64url').slice(0, 22);
      const before = told.get(name);
      if (before === version) continue;
      told.set(name, version);
      const resource: Resource = { collection: syntheticCollection, name, version, ...(service.createdAt === undefined ? {} : { createdAt: service.createdAt }), ...made, origin: service.origin };
      tell({ kind: before === undefined ? 'added' : 'updated', resource });
    }
    if (!synced) tell({ kind: 'full-sync', collection: syntheticCollection });
    synced = true;
  };
  const soon = (): void => {
    if (waiting) return;
    waiting = true;
    clock.after(moment, make);
  };
  processor.follow(Object.values(inputs), soon);
  return soon;
};

