import type { CollectionSnapshot, Snapshots } from '../snapshots/snapshot.ts';
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
  take(): { readonly snapshot: CollectionSnapshot; readonly nonce: string } | undefined;
  /** Whether the sink has said of the newest version that it knows it. */
  synced(collection: string): boolean;
  end(): void;
}

interface Watch { known: string; pending?: { readonly nonce: string; readonly version: string } | undefined; cancel?: (() => void) | undefined }

/**
 * One stream's watches, a collection each. `ready` is called when there is something to take. A sink that is slow gets
 * the newest snapshot when it is ready, never those between.
 */
export const watches = (snapshots: Snapshots, ready: () => void): Watches => {
  const supported = new Set(snapshots.collections);
  const all = new Map<string, Watch>();
  const queue = new Set<string>();
  let lastNonce = 0;

  const begin = (collection: string, watch: Watch): void => {
    watch.cancel?.();
    watch.cancel = undefined;
    queue.delete(collection);
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
    hear: ({ collection, responseNonce: nonce, errorDetail }) => {
      if (!supported.has(collection)) return { kind: 'unsupported' };
      const watch = all.get(collection) ?? { known: '' };
      all.set(collection, watch);
      const { pending } = watch;
      if (nonce !== '' && nonce !== pending?.nonce) return { kind: 'stale', nonce, ...(errorDetail ? { code: errorDetail.code } : {}) };
      if (pending) watch.known = pending.version;
      watch.pending = undefined;
      begin(collection, watch);
      if (!pending) return { kind: 'watch' };
      return errorDetail ? { kind: 'nack', code: errorDetail.code, message: errorDetail.message } : { kind: 'ack' };
    },
    take: () => {
      const [collection] = queue;
      if (collection === undefined) return undefined;
      queue.delete(collection);
      const snapshot = snapshots.current(collection)!;
      const nonce = String(lastNonce += 1);
      all.get(collection)!.pending = { nonce, version: snapshot.version };
      return { snapshot, nonce };
    },
    synced: (collection) => all.get(collection)?.known === (snapshots.current(collection)?.version ?? null),
    end: () => {
      for (const watch of all.values()) watch.cancel?.();
      all.clear();
      queue.clear();
    },
  };
};
