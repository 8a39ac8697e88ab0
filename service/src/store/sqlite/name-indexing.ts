import { StorageFull, StoreUnavailable } from '../failures.ts';
import { hasUnindexedNamesSql, indexNamesSql } from '../names/index-names.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** Milliseconds between a write and the indexing of its names: those of many creates are indexed together. */
const delay = 250;
/** Milliseconds between two portions, in which others read and write. */
const pause = 10;

type WhileNobodyWrites = (work: () => boolean) => Promise<boolean>;

export interface NameIndexing {
  /** To be called when names may have been written. */
  wake(): void;
  stop(): void;
}

/**
 * Indexes the names of new records in portions after a write. Until then, searches compare them one by one. A portion is written in one
 * turn of the event loop between transactions; reads can run in the meantime, since the records do not change.
 */
export const createNameIndexing = (
  connection: Pick<SqliteConnection, 'query' | 'execute'>,
  whileNobodyWrites: WhileNobodyWrites,
): NameIndexing => {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const hasUnindexed = (): boolean => connection.query(hasUnindexedNamesSql)[0]?.found === 1;
  /**
   * Indexes a portion; returns whether more names are left. Later writes start it again, because a small portion costs nearly as much as a
   * large one.
   */
  const indexSome = (): boolean => {
    if (stopped || !hasUnindexed()) return false;
    connection.execute(indexNamesSql);
    return hasUnindexed();
  };
  const indexInTurn = async (): Promise<boolean> => {
    try {
      return await whileNobodyWrites(indexSome);
    } catch (error) {
      // They stay unindexed until the next write.
      if (error instanceof StorageFull || error instanceof StoreUnavailable) return false;
      throw error;
    }
  };
  const schedule = (milliseconds: number): void => {
    if (stopped) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      void indexInTurn().then((hasMore) => {
        if (hasMore) schedule(pause);
      });
    }, milliseconds).unref();
  };
  return {
    wake: () => schedule(delay),
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
};
