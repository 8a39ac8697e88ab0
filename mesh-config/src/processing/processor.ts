import type { Resource, SourceEvent } from '../resources/resource.ts';
import { createSnapshotStore } from '../snapshots/snapshot-store.ts';
import type { Snapshots } from '../snapshots/snapshot.ts';
import { type CollectionState, createCollectionState } from './collection-state.ts';
import { type SnapshotGroup, type GroupPublisherOptions, createGroupPublisher } from './group-publisher.ts';

export interface Processor {
  readonly snapshots: Snapshots;
  /** What one source tells goes in here. The source alone tells these collections: its reset forgets no other's. */
  createInput(collections: readonly string[]): (event: SourceEvent) => void;
  /** What was told so far, published or not; empty for a collection that nobody tells. */
  resources(collection: string): ReadonlyMap<string, Resource>;
  isSynced(collection: string): boolean;
  /** Called after each event that changed one of these, and when one of them becomes whole. */
  subscribe(collections: readonly string[], changed: (collection: string) => void): void;
  stop(): void;
}

/** From sources' events to snapshots: collections as they were told, published by group. */
export const createProcessor = (
  groups: readonly SnapshotGroup[],
  parts: Pick<GroupPublisherOptions, 'clock' | 'metrics' | 'encode'>,
): Processor => {
  const { clock, metrics } = parts;
  const all = new Map<string, CollectionState>();
  const at = (collection: string): CollectionState => {
    const there = all.get(collection) ?? createCollectionState(collection);
    all.set(collection, there);
    return there;
  };
  const snapshots = createSnapshotStore(groups.flatMap(({ collections }) => collections));
  const running = groups.map((group) => ({
    group,
    run: createGroupPublisher(group, { ...parts, snapshots: snapshots, collectionState: at }),
  }));
  const groupsOf = new Map(
    groups
      .flatMap(({ collections }) => collections)
      .map((collection) => [collection, running.filter(({ group }) => group.collections.includes(collection)).map(({ run }) => run)]),
  );
  const followers = new Map<string, ((collection: string) => void)[]>();
  let lastEvent: number | undefined;

  const counted = (): void => {
    const now = clock.now();
    if (lastEvent !== undefined) metrics.observe('cfgmgr_runtime_processor_event_span_duration_milliseconds', {}, now - lastEvent);
    lastEvent = now;
    metrics.add('cfgmgr_runtime_processor_events_processed_total');
  };
  const told = (collection: string, changed: boolean, completed: boolean): void => {
    for (const run of groupsOf.get(collection) ?? []) run.onEvent(changed);
    if (changed || completed) for (const follower of followers.get(collection) ?? []) follower(collection);
  };
  return {
    snapshots,
    resources: (collection) => at(collection).resources(),
    isSynced: (collection) => at(collection).isSynced(),
    createInput: (collections) => (event) => {
      counted();
      if (event.kind === 'reset') {
        for (const collection of collections) {
          at(collection).restart();
          for (const run of groupsOf.get(collection) ?? []) run.onRestart();
        }
        return;
      }
      const name = 'resource' in event ? event.resource.collection : event.collection;
      const there = at(name);
      const changed =
        event.kind === 'full-sync' ? there.markSynced() : event.kind === 'deleted' ? there.remove(event.name) : there.put(event.resource);
      told(name, changed, event.kind === 'full-sync');
    },
    subscribe: (collections, changed) => {
      for (const collection of collections) followers.set(collection, [...(followers.get(collection) ?? []), changed]);
    },
    stop: () => {
      running.forEach(({ run }) => {
        run.stop();
      });
    },
  };
};
