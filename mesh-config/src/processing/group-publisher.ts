import type { Resource } from '../resources/resource.ts';
import type { Clock } from '../lifecycle/clock.ts';
import type { Metrics } from '../monitoring/metric-declarations.ts';
import { createCollectionSnapshot, type SnapshotStore } from '../snapshots/snapshot-store.ts';
import type { EncodedResource } from '../snapshots/snapshot.ts';
import type { CollectionState } from './collection-state.ts';
import { createDebounceStrategy, createImmediateStrategy, type PublishStrategy } from './publish-strategy.ts';

/** Collections that are published together. */
export interface SnapshotGroup {
  readonly name: string;
  readonly collections: readonly string[];
  /** How long changes are waited for, in milliseconds; `immediate`: not at all. */
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
  /** Something was told of one of its collections; `changed`: so that what is there is other than before. */
  onEvent(changed: boolean): void;
  /** One of its collections is told anew. */
  onRestart(): void;
  stop(): void;
}

/** Publishes a group whenever its strategy says so, once every collection in it is whole. */
export const createGroupPublisher = (
  group: SnapshotGroup,
  { clock, metrics, snapshots: published, collectionState: collected, encode }: GroupPublisherOptions,
): GroupPublisher => {
  let events = 0;
  // Whether there is something that no snapshot has: at first there is, be it nothing.
  let unpublished = true;
  let publishedAt: number | undefined;
  const whole = (): boolean => group.collections.every((collection) => collected(collection).isSynced());

  const publish = (): void => {
    if (!whole()) return;
    const now = clock.now();
    if (publishedAt !== undefined)
      metrics.observe('cfgmgr_runtime_processor_snapshot_lifetime_duration_milliseconds', {}, now - publishedAt);
    metrics.observe('cfgmgr_runtime_processor_snapshot_events_total', {}, events);
    metrics.add('cfgmgr_runtime_processor_snapshots_published_total');
    [publishedAt, events, unpublished] = [now, 0, false];
    published.publish(
      group.collections.map((name) => {
        const { generation, resources } = collected(name);
        metrics.set('cfgmgr_runtime_state_type_instances_total', { collection: name }, resources().size);
        const there = published.current(name);
        return there?.version === `${name}/${generation()}`
          ? there
          : createCollectionSnapshot(name, generation(), resources().values(), encode);
      }),
    );
  };
  let isSynced = whole();
  const strategy: PublishStrategy =
    group.pace === 'immediate'
      ? createImmediateStrategy(publish, metrics)
      : createDebounceStrategy(publish, { clock, metrics, ...group.pace });
  return {
    stop: strategy.stop,
    onRestart: () => {
      isSynced = false;
    },
    onEvent: (changed) => {
      events += 1;
      const wasWaiting = !isSynced;
      isSynced = whole();
      unpublished ||= changed;
      // What changed while a source was still telling is published when the last of them has told all.
      if (isSynced && (changed || (wasWaiting && unpublished))) strategy.onChange();
    },
  };
};
