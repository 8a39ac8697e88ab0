import type { Clock } from '../lifecycle/clock.ts';
import type { LogScope } from '../log/scope.ts';
import { ingressCollection } from '../resources/kinds/kinds.ts';
import type { Resource, SourceEvent } from '../resources/resource.ts';
import {
  gatewayCollection,
  type GeneratedResources,
  generatedNamespace,
  generatedSuffix,
  generateResources,
  type IngressSettings,
  virtualServiceCollection,
} from './generate-resources.ts';

export interface IngressConversionOptions {
  /** Called at each update: the mesh file may change them. */
  settings(): IngressSettings;
  readonly clock: Clock;
  readonly scope: Pick<LogScope, 'error' | 'info' | 'warn'>;
  emit(event: SourceEvent): void;
}
export interface IngressConversion {
  /** Receives the events of a source. */
  receive(event: SourceEvent): void;
  /** The settings may have changed. */
  update(): void;
}

/** Milliseconds in which changes are batched: an installation creates many Ingresses. */
const batchDelay = 20;
const targets: readonly string[] = [gatewayCollection, virtualServiceCollection];

interface ConversionState extends IngressConversionOptions {
  readonly ingresses: Map<string, Resource>;
  /** Resources of the source, by collection and name, whose names collide with generated ones. */
  readonly written: Map<string, Resource>;
  /** Generated resources, by collection and name. */
  generated: Map<string, Resource>;
  /** Collections whose full-sync waits for the Ingresses. */
  readonly waiting: Set<string>;
  /** Messages of the last update, which are logged once. */
  messages: ReadonlySet<string>;
  isSynced: boolean;
  cancel: (() => void) | undefined;
}

const keyOf = ({ collection, name }: Pick<Resource, 'collection' | 'name'>): string => `${collection} ${name}`;
const mayCollide = ({ collection, name }: Pick<Resource, 'collection' | 'name'>): boolean =>
  targets.includes(collection) && name.startsWith(`${generatedNamespace}/`) && name.endsWith(generatedSuffix);

const logOmissions = (state: ConversionState, omissions: GeneratedResources['omissions'], hidden: readonly Resource[]): void => {
  const all = [
    ...omissions,
    ...hidden.map(({ name }) => ({
      level: 'warn' as const,
      message: `${name} is written, and made of an Ingress: what is written is served`,
    })),
  ];
  for (const { level, message } of all) if (!state.messages.has(message)) state.scope[level](message);
  state.messages = new Set(all.map(({ message }) => message));
};

/** Emits the differences between what the Ingresses make now and what was emitted before. */
const emitChanges = (state: ConversionState): void => {
  state.cancel?.();
  state.cancel = undefined;
  if (!state.isSynced) return;
  const { resources, omissions } = generateResources(state.ingresses.values(), state.settings());
  logOmissions(
    state,
    omissions,
    resources.filter((one) => state.written.has(keyOf(one))),
  );
  const before = state.generated;
  state.generated = new Map(resources.filter((one) => !state.written.has(keyOf(one))).map((one) => [keyOf(one), one]));
  for (const [key, { collection, name }] of before)
    if (!state.generated.has(key) && !state.written.has(key)) state.emit({ kind: 'deleted', collection, name });
  for (const [key, resource] of state.generated) {
    const previous = before.get(key);
    if (previous?.version !== resource.version) state.emit({ kind: previous ? 'updated' : 'added', resource });
  }
};

const releaseWaiting = (state: ConversionState): void => {
  for (const collection of state.waiting) state.emit({ kind: 'full-sync', collection });
  state.waiting.clear();
};

const restart = (state: ConversionState): void => {
  state.cancel?.();
  state.cancel = undefined;
  state.ingresses.clear();
  state.written.clear();
  state.waiting.clear();
  state.generated = new Map();
  state.isSynced = false;
};

const receiveSync = (state: ConversionState, event: Extract<SourceEvent, { kind: 'full-sync' }>): void => {
  if (targets.includes(event.collection) && !state.isSynced && state.settings().mode !== 'OFF') {
    state.waiting.add(event.collection);
    return;
  }
  state.emit(event);
  if (event.collection !== ingressCollection) return;
  state.isSynced = true;
  emitChanges(state);
  releaseWaiting(state);
};

const requestUpdate = (state: ConversionState): void => {
  if (!state.isSynced) return;
  state.cancel ??= state.clock.schedule(batchDelay, () => {
    emitChanges(state);
  });
};

/** Notes that a resource exists, or was deleted. */
const record = (state: ConversionState, { collection, name }: Pick<Resource, 'collection' | 'name'>, resource?: Resource): void => {
  const isIngress = collection === ingressCollection;
  if (!isIngress && !mayCollide({ collection, name })) return;
  const [map, key] = isIngress ? [state.ingresses, name] : [state.written, keyOf({ collection, name })];
  if (resource) map.set(key, resource);
  else map.delete(key);
  // What was generated under this name has been replaced, or deleted, by the event of the source.
  if (!isIngress) state.generated.delete(key);
  requestUpdate(state);
};

/**
 * Adds the Gateways and VirtualServices that Ingresses make to the events of a source. Both collections are synced only after the
 * Ingresses, so that no sink sees them incomplete.
 */
export const createIngressConversion = (options: IngressConversionOptions): IngressConversion => {
  const state: ConversionState = {
    ...options,
    ingresses: new Map(),
    written: new Map(),
    generated: new Map(),
    waiting: new Set(),
    messages: new Set(),
    isSynced: false,
    cancel: undefined,
  };
  return {
    receive: (event) => {
      if (event.kind === 'full-sync') {
        receiveSync(state, event);
        return;
      }
      options.emit(event);
      if (event.kind === 'reset') restart(state);
      else if (event.kind === 'deleted') record(state, event);
      else record(state, event.resource, event.resource);
    },
    update: () => {
      if (state.settings().mode === 'OFF') releaseWaiting(state);
      requestUpdate(state);
    },
  };
};
