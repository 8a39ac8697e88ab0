import { appendQuery } from './address.ts';
import type { TransportClock } from './clock.ts';
import type { CachedRead, ListItem, ServiceRequest } from './contract/service-client.ts';
import type { ListPage } from './list-pages.ts';

export type ListLocation = NonNullable<CachedRead['list']>;

/** One list, as far as it has been read; or one document that several objects are read from, as a list of itself. */
export interface KeptList {
  readonly path: string;
  /** The path without its query, and the last segment of it. */
  readonly place: string;
  readonly collection: string;
  readonly isDocument: boolean;
  readonly items: ListItem[];
  /** The items by what is looked for, for each name of an index; `count` items are in it. */
  readonly indexes: Map<string, { readonly found: Map<string, ListItem>; count: number }>;
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
  /** Whether anything was written since it began. It then answers look-ups only. */
  isWritten: boolean;
  /** The keys of items that were written since it began. */
  readonly written: Set<string>;
  readonly abortController: AbortController;
}

type Write = Pick<ServiceRequest, 'path' | 'writes'>;

/** The lists of one client. */
export interface KeptLists {
  readonly clock: TransportClock;
  /** By what they are for and where they are. */
  readonly lists: Map<string, KeptList>;
  /** Writes in flight. */
  readonly writes: Set<Write>;
}

/** Milliseconds. */
const maximumAge = 30_000;

/** The kept list that may answer the read, or a new one. */
export const keptListFor = ({ clock, lists, writes }: KeptLists, read: CachedRead, list: ListLocation): KeptList => {
  const address = appendQuery(list.path, list.query);
  for (const purpose of ['state ', 'look-up ']) {
    const kept = lists.get(purpose + address);
    // A list that its last reader abandoned is about to end.
    if (!kept || kept.abortController.signal.aborted || clock.now() - kept.startedAt >= maximumAge) continue;
    if (!kept.isWritten || (read.lookup && !kept.written.has(read.id))) return kept;
  }
  const kept = emptyList(list, clock.now(), writes);
  if (read.lookup) lists.set(`look-up ${address}`, kept);
  else if (writes.size === 0) lists.set(`state ${address}`, kept);
  return kept;
};

const emptyList = (list: ListLocation, now: number, writes: KeptLists['writes']): KeptList => {
  const [place] = list.path.split('?', 1) as [string];
  return {
    path: list.path,
    place,
    collection: place.slice(place.lastIndexOf('/') + 1),
    isDocument: list.isDocument !== undefined,
    items: [],
    indexes: new Map(),
    startedAt: now,
    readCount: 0,
    pageCount: null,
    complete: false,
    failure: null,
    reader: null,
    pendingPage: null,
    waiters: 0,
    isWritten: writes.size > 0,
    written: new Set([...writes].flatMap(({ writes: object }) => (object?.list === list.path && object.keys) || [])),
    abortController: new AbortController(),
  };
};

export const forgetList = ({ lists }: KeptLists, list: KeptList): void => {
  for (const [key, kept] of lists) if (kept === list) lists.delete(key);
};

/** The item that a read asks for, among those that have been read. */
export const itemOf = (list: KeptList, { id, idMember = 'id', index }: CachedRead): ListItem | undefined => {
  const name = index?.name ?? idMember;
  let known = list.indexes.get(name);
  if (!known) list.indexes.set(name, (known = { found: new Map(), count: 0 }));
  while (known.count < list.items.length) {
    const item = list.items[known.count++]!;
    const key = index ? index.keyOf(item) : item[idMember];
    if (typeof key === 'string' && !known.found.has(key)) known.found.set(key, item);
  }
  return known.found.get(id);
};

/**
 * Whether a write may change a list in another way than by the item that it names: it writes what the list belongs to, or, where it names
 * none, something of that collection.
 */
const isAffected = (kept: KeptList, { path, writes }: Write, segments: ReadonlySet<string>): boolean => {
  if (kept.place === path ? kept.isDocument : kept.place.startsWith(`${path}/`)) return true;
  return writes ? writes.list === kept.path && !writes.keys : segments.has(kept.collection);
};

/** Notes a write: what was read before or during it is not used for a state, and of what it writes not for a look-up either. */
export const noteWrite = (store: KeptLists, write: Write): void => {
  const segments = new Set(write.path.split('/'));
  const oldest = store.clock.now() - maximumAge;
  for (const [address, kept] of store.lists) {
    kept.isWritten = true;
    if (kept.startedAt <= oldest || isAffected(kept, write, segments)) store.lists.delete(address);
    else if (write.writes?.list === kept.path) for (const key of write.writes.keys!) kept.written.add(key);
  }
};
