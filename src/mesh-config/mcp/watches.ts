import type { CollectionSnapshot, Snapshots } from '../snapshots/snapshot.ts';
import { type Versions, versionsOf } from './delta.ts';
import type { RequestResources } from './messages.ts';

/** What a request was: docs/mesh-config.md, "MCP". */
export type Heard =
  | { readonly kind: 'watch' | 'ack' }
  | { readonly kind: 'nack'; readonly code: number; readonly message: string }
  /** Of a response that is not the latest; it counts as the ack or nack that it is, and does nothing. */
  | { readonly kind: 'stale'; readonly nonce: string; readonly code?: number }
  | { readonly kind: 'unsupported' };

export interface Watches {
  hear(request: RequestResources): Heard;
  /** What is to be sent next, newest first made; it waits for its ack from then on. undefined: nothing. */
  take(): { readonly snapshot: CollectionSnapshot; readonly nonce: string; /** Of a sink that wants changes only: what it holds. */ readonly held?: Versions } | undefined;
  /** Whether the sink has said of the newest version that it knows it. */
  synced(collection: string): boolean;
  /** What is heard from then on begins nothing. */
  end(): void;
}

interface Watch {
  /** The version of what was answered last. */
  known: string;
  /** What the sink has taken, where changes alone may be sent; what it refused it does not hold. */
  held: Versions;
  incremental: boolean;
  /** It keeps no snapshot: a sink that never answers would keep an old one alive. */
  pending?: { readonly nonce: string; readonly version: string; readonly versions?: Versions } | undefined;
  cancel?: (() => void) | undefined;
}
const nothing: Versions = new Map();

/**
 * One stream's watches, a collection each. `ready` is called when there is something to take. A sink that is slow gets
 * the newest snapshot when it is ready, never those between. Of `incremental` collections a sink that asks for it is sent
 * what has changed.
 */
export const watches = (snapshots: Snapshots, ready: () => void, incremental: ReadonlySet<string> = new Set()): Watches => {
  const supported = new Set(snapshots.collections);
  const all = new Map<string, Watch>();
  const queue = new Set<string>();
  let lastNonce = 0;
  let over = false;

  const begin = (collection: string, watch: Watch): void => {
    watch.cancel?.();
    watch.cancel = undefined;
    queue.delete(collection);
    if (over) return;
    const due = (snapshot: CollectionSnapshot): void => {
      if (snapshot.version === watch.known) return;
      watch.cancel?.();
      watch.cancel = undefined;
      queue.add(collection);
      ready();
    };
    const newest = snapshots.current(collection);
    if (newest && newest.version !== watch.known) due(newest);
    else watch.cancel = snapshots.watch(collection, due);
  };

  return {
    hear: ({ collection, responseNonce: nonce, errorDetail, incremental: wished, initialResourceVersions }) => {
      if (!supported.has(collection)) return { kind: 'unsupported' };
      const watch = all.get(collection) ?? { known: '', held: nothing, incremental: false };
      all.set(collection, watch);
      const { pending } = watch;
      if (nonce !== '' && nonce !== pending?.nonce) return { kind: 'stale', nonce, ...(errorDetail ? { code: errorDetail.code } : {}) };
      watch.incremental = wished && incremental.has(collection);
      watch.pending = undefined;
      // Who asks with nothing to answer to begins anew, with what it says that it has.
      if (!pending) [watch.known, watch.held] = ['', watch.incremental ? new Map(Object.entries(initialResourceVersions)) : nothing];
      else {
        watch.known = pending.version;
        if (!errorDetail) watch.held = pending.versions ?? nothing;
      }
      begin(collection, watch);
      if (!pending) return { kind: 'watch' };
      return errorDetail ? { kind: 'nack', code: errorDetail.code, message: errorDetail.message } : { kind: 'ack' };
    },
    take: () => {
      const [collection] = queue;
      if (collection === undefined) return undefined;
      queue.delete(collection);
      const [snapshot, watch] = [snapshots.current(collection)!, all.get(collection)!];
      const nonce = String(lastNonce += 1);
      watch.pending = { nonce, version: snapshot.version, ...(incremental.has(collection) ? { versions: versionsOf(snapshot) } : {}) };
      return { snapshot, nonce, ...(watch.incremental ? { held: watch.held } : {}) };
    },
    synced: (collection) => all.get(collection)?.known === (snapshots.current(collection)?.version ?? null),
    end: () => {
      over = true;
      for (const watch of all.values()) watch.cancel?.();
      all.clear();
      queue.clear();
    },
  };
};
