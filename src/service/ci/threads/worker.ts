/** The worker thread of the CI service: one job after the other until it is ended. */
import { parentPort } from 'node:worker_threads';
import { runWorkerTask, type WorkerTask } from './worker-tasks.ts';
import type { WorkerMessage } from './thread-pool.ts';

const postReply = (words: WorkerMessage): void => {
  parentPort!.postMessage(words);
};
parentPort!.on('message', (job: WorkerTask) => {
  void runWorkerTask(job).then(
    (done) => postReply({ done }),
    (error: unknown) => postReply({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
