import type { Clock } from '../lifecycle/clock.ts';
import type { Metrics } from '../monitoring/metric-declarations.ts';
import type { Resource, SourceEvent } from '../resources/resource.ts';
import { createSnapshotStore } from '../snapshots/snapshot-store.ts';
import type { Snapshots } from '../snapshots/snapshot.ts';
import { type CollectionState, createCollectionState } from './collection-state.ts';
import { createGroupPublisher, type GroupPublisher, type GroupPublisherOptions, type SnapshotGroup } from './group-publisher.ts';

export interface Processor {
  readonly snapshots: Snapshots;
  /** The input of one source. No other source emits these collections: a reset restarts only them. */
  createInput(collections: readonly string[]): (event: SourceEvent) => void;
  /** All resources of a collection, published or not. */
  resources(collection: string): ReadonlyMap<string, Resource>;
  isSynced(collection: string): boolean;
  /** Calls the listener after each change of one of these collections, and when one is synced. */
  subscribe(collections: readonly string[], listener: (collection: string) => void): void;
  stop(): void;
}

interface ProcessorState {
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly collections: Map<string, CollectionState>;
  readonly listeners: Map<string, ((collection: string) => void)[]>;
  /** The publishers of the groups that contain a collection, by collection. */
  readonly publishers: Map<string, GroupPublisher[]>;
  lastEventAt: number | undefined;
}

const stateOf = ({ collections }: ProcessorState, name: string): CollectionState => {
  const state = collections.get(name) ?? createCollectionState(name);
  collections.set(name, state);
  return state;
};

const recordEvent = (state: ProcessorState): void => {
  const { clock, metrics, lastEventAt } = state;
  const now = clock.now();
  if (lastEventAt !== undefined) metrics.observe('cfgmgr_runtime_processor_event_span_duration_milliseconds', {}, now - lastEventAt);
  state.lastEventAt = now;
  metrics.add('cfgmgr_runtime_processor_events_processed_total');
};

const restartCollections = (state: ProcessorState, names: readonly string[]): void => {
  for (const name of names) {
    stateOf(state, name).restart();
    for (const publisher of state.publishers.get(name) ?? []) publisher.onRestart();
  }
};

/** Applies an event; returns whether the content of its collection has changed. */
const applyEvent = (collection: CollectionState, event: Exclude<SourceEvent, { kind: 'reset' }>): boolean => {
  if (event.kind === 'full-sync') return collection.markSynced();
  return event.kind === 'deleted' ? collection.remove(event.name) : collection.put(event.resource);
};

const processEvent = (state: ProcessorState, event: Exclude<SourceEvent, { kind: 'reset' }>): void => {
  const name = 'resource' in event ? event.resource.collection : event.collection;
  const isChanged = applyEvent(stateOf(state, name), event);
  for (const publisher of state.publishers.get(name) ?? []) publisher.onEvent(isChanged);
  if (!isChanged && event.kind !== 'full-sync') return;
  for (const listener of state.listeners.get(name) ?? []) listener(name);
};

/** Collects the events of sources, and publishes collections by group. */
export const createProcessor = (
  groups: readonly SnapshotGroup[],
  options: Pick<GroupPublisherOptions, 'clock' | 'metrics' | 'encode'>,
): Processor => {
  const { clock, metrics } = options;
  const state: ProcessorState = {
    clock,
    metrics,
    collections: new Map(),
    listeners: new Map(),
    publishers: new Map(),
    lastEventAt: undefined,
  };
  const snapshots = createSnapshotStore(groups.flatMap(({ collections }) => collections));
  const publishers = groups.map((group) => {
    const publisher = createGroupPublisher(group, { ...options, snapshots, collectionState: (name) => stateOf(state, name) });
    for (const name of group.collections) state.publishers.set(name, [...(state.publishers.get(name) ?? []), publisher]);
    return publisher;
  });
  return {
    snapshots,
    resources: (collection) => stateOf(state, collection).resources(),
    isSynced: (collection) => stateOf(state, collection).isSynced(),
    createInput: (collections) => (event) => {
      recordEvent(state);
      if (event.kind === 'reset') restartCollections(state, collections);
      else processEvent(state, event);
    },
    subscribe: (collections, listener) => {
      for (const collection of collections) state.listeners.set(collection, [...(state.listeners.get(collection) ?? []), listener]);
    },
    stop: () => {
      for (const publisher of publishers) publisher.stop();
    },
  };
};
