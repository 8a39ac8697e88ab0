import { parentPort } from 'node:worker_threads';
import type { WorkerMessage } from './thread-pool.ts';

const postReply = (message: WorkerMessage): void => {
  parentPort!.postMessage(message);
};

/** To be called in a worker thread: runs tasks of the pool one after the other until the thread is terminated. */
export const serveTasks = <T>(run: (task: T) => unknown): void => {
  parentPort!.on('message', (task: T) => {
    void (async () => run(task))().then(
      (done) => postReply({ done }),
      (error: unknown) => postReply({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
};
