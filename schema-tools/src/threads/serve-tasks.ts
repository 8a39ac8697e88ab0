import { parentPort } from 'node:worker_threads';
import type { WorkerMessage } from './thread-pool.ts';

const postReply = (message: WorkerMessage): void => {
  parentPort!.postMessage(message);
};

/** In a worker thread: runs one task of the pool after the other until the thread is terminated. */
export const serveTasks = <T>(run: (task: T) => unknown): void => {
  parentPort!.on('message', (task: T) => {
    void (async () => run(task))().then(
      (done) => postReply({ done }),
      (error: unknown) => postReply({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
};
