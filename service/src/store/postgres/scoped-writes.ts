import { createGroupCommit, type BeginGroup, type WriteLock } from '../group-commit.ts';
import type { SqlSession } from '../sql-dialect.ts';

type Queue = ReturnType<typeof createGroupCommit>;

/** Limits how many run at a time; the others wait in order. */
const createLimit = (most: number): WriteLock => {
  let free = most;
  const waiting: (() => void)[] = [];
  return {
    acquire: async () => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    release: () => {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    },
  };
};

/** Beyond this number, empty queues are dropped. */
const maxIdleQueues = 1000;

/**
 * Units of work in groups, a queue for each set of organizations: those of one queue share a commit, those of different queues are written
 * at the same time, `most` groups of them at once in this process. `begin` waits for groups of other processes.
 */
export const createScopedWrites = (begin: BeginGroup, most: number) => {
  const queues = new Map<string, Queue>();
  const limit = createLimit(most);
  let dropped = 0;
  const dropIdle = (): void => {
    for (const [key, queue] of queues) {
      if (queue.busy()) continue;
      dropped += queue.count();
      queues.delete(key);
    }
  };
  const queueOf = (organizations: readonly string[] | undefined): Queue => {
    const names = organizations && [...new Set(organizations)].sort();
    const key = names ? JSON.stringify(names) : '';
    let queue = queues.get(key);
    if (queue) return queue;
    if (queues.size >= maxIdleQueues) dropIdle();
    queue = createGroupCommit((size) => begin(names, size), limit, true);
    queues.set(key, queue);
    return queue;
  };
  return {
    /** Resolves when the work is durable. */
    write: <T>(work: (session: SqlSession) => Promise<T>, organizations?: readonly string[]): Promise<T> =>
      queueOf(organizations).write(work),
    /** The number of finished units, successful or not. */
    count: (): number => [...queues.values()].reduce((sum, queue) => sum + queue.count(), dropped),
    /** Whether anything is written or waits to be. */
    busy: (): boolean => [...queues.values()].some((queue) => queue.busy()),
  };
};
