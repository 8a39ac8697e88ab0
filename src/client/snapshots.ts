import { apiUrl, redactUrl, appendQuery } from './address.ts';
import type { TransportClock } from './clock.ts';
import { CancelledError } from './contract/errors.ts';
import type { ServiceResponse, ListItem, ServiceClient, CachedRead } from './contract/service-client.ts';
import { type ListPage, listPages } from './list-pages.ts';
import { serviceInfos } from './service-info.ts';

/** Reads of single documents, answered from a list as soon as that takes fewer requests. */
export interface Snapshots {
  read(read: CachedRead): Promise<ServiceResponse>;
  /** Wraps every write of the client: data that was read before or during the write is not used after it. */
  invalidateAround<T>(write: () => Promise<T>): Promise<T>;
}

/** One list, as far as it has been read. */
interface Snapshot {
  readonly items: Map<string, ListItem>;
  readonly startedAt: number;
  /** How many reads asked for an item of this list. */
  readCount: number;
  /** Null: the first page has not arrived, or the service does not give the number. */
  pageCount: number | null;
  complete: boolean;
  failure: { readonly error: unknown } | null;
  reader: AsyncGenerator<ListPage> | null;
  pendingPage: Promise<void> | null;
  waiters: number;
  readonly abortController: AbortController;
}

type SnapshotClient = Pick<ServiceClient, 'service' | 'address' | 'call'>;
type ListLocation = NonNullable<CachedRead['list']>;

/** The lists of one client. */
interface SnapshotStore {
  readonly client: SnapshotClient;
  readonly clock: TransportClock;
  readonly lists: Map<string, Snapshot>;
  /** Number of writes in flight. */
  writes: number;
}

/** The first reads of a list go out as they are. */
const plainReads = 2;
/** Milliseconds. */
const maximumAge = 30_000;
const noHeaders = { get: () => null };

const emptySnapshot = (startedAt: number): Snapshot => ({
  items: new Map(),
  startedAt,
  readCount: 0,
  pageCount: null,
  complete: false,
  failure: null,
  reader: null,
  pendingPage: null,
  waiters: 0,
  abortController: new AbortController(),
});

const snapshotFor = ({ clock, lists, writes }: SnapshotStore, key: string): Snapshot => {
  const current = lists.get(key);
  // A list that its last reader abandoned is about to end.
  if (current && !current.abortController.signal.aborted && clock.now() - current.startedAt < maximumAge) return current;
  const snapshot = emptySnapshot(clock.now());
  if (writes === 0) lists.set(key, snapshot);
  return snapshot;
};

const snapshotKey = ({ idMember = 'id' }: CachedRead, list: ListLocation): string => `${idMember} ${appendQuery(list.path, list.query)}`;

const readPlainly = ({ client }: SnapshotStore, { path, signal, acceptedStatuses }: CachedRead): Promise<ServiceResponse> =>
  client.call({
    method: 'GET',
    effect: 'read',
    path: path as string,
    ...(signal && { signal }),
    ...(acceptedStatuses && { acceptedStatuses }),
  });

const itemResponse = ({ client }: SnapshotStore, item: ListItem): ServiceResponse => ({
  status: 200,
  headers: noHeaders,
  requestId: null,
  body: client.service === 'workspaces' ? { data: item } : item,
});

const readPage = async (store: SnapshotStore, snapshot: Snapshot, list: ListLocation, idMember: string): Promise<void> => {
  snapshot.reader ??= listPages(store.client, { ...list, signal: snapshot.abortController.signal });
  try {
    const { value, done } = await snapshot.reader.next();
    if (done) {
      snapshot.complete = true;
      return;
    }
    snapshot.pageCount = value.total ?? snapshot.pageCount;
    for (const item of value.items) if (typeof item[idMember] === 'string') snapshot.items.set(item[idMember], item);
  } catch (error) {
    // The token may lack the right to the list and have the right to single objects; single reads then answer for themselves.
    snapshot.failure = { error };
  } finally {
    snapshot.pendingPage = null;
  }
};

/** Reads one more page, shared by all who wait for it. False when the reader cancelled first. */
const waitForPage = async (store: SnapshotStore, snapshot: Snapshot, list: ListLocation, read: CachedRead): Promise<boolean> => {
  const page = (snapshot.pendingPage ??= readPage(store, snapshot, list, read.idMember ?? 'id'));
  let leave = () => {};
  const cancelled = new Promise<boolean>((resolve) => {
    leave = () => resolve(false);
  });
  read.signal?.addEventListener('abort', leave, { once: true });
  snapshot.waiters += 1;
  const isRead = await Promise.race([page.then(() => true), cancelled]);
  read.signal?.removeEventListener('abort', leave);
  snapshot.waiters -= 1;
  // Without another reader the request for the page is cancelled, too.
  if (!isRead && snapshot.waiters === 0) snapshot.abortController.abort();
  return isRead;
};

const cancelledRead = ({ client }: SnapshotStore, list: ListLocation): CancelledError =>
  new CancelledError(
    { ...serviceInfos[client.service], method: 'GET', url: redactUrl(apiUrl(client.address, list.path)), attempts: 1 },
    true,
  );

/**
 * Reads a list up to the item, or to its end, if the service has no read of one object. After a failure the next reader reads the list
 * again.
 */
const readFromList = async (store: SnapshotStore, read: CachedRead, list: ListLocation): Promise<ServiceResponse> => {
  const key = snapshotKey(read, list);
  const snapshot = snapshotFor(store, key);
  for (;;) {
    const item = snapshot.items.get(read.id);
    if (item) return itemResponse(store, item);
    if (snapshot.complete) return { status: 404, headers: noHeaders, requestId: null, body: null };
    if (snapshot.failure) {
      if (store.lists.get(key) === snapshot) store.lists.delete(key);
      throw snapshot.failure.error;
    }
    if (!(await waitForPage(store, snapshot, list, read))) throw cancelledRead(store, list);
  }
};

/** Reads one object, from its list once as many reads were asked for as the list has pages: never more than twice the best choice. */
const readThroughList = async (store: SnapshotStore, read: CachedRead, list: ListLocation): Promise<ServiceResponse> => {
  const snapshot = snapshotFor(store, snapshotKey(read, list));
  snapshot.readCount += 1;
  if (snapshot.readCount <= plainReads) return readPlainly(store, read);
  for (;;) {
    const item = snapshot.items.get(read.id);
    if (item) return itemResponse(store, item);
    if (snapshot.complete || snapshot.failure || snapshot.readCount < (snapshot.pageCount ?? 1)) return readPlainly(store, read);
    if (!(await waitForPage(store, snapshot, list, read))) return readPlainly(store, read);
  }
};

export const createSnapshots = (client: SnapshotClient, clock: TransportClock): Snapshots => {
  const store: SnapshotStore = { client, clock, lists: new Map(), writes: 0 };
  return {
    async read(read) {
      if (read.path === null) {
        if (!read.list) throw new Error('a read without a path needs a list to look in');
        return readFromList(store, read, read.list);
      }
      if (!read.list || read.signal?.aborted) return readPlainly(store, read);
      return readThroughList(store, read, read.list);
    },
    async invalidateAround(write) {
      store.writes += 1;
      store.lists.clear();
      try {
        return await write();
      } finally {
        store.writes -= 1;
        store.lists.clear();
      }
    },
  };
};
