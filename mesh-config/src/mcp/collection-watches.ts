import type { CollectionSnapshot, Snapshots } from '../snapshots/snapshot.ts';
import { type ResourceVersions, resourceVersionsOf } from './delta.ts';
import type { RequestResources } from './messages.ts';

/** What a request was: docs/mesh-config.md, "MCP". */
export type RequestOutcome =
  | { readonly kind: 'watch' | 'ack' }
  | { readonly kind: 'nack'; readonly code: number; readonly message: string }
  /** Of a response that is not the latest; it counts as the ack or nack that it is, and does nothing. */
  | { readonly kind: 'stale'; readonly nonce: string; readonly code?: number }
  | { readonly kind: 'unsupported' };

export interface CollectionWatches {
  handleRequest(request: RequestResources): RequestOutcome;
  /** What is to be sent next, newest first made; it waits for its ack from then on. undefined: nothing. */
  takeNext():
    | {
        readonly snapshot: CollectionSnapshot;
        readonly nonce: string;
        /** Of a sink that wants changes only: what it holds. */ readonly held?: ResourceVersions;
      }
    | undefined;
  /** Whether the sink has said of the newest version that it knows it. */
  isSynced(collection: string): boolean;
  /** What is heard from then on begins nothing. */
  close(): void;
}

interface CollectionWatch {
  /** The version of what was answered last. */
  answeredVersion: string;
  /** What the sink has taken, where changes alone may be sent; what it refused it does not hold. */
  held: ResourceVersions;
  incremental: boolean;
  /** It keeps no snapshot: a sink that never answers would keep an old one alive. */
  pending?: { readonly nonce: string; readonly version: string; readonly versions?: ResourceVersions } | undefined;
  cancel?: (() => void) | undefined;
}
const noVersions: ResourceVersions = new Map();

/**
 * One stream's watches, a collection each. `ready` is called when there is something to take. A sink that is slow gets
 * the newest snapshot when it is ready, never those between. Of `incremental` collections a sink that asks for it is sent
 * what has changed.
 */
export const createCollectionWatches = (
  snapshots: Snapshots,
  ready: () => void,
  incremental: ReadonlySet<string> = new Set(),
): CollectionWatches => {
  const supported = new Set(snapshots.collections);
  const all = new Map<string, CollectionWatch>();
  const queue = new Set<string>();
  let lastNonce = 0;
  let over = false;

  const begin = (collection: string, watch: CollectionWatch): void => {
    watch.cancel?.();
    watch.cancel = undefined;
    queue.delete(collection);
    if (over) return;
    const due = (snapshot: CollectionSnapshot): void => {
      if (snapshot.version === watch.answeredVersion) return;
      watch.cancel?.();
      watch.cancel = undefined;
      queue.add(collection);
      ready();
    };
    const newest = snapshots.current(collection);
    if (newest && newest.version !== watch.answeredVersion) due(newest);
    else watch.cancel = snapshots.watch(collection, due);
  };

  return {
    handleRequest: ({ collection, responseNonce: nonce, errorDetail, incremental: wished, initialResourceVersions }) => {
      if (!supported.has(collection)) return { kind: 'unsupported' };
      const watch = all.get(collection) ?? { answeredVersion: '', held: noVersions, incremental: false };
      all.set(collection, watch);
      const { pending } = watch;
      if (nonce !== '' && nonce !== pending?.nonce) return { kind: 'stale', nonce, ...(errorDetail ? { code: errorDetail.code } : {}) };
      watch.incremental = wished && incremental.has(collection);
      watch.pending = undefined;
      // Who asks with nothing to answer to begins anew, with what it says that it has.
      if (!pending)
        [watch.answeredVersion, watch.held] = ['', watch.incremental ? new Map(Object.entries(initialResourceVersions)) : noVersions];
      else {
        watch.answeredVersion = pending.version;
        if (!errorDetail) watch.held = pending.versions ?? noVersions;
      }
      begin(collection, watch);
      if (!pending) return { kind: 'watch' };
      return errorDetail ? { kind: 'nack', code: errorDetail.code, message: errorDetail.message } : { kind: 'ack' };
    },
    takeNext: () => {
      const [collection] = queue;
      if (collection === undefined) return undefined;
      queue.delete(collection);
      const [snapshot, watch] = [snapshots.current(collection)!, all.get(collection)!];
      const nonce = String((lastNonce += 1));
      watch.pending = {
        nonce,
        version: snapshot.version,
        ...(incremental.has(collection) ? { versions: resourceVersionsOf(snapshot) } : {}),
      };
      return { snapshot, nonce, ...(watch.incremental ? { held: watch.held } : {}) };
    },
    isSynced: (collection) => all.get(collection)?.answeredVersion === (snapshots.current(collection)?.version ?? null),
    close: () => {
      over = true;
      for (const watch of all.values()) watch.cancel?.();
      all.clear();
      queue.clear();
    },
  };
};
