import { redactUrl, appendQuery } from './address.ts';
import type { TransportClock } from './clock.ts';
import { CancelledError } from './errors.ts';
import type { ServiceResponse, ListItem, ServiceClient, CachedRead } from './service-client.ts';
import { type ListPage, listPages } from './list-pages.ts';
import { serviceInfos } from './service-info.ts';

/** Reads of single documents, answered from a list once that is cheaper. */
export interface Snapshots {
  read(read: CachedRead): Promise<ServiceResponse>;
  /** Wraps every write of the line: nothing that was read before or during it answers after it. */
  invalidateAround<T>(write: () => Promise<T>): Promise<T>;
}

/** One list as far as it has been read. */
interface Snapshot {
  readonly items: Map<string, ListItem>;
  readonly startedAt: number;
  /** How many reads asked for something in this list. */
  readCount: number;
  /** Null: the first page has not come yet, or the service does not say. */
  pageCount: number | null;
  complete: boolean;
  failure: { readonly error: unknown } | null;
  reader: AsyncGenerator<ListPage> | null;
  pendingPage: Promise<void> | null;
  waiters: number;
  readonly abortController: AbortController;
}

/** So many reads go out plainly before the list is thought of. */
const plainReads = 2;
const maximumAge = 30_000;
const noHeaders = { get: () => null };

export const createSnapshots = (client: Pick<ServiceClient, 'service' | 'address' | 'call'>, clock: TransportClock): Snapshots => {
  const lists = new Map<string, Snapshot>();
  let writes = 0;

  const plain = (read: CachedRead & { readonly path: string }): Promise<ServiceResponse> =>
    client.call({
      method: 'GET',
      effect: 'read',
      path: read.path,
      ...(read.signal && { signal: read.signal }),
      ...(read.acceptedStatuses && { acceptedStatuses: read.acceptedStatuses }),
    });

  const listOf = (key: string): Snapshot => {
    const kept = lists.get(key);
    // A list that its last reader gave up is on its way out.
    if (kept && !kept.abortController.signal.aborted && clock.now() - kept.startedAt < maximumAge) return kept;
    const newConnection: Snapshot = {
      items: new Map(),
      startedAt: clock.now(),
      readCount: 0,
      pageCount: null,
      complete: false,
      failure: null,
      reader: null,
      pendingPage: null,
      waiters: 0,
      abortController: new AbortController(),
    };
    if (writes === 0) lists.set(key, newConnection);
    return newConnection;
  };

  /** One more page, shared by all who wait for it. */
  const readOn = (list: Snapshot, listRequest: NonNullable<CachedRead['list']>, idMember = 'id'): Promise<void> =>
    (list.pendingPage ??= (async () => {
      list.reader ??= listPages(client, { ...listRequest, signal: list.abortController.signal });
      try {
        const { value, done } = await list.reader.next();
        if (done) {
          list.complete = true;
          return;
        }
        list.pageCount = value.total ?? list.pageCount;
        for (const item of value.items) if (typeof item[idMember] === 'string') list.items.set(item[idMember], item);
      } catch (error) {
        // The list may be closed to this token while single reads are not; those then speak for themselves.
        list.failure = { error };
      } finally {
        list.pendingPage = null;
      }
    })());

  const keyOf = ({ idMember: idMember = 'id' }: CachedRead, listRequest: NonNullable<CachedRead['list']>): string =>
    `${idMember} ${appendQuery(listRequest.path, listRequest.query)}`;

  const response = (item: ListItem): ServiceResponse => ({
    status: 200,
    headers: noHeaders,
    requestId: null,
    body: client.service === 'workspaces' ? { data: item } : item,
  });

  /** Without a read of one: the list to its end, or to the item. A list that failed is asked anew by the next reader. */
  const fromList = async (read: CachedRead, listRequest: NonNullable<CachedRead['list']>): Promise<ServiceResponse> => {
    const key = keyOf(read, listRequest);
    const list = listOf(key);
    for (;;) {
      const item = list.items.get(read.id);
      if (item) return response(item);
      if (list.complete) return { status: 404, headers: noHeaders, requestId: null, body: null };
      if (list.failure) {
        if (lists.get(key) === list) lists.delete(key);
        throw list.failure.error;
      }
      if (!(await waitForPage(readOn(list, listRequest, read.idMember), list, read.signal)))
        throw new CancelledError(
          { ...serviceInfos[client.service], method: 'GET', url: redactUrl(`${client.address}/api/v2${listRequest.path}`), attempts: 1 },
          true,
        );
    }
  };

  const hasPath = (read: CachedRead): read is CachedRead & { readonly path: string } => read.path !== null;

  return {
    async read(read) {
      if (!hasPath(read)) {
        if (!read.list) throw new Error('a read without a path needs a list to look in');
        return fromList(read, read.list);
      }
      if (!read.list || read.signal?.aborted) return plain(read);
      const list = listOf(keyOf(read, read.list));
      list.readCount += 1;
      if (list.readCount <= plainReads) return plain(read);
      for (;;) {
        const item = list.items.get(read.id);
        if (item) return response(item);
        // Reading on pays once as many reads were asked for as the list has pages: never more than twice the best choice.
        if (list.complete || list.failure || list.readCount < (list.pageCount ?? 1)) return plain(read);
        if (!(await waitForPage(readOn(list, read.list, read.idMember), list, read.signal))) return plain(read);
      }
    },
    async invalidateAround(write) {
      writes += 1;
      lists.clear();
      try {
        return await write();
      } finally {
        writes -= 1;
        lists.clear();
      }
    },
  };
};

/** False when the reader gave up; the page is then given up too, unless somebody else waits for it. */
const waitForPage = async (page: Promise<void>, list: Snapshot, signal: AbortSignal | undefined): Promise<boolean> => {
  let leave = () => {};
  const left = new Promise<boolean>((resolve) => {
    leave = () => resolve(false);
  });
  signal?.addEventListener('abort', leave, { once: true });
  list.waiters += 1;
  const stayed = await Promise.race([page.then(() => true), left]);
  signal?.removeEventListener('abort', leave);
  list.waiters -= 1;
  if (!stayed && list.waiters === 0) list.abortController.abort();
  return stayed;
};
