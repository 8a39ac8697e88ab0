import { apiUrl, redactUrl } from './address.ts';
import type { TransportClock } from './clock.ts';
import { CancelledError } from './contract/errors.ts';
import type { ServiceResponse, ListItem, ServiceClient, CachedRead, ServiceRequest } from './contract/service-client.ts';
import { forgetList, itemOf, type KeptList, keptListFor, type KeptLists, type ListLocation, noteWrite } from './kept-lists.ts';
import { type ListPage, listPages } from './list-pages.ts';
import { serviceInfos } from './service-info.ts';

/** Reads of single documents, answered from a list as soon as that takes fewer requests (decision 162). */
export interface Snapshots {
  read(read: CachedRead): Promise<ServiceResponse>;
  /** Wraps every write of the client: data that was read before or during the write is not used after it. */
  invalidateAround<T>(request: Pick<ServiceRequest, 'path' | 'writes'>, write: () => Promise<T>): Promise<T>;
}

type SnapshotClient = Pick<ServiceClient, 'service' | 'address' | 'call'>;
interface SnapshotStore extends KeptLists {
  readonly client: SnapshotClient;
}

/** The first reads of a list go out as they are. */
const plainReads = 2;
const noHeaders = { get: () => null };
const missing: ServiceResponse = { status: 404, headers: noHeaders, requestId: null, body: null };

const readPlainly = ({ client }: SnapshotStore, { path, plain, signal, acceptedStatuses }: CachedRead): Promise<ServiceResponse> =>
  plain
    ? plain()
    : client.call({
        method: 'GET',
        effect: 'read',
        path: path as string,
        ...(signal && { signal }),
        ...(acceptedStatuses && { acceptedStatuses }),
      });

const itemResponse = ({ client }: SnapshotStore, item: ListItem, { isDocument }: ListLocation): ServiceResponse => ({
  ...missing,
  status: 200,
  body: client.service === 'workspaces' && !isDocument ? { data: item } : item,
});

/** A document as a page; none where the service accepts the request and has no document. */
async function* documentPage(client: SnapshotClient, list: ListLocation, signal: AbortSignal): AsyncGenerator<ListPage> {
  const { path, query, isDocument } = list;
  const request = { method: 'GET', effect: 'read', path, signal, acceptedStatuses: isDocument! } as const;
  const { status, body } = await client.call({ ...request, ...(query && { query }) });
  yield { items: status < 300 ? [body as ListItem] : [], included: [], total: 1 };
}

const readPage = async (store: SnapshotStore, kept: KeptList, list: ListLocation): Promise<void> => {
  const { signal } = kept.abortController;
  kept.reader ??= list.isDocument ? documentPage(store.client, list, signal) : listPages(store.client, { ...list, signal });
  try {
    const { value, done } = await kept.reader.next();
    if (done) {
      kept.complete = true;
      return;
    }
    kept.pageCount = value.total ?? kept.pageCount;
    kept.items.push(...value.items);
  } catch (error) {
    // The token may lack the right to the list and have the right to single objects; single reads then answer for themselves.
    kept.failure = { error };
  } finally {
    kept.pendingPage = null;
  }
};

/** Reads one more page, shared by all who wait for it. False when the reader cancelled first. */
const waitForPage = async (store: SnapshotStore, kept: KeptList, list: ListLocation, read: CachedRead): Promise<boolean> => {
  const page = (kept.pendingPage ??= readPage(store, kept, list));
  let leave = () => {};
  const cancelled = new Promise<boolean>((resolve) => {
    leave = () => resolve(false);
  });
  read.signal?.addEventListener('abort', leave, { once: true });
  kept.waiters += 1;
  const isRead = await Promise.race([page.then(() => true), cancelled]);
  read.signal?.removeEventListener('abort', leave);
  kept.waiters -= 1;
  // Without another reader the request for the page is cancelled, too.
  if (!isRead && kept.waiters === 0) kept.abortController.abort();
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
  const kept = keptListFor(store, read, list);
  for (;;) {
    const item = itemOf(kept, read);
    if (item) return itemResponse(store, item, list);
    if (kept.complete) return missing;
    if (kept.failure) {
      forgetList(store, kept);
      throw kept.failure.error;
    }
    if (read.signal?.aborted || !(await waitForPage(store, kept, list, read))) throw cancelledRead(store, list);
  }
};

/** Reads one object, from its list once as many reads were asked for as the list has pages: never more than twice the best choice. */
const readThroughList = async (store: SnapshotStore, read: CachedRead, list: ListLocation): Promise<ServiceResponse> => {
  const kept = keptListFor(store, read, list);
  kept.readCount += 1;
  if (kept.readCount <= plainReads) return readPlainly(store, read);
  for (;;) {
    const item = itemOf(kept, read);
    if (item) return itemResponse(store, item, list);
    // An object that moved to a page that was read before is not missing: before a state loses it, it is asked for itself.
    if (kept.complete && read.lookup) return missing;
    if (kept.complete || kept.failure || kept.readCount < (kept.pageCount ?? 1)) return readPlainly(store, read);
    if (!(await waitForPage(store, kept, list, read))) return readPlainly(store, read);
  }
};

export const createSnapshots = (client: SnapshotClient, clock: TransportClock): Snapshots => {
  const store: SnapshotStore = { client, clock, lists: new Map(), writes: new Set() };
  return {
    async read(read) {
      const { path, plain, list } = read;
      if (path === null && !plain) {
        if (!list) throw new Error('a read without a path needs a list to look in');
        return readFromList(store, read, list);
      }
      return !list || read.signal?.aborted ? readPlainly(store, read) : readThroughList(store, read, list);
    },
    async invalidateAround(request, write) {
      store.writes.add(request);
      noteWrite(store, request);
      try {
        return await write();
      } finally {
        store.writes.delete(request);
        noteWrite(store, request);
      }
    },
  };
};
