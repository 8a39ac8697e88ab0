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
 * Indexes the names of new records in portions, after a write and not within it. Until then, searches compare them one by one. A portion is
 * written in one turn of the event loop, between the transactions of others, and beside reads: what they see of the records stays the same.
 */
export const createNameIndexing = (
  connection: Pick<SqliteConnection, 'query' | 'execute'>,
  whileNobodyWrites: WhileNobodyWrites,
): NameIndexing => {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const hasUnindexed = (): boolean => connection.query(hasUnindexedNamesSql)[0]?.found === 1;
  /** Whether there is more. What is written from now on wakes it: a portion of few names costs nearly as much as one of many. */
  const indexSome = (): boolean => {
    if (stopped || !hasUnindexed()) return false;
    connection.execute(indexNamesSql);
    return hasUnindexed();
  };
  const indexInTurn = async (): Promise<boolean> => {
    try {
      return await whileNobodyWrites(indexSome);
    } catch (error) {
      // They stay as they are: the next write tries again.
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
