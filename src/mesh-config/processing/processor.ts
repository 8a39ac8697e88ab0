import type { Resource, SourceEvent } from '../../mesh/resource.ts';
import { published } from '../snapshots/published.ts';
import type { Snapshots } from '../snapshots/snapshot.ts';
import { type Collected, collected } from './collected.ts';
import { type Group, type GroupParts, runningGroup } from './group.ts';

export interface Processor {
  readonly snapshots: Snapshots;
  /** What one source tells goes in here. The source alone tells these collections: its reset forgets no other's. */
  inlet(collections: readonly string[]): (event: SourceEvent) => void;
  /** What was told so far, published or not; empty for a collection that nobody tells. */
  resources(collection: string): ReadonlyMap<string, Resource>;
  isWhole(collection: string): boolean;
  /** Called after each event that changed one of these, and when one of them becomes whole. */
  follow(collections: readonly string[], changed: (collection: string) => void): void;
  stop(): void;
}

/** From sources' events to snapshots: collections as they were told, published by group. */
export const processor = (groups: readonly Group[], parts: Pick<GroupParts, 'clock' | 'metrics' | 'encode'>): Processor => {
  const { clock, metrics } = parts;
  const all = new Map<string, Collected>();
  const at = (collection: string): Collected => {
    const there = all.get(collection) ?? collected(collection);
    all.set(collection, there);
    return there;
  };
  const snapshots = published(groups.flatMap(({ collections }) => collections));
  const running = groups.map((group) => ({ group, run: runningGroup(group, { ...parts, published: snapshots, collected: at }) }));
  const groupsOf = new Map(groups.flatMap(({ collections }) => collections).map((collection) =>
    [collection, running.filter(({ group }) => group.collections.includes(collection)).map(({ run }) => run)]));
  const followers = new Map<string, ((collection: string) => void)[]>();
  let lastEvent: number | undefined;

  const counted = (): void => {
    const now = clock.now();
    if (lastEvent !== undefined) metrics.observe('cfgmgr_runtime_processor_event_span_duration_milliseconds', {}, now - lastEvent);
    lastEvent = now;
    metrics.add('cfgmgr_runtime_processor_events_processed_total');
  };
  const told = (collection: string, changed: boolean, completed: boolean): void => {
    for (const run of groupsOf.get(collection) ?? []) run.event(changed);
    if (changed || completed) for (const follower of followers.get(collection) ?? []) follower(collection);
  };
  return {
    snapshots,
    resources: (collection) => at(collection).resources(),
    isWhole: (collection) => at(collection).whole(),
    inlet: (collections) => (event) => {
      counted();
      if (event.kind === 'reset') {
        for (const collection of collections) {
          at(collection).restart();
          for (const run of groupsOf.get(collection) ?? []) run.restarted();
        }
        return;
      }
      const name = 'resource' in event ? event.resource.collection : event.collection;
      const there = at(name);
      const changed = event.kind === 'full-sync' ? there.complete() : event.kind === 'deleted' ? there.remove(event.name) : there.put(event.resource);
      told(name, changed, event.kind === 'full-sync');
    },
    follow: (collections, changed) => { for (const collection of collections) followers.set(collection, [...followers.get(collection) ?? [], changed]); },
    stop: () => { running.forEach(({ run }) => { run.stop(); }); },
  };
};
