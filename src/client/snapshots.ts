import { safeUrl, withQuery } from './address.ts';
import type { Clock } from './clock.ts';
import { CancelledError } from './errors.ts';
import type { Answer, Item, Line, Read } from './line.ts';
import { type Page, pagesOf } from './pages.ts';
import { services } from './services.ts';

/** Reads of single documents, answered from a list once that is cheaper. */
export interface Snapshots {
  read(read: Read): Promise<Answer>;
  /** Wraps every write of the line: nothing that was read before or during it answers after it. */
  writing<T>(write: () => Promise<T>): Promise<T>;
}

/** One list as far as it has been read. */
interface Snapshot {
  readonly items: Map<string, Item>;
  readonly begunAt: number;
  /** How many reads asked for something in this list. */
  asked: number;
  /** Null: the first page has not come yet, or the service does not say. */
  pages: number | null;
  whole: boolean;
  failed: { readonly error: unknown } | null;
  reader: AsyncGenerator<Page> | null;
  next: Promise<void> | null;
  waiting: number;
  readonly stop: AbortController;
}

/** So many reads go out plainly before the list is thought of. */
const plainReads = 2;
const keptFor = 30_000;
const noHeaders = { get: () => null };

export const snapshots = (line: Pick<Line, 'service' | 'address' | 'call'>, clock: Clock): Snapshots => {
  const lists = new Map<string, Snapshot>();
  let writes = 0;

  const plain = (read: Read & { readonly path: string }): Promise<Answer> => line.call({ method: 'GET', effect: 'read', path: read.path,
    ...(read.signal && { signal: read.signal }), ...(read.accept && { accept: read.accept }) });

  const listOf = (key: string): Snapshot => {
    const kept = lists.get(key);
    // A list that its last reader gave up is on its way out.
    if (kept && !kept.stop.signal.aborted && clock.now() - kept.begunAt < keptFor) return kept;
    const fresh: Snapshot = { items: new Map(), begunAt: clock.now(), asked: 0, pages: null, whole: false, failed: null, reader: null, next: null, waiting: 0, stop: new AbortController() };
    if (writes === 0) lists.set(key, fresh);
    return fresh;
  };

  /** One more page, shared by all who wait for it. */
  const readOn = (list: Snapshot, among: NonNullable<Read['among']>, by = 'id'): Promise<void> => list.next ??= (async () => {
    list.reader ??= pagesOf(line, { ...among, signal: list.stop.signal });
    try {
      const { value, done } = await list.reader.next();
      if (done) { list.whole = true; return; }
      list.pages = value.total ?? list.pages;
      for (const item of value.items) if (typeof item[by] === 'string') list.items.set(item[by], item);
    } catch (error) {
      // The list may be closed to this token while single reads are not; those then speak for themselves.
      list.failed = { error };
    } finally { list.next = null; }
  })();

  const keyOf = ({ by = 'id' }: Read, among: NonNullable<Read['among']>): string => `${by} ${withQuery(among.path, among.query)}`;

  const answer = (item: Item): Answer => ({
    status: 200, headers: noHeaders, requestId: null, body: line.service === 'workspaces' ? { data: item } : item });

  /** Without a read of one: the list to its end, or to the item. A list that failed is asked anew by the next reader. */
  const fromList = async (read: Read, among: NonNullable<Read['among']>): Promise<Answer> => {
    const key = keyOf(read, among);
    const list = listOf(key);
    for (;;) {
      const item = list.items.get(read.id);
      if (item) return answer(item);
      if (list.whole) return { status: 404, headers: noHeaders, requestId: null, body: null };
      if (list.failed) {
        if (lists.get(key) === list) lists.delete(key);
        throw list.failed.error;
      }
      if (!(await waitFor(readOn(list, among, read.by), list, read.signal))) throw new CancelledError({ ...services[line.service], method: 'GET', url: safeUrl(`${line.address}/api/v2${among.path}`), attempts: 1 }, true);
    }
  };

  const hasPath = (read: Read): read is Read & { readonly path: string } => read.path !== null;

  return {
    async read(read) {
      if (!hasPath(read)) {
        if (!read.among) throw new Error('a read without a path needs a list to look in');
        return fromList(read, read.among);
      }
      if (!read.among || read.signal?.aborted) return plain(read);
      const list = listOf(keyOf(read, read.among));
      list.asked += 1;
      if (list.asked <= plainReads) return plain(read);
      for (;;) {
        const item = list.items.get(read.id);
        if (item) return answer(item);
        // Reading on pays once as many reads were asked for as the list has pages: never more than twice the best choice.
        if (list.whole || list.failed || list.asked < (list.pages ?? 1)) return plain(read);
        if (!(await waitFor(readOn(list, read.among, read.by), list, read.signal))) return plain(read);
      }
    },
    async writing(write) {
      writes += 1;
      lists.clear();
      try { return await write(); } finally {
        writes -= 1;
        lists.clear();
      }
    },
  };
};

/** False when the reader gave up; the page is then given up too, unless somebody else waits for it. */
const waitFor = async (page: Promise<void>, list: Snapshot, signal: AbortSignal | undefined): Promise<boolean> => {
  let leave = () => {};
  const left = new Promise<boolean>((resolve) => { leave = () => resolve(false); });
  signal?.addEventListener('abort', leave, { once: true });
  list.waiting += 1;
  const stayed = await Promise.race([page.then(() => true), left]);
  signal?.removeEventListener('abort', leave);
  list.waiting -= 1;
  if (!stayed && list.waiting === 0) list.stop.abort();
  return stayed;
};
