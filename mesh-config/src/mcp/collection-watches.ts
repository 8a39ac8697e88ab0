import type { CollectionSnapshot, Snapshots } from '../snapshots/snapshot.ts';
import { unansweredCollections } from '../resources/kinds/kinds.ts';
import { type ResourceVersions, resourceVersionsOf } from './delta.ts';
import type { RequestResources } from './messages.ts';

/** How a request is classified: docs/mesh-config.md, "MCP". */
export type RequestOutcome =
  | { readonly kind: 'watch' | 'ack' }
  | { readonly kind: 'nack'; readonly code: number; readonly message: string }
  /** Acknowledges or rejects a response that is not the latest: it is counted, and has no effect. */
  | { readonly kind: 'stale'; readonly nonce: string; readonly code?: number }
  | { readonly kind: 'unsupported' };

export interface CollectionWatches {
  handleRequest(request: RequestResources): RequestOutcome;
  /** The next response; it is pending until its ack or nack. undefined: none is due. */
  takeNext():
    | {
        readonly snapshot: CollectionSnapshot;
        readonly nonce: string;
        /** The versions that the sink holds, for an incremental response. */ readonly held?: ResourceVersions;
      }
    | undefined;
  /** Whether the sink has answered the newest version. */
  isSynced(collection: string): boolean;
  /** Ends all watches; later requests start none. */
  close(): void;
}

interface CollectionWatch {
  /** The version of the response that the sink has answered last. */
  answeredVersion: string;
  /** The versions that the sink has accepted, for incremental responses. */
  held: ResourceVersions;
  incremental: boolean;
  /** Contains no snapshot: a sink that never answers would keep an old one in memory. */
  pending?: { readonly nonce: string; readonly version: string; readonly versions?: ResourceVersions } | undefined;
  cancel?: (() => void) | undefined;
}
const noVersions: ResourceVersions = new Map();

interface WatchState {
  readonly snapshots: Snapshots;
  readonly supported: ReadonlySet<string>;
  readonly incremental: ReadonlySet<string>;
  readonly watches: Map<string, CollectionWatch>;
  /** Collections with a due response. */
  readonly queue: Set<string>;
  readonly onReady: () => void;
  lastNonce: number;
  isClosed: boolean;
}

const cancelWatch = (watch: CollectionWatch): void => {
  watch.cancel?.();
  watch.cancel = undefined;
};

/** Queues a response when the newest snapshot is not the answered one, or else once there is a newer one. */
const waitForChange = ({ snapshots, queue, isClosed, onReady }: WatchState, collection: string, watch: CollectionWatch): void => {
  cancelWatch(watch);
  queue.delete(collection);
  if (isClosed) return;
  const onSnapshot = (snapshot: CollectionSnapshot): void => {
    if (snapshot.version === watch.answeredVersion) return;
    cancelWatch(watch);
    queue.add(collection);
    onReady();
  };
  const newest = snapshots.current(collection);
  if (newest && newest.version !== watch.answeredVersion) onSnapshot(newest);
  else watch.cancel = snapshots.watch(collection, onSnapshot);
};

const handleRequest = (state: WatchState, request: RequestResources): RequestOutcome => {
  const { collection, responseNonce: nonce, errorDetail } = request;
  if (!state.supported.has(collection)) return { kind: 'unsupported' };
  const watch = state.watches.get(collection) ?? { answeredVersion: '', held: noVersions, incremental: false };
  state.watches.set(collection, watch);
  const { pending } = watch;
  if (nonce !== '' && nonce !== pending?.nonce) return { kind: 'stale', nonce, ...(errorDetail ? { code: errorDetail.code } : {}) };
  watch.incremental = request.incremental && state.incremental.has(collection);
  watch.pending = undefined;
  if (pending) {
    watch.answeredVersion = pending.version;
    if (!errorDetail) watch.held = pending.versions ?? noVersions;
  } else {
    // A request without a pending response starts the watch again, with the versions that the sink names.
    watch.answeredVersion = '';
    watch.held = watch.incremental ? new Map(Object.entries(request.initialResourceVersions)) : noVersions;
  }
  waitForChange(state, collection, watch);
  if (!pending) return { kind: 'watch' };
  return errorDetail ? { kind: 'nack', code: errorDetail.code, message: errorDetail.message } : { kind: 'ack' };
};

const takeNext = (state: WatchState): ReturnType<CollectionWatches['takeNext']> => {
  const [collection] = state.queue;
  if (collection === undefined) return undefined;
  state.queue.delete(collection);
  const [snapshot, watch] = [state.snapshots.current(collection)!, state.watches.get(collection)!];
  const nonce = String((state.lastNonce += 1));
  const versions = state.incremental.has(collection) ? { versions: resourceVersionsOf(snapshot) } : {};
  watch.pending = { nonce, version: snapshot.version, ...versions };
  return { snapshot, nonce, ...(watch.incremental ? { held: watch.held } : {}) };
};

/**
 * The watches of one stream, one per collection. `onReady` is called when `takeNext` has something to take. A slow sink gets
 * the newest snapshot when it is ready, and none in between. Collections in `incremental` are sent as changes to a sink that
 * requests it.
 */
export const createCollectionWatches = (
  snapshots: Snapshots,
  onReady: () => void,
  incremental: ReadonlySet<string> = new Set(),
): CollectionWatches => {
  const state: WatchState = {
    snapshots,
    supported: new Set([...snapshots.collections, ...unansweredCollections]),
    incremental,
    watches: new Map(),
    queue: new Set(),
    onReady,
    lastNonce: 0,
    isClosed: false,
  };
  return {
    handleRequest: (request) => handleRequest(state, request),
    takeNext: () => takeNext(state),
    isSynced: (collection) => state.watches.get(collection)?.answeredVersion === (snapshots.current(collection)?.version ?? null),
    close: () => {
      state.isClosed = true;
      for (const watch of state.watches.values()) watch.cancel?.();
      state.watches.clear();
      state.queue.clear();
    },
  };
};
