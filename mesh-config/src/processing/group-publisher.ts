import type { Resource } from '../resources/resource.ts';
import type { Clock } from '../lifecycle/clock.ts';
import type { Metrics } from '../monitoring/metric-declarations.ts';
import { createCollectionSnapshot, type SnapshotStore } from '../snapshots/snapshot-store.ts';
import type { CollectionSnapshot, EncodedResource } from '../snapshots/snapshot.ts';
import type { CollectionState } from './collection-state.ts';
import { createDebounceStrategy, createImmediateStrategy, type PublishStrategy } from './publish-strategy.ts';

/** Collections that are published together. */
export interface SnapshotGroup {
  readonly name: string;
  readonly collections: readonly string[];
  /** Milliseconds in which changes are batched; `immediate`: none. */
  readonly pace: 'immediate' | { readonly quiesce: number; readonly max: number };
}

export interface GroupPublisherOptions {
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly snapshots: SnapshotStore;
  collectionState(collection: string): CollectionState;
  encode(resource: Resource): EncodedResource;
}

export interface GroupPublisher {
  /** An event of one of its collections was processed; `isChanged`: the content has changed. */
  onEvent(isChanged: boolean): void;
  /** One of its collections is read again. */
  onRestart(): void;
  stop(): void;
}

interface PublisherState extends GroupPublisherOptions {
  readonly group: SnapshotGroup;
  /** Since the last publication. */
  eventCount: number;
  /** There are changes that no snapshot contains; true at first, so that empty collections are published. */
  isChanged: boolean;
  publishedAt: number | undefined;
  isSynced: boolean;
}

const isGroupSynced = (group: SnapshotGroup, { collectionState }: GroupPublisherOptions): boolean =>
  group.collections.every((collection) => collectionState(collection).isSynced());

/** The published snapshot of a collection where it is still current, else a new one. */
const takeSnapshot = ({ snapshots, metrics, collectionState, encode }: PublisherState, name: string): CollectionSnapshot => {
  const { generation, resources } = collectionState(name);
  metrics.set('cfgmgr_runtime_state_type_instances_total', { collection: name }, resources().size);
  const published = snapshots.current(name);
  if (published?.version === `${name}/${generation()}`) return published;
  return createCollectionSnapshot(name, generation(), resources().values(), encode);
};

const publish = (state: PublisherState): void => {
  const { group, clock, metrics, snapshots, publishedAt } = state;
  if (!isGroupSynced(group, state)) return;
  const now = clock.now();
  if (publishedAt !== undefined) metrics.observe('cfgmgr_runtime_processor_snapshot_lifetime_duration_milliseconds', {}, now - publishedAt);
  metrics.observe('cfgmgr_runtime_processor_snapshot_events_total', {}, state.eventCount);
  metrics.add('cfgmgr_runtime_processor_snapshots_published_total');
  state.publishedAt = now;
  state.eventCount = 0;
  state.isChanged = false;
  snapshots.publish(group.collections.map((name) => takeSnapshot(state, name)));
};

/** Publishes a group at the pace of its strategy, once all its collections are synced. */
export const createGroupPublisher = (group: SnapshotGroup, options: GroupPublisherOptions): GroupPublisher => {
  const { clock, metrics } = options;
  const isSynced = isGroupSynced(group, options);
  const state: PublisherState = { ...options, group, eventCount: 0, isChanged: true, publishedAt: undefined, isSynced };
  const publishGroup = (): void => {
    publish(state);
  };
  const strategy: PublishStrategy =
    group.pace === 'immediate'
      ? createImmediateStrategy(publishGroup, metrics)
      : createDebounceStrategy(publishGroup, { clock, metrics, ...group.pace });
  return {
    stop: strategy.stop,
    onRestart: () => {
      state.isSynced = false;
    },
    onEvent: (isChanged) => {
      state.eventCount += 1;
      const wasWaiting = !state.isSynced;
      state.isSynced = isGroupSynced(group, options);
      state.isChanged ||= isChanged;
      // Changes that came before all collections were synced are published when the last one is.
      if (state.isSynced && (isChanged || (wasWaiting && state.isChanged))) strategy.onChange();
    },
  };
};
