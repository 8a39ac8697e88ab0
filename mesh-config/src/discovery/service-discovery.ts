import { createHash } from 'node:crypto';
import { syntheticCollection } from '../resources/kinds/kinds.ts';
import type { Resource, SourceEvent } from '../resources/resource.ts';
import type { Clock } from '../lifecycle/clock.ts';
import type { Processor } from '../processing/processor.ts';
import { groupBy } from '../analysis/group-by.ts';
import type { LogScope } from '../log/scope.ts';
import { createServiceEntry, type DiscoveryContext, omittedPortsOf } from './service-entry.ts';

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
  readonly scope: Pick<LogScope, 'warn'>;
  readonly domain: string;
  /** Called for each entry: the mesh file may change it. */
  trustDomain(): string;
  emit(event: SourceEvent): void;
}

/** Milliseconds in which changes are batched: a rollout changes pods and endpoints one by one. */
const batchDelay = 20;

interface DiscoveryState extends DiscoveryOptions {
  /** The version of the emitted service entry, by name. */
  readonly emitted: Map<string, string>;
  /** The ports that a warning was logged about, by service. */
  readonly omitted: Map<string, string>;
  isScheduled: boolean;
  isSynced: boolean;
}

/** Their addresses may belong to other pods by now. */
const hasEnded = ({ status }: Resource): boolean => status?.phase === 'Failed' || status?.phase === 'Succeeded';

const createContext = ({ processor, domain, trustDomain }: DiscoveryState): DiscoveryContext => {
  const pods = processor.resources(inputCollections.pods);
  const nodes = processor.resources(inputCollections.nodes);
  const byAddress = groupBy(
    [...pods.values()].filter((pod) => pod.status?.podIP !== undefined && !hasEnded(pod)),
    ({ status }) => status!.podIP!,
  );
  return {
    domain,
    trustDomain: trustDomain(),
    pod: (name) => {
      const found = pods.get(name);
      return found && !hasEnded(found) ? found : undefined;
    },
    podsAt: (address) => byAddress.get(address) ?? [],
    node: (name) => nodes.get(name),
  };
};

const createResource = ({ processor }: DiscoveryState, service: Resource, around: DiscoveryContext): Resource => {
  const entry = createServiceEntry(service, processor.resources(inputCollections.endpoints).get(service.name), around);
  const version = createHash('sha256').update(JSON.stringify(entry)).digest('base64url').slice(0, 22);
  const { name, createdAt, origin } = service;
  return { collection: syntheticCollection, name, version, ...(createdAt === undefined ? {} : { createdAt }), ...entry, origin };
};

/** Logs once for each content of a Service which of its ports are left out. */
const logOmittedPorts = ({ scope, omitted }: DiscoveryState, service: Resource): void => {
  const ports = omittedPortsOf(service).join(', ');
  if (ports !== '' && omitted.get(service.name) !== ports)
    scope.warn(
      `Service ${service.name}: its ports ${ports} are not served: expected a name of letters, digits and hyphens, and TCP or UDP`,
    );
  if (ports === '') omitted.delete(service.name);
  else omitted.set(service.name, ports);
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
    state.omitted.delete(name);
    emit({ kind: 'deleted', collection: syntheticCollection, name });
  }
  const around = createContext(state);
  for (const [name, service] of services) {
    const resource = createResource(state, service, around);
    const previous = emitted.get(name);
    if (previous === resource.version) continue;
    emitted.set(name, resource.version);
    logOmittedPorts(state, service);
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
  const state: DiscoveryState = { ...options, emitted: new Map(), omitted: new Map(), isScheduled: false, isSynced: false };
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
