/** The worker thread of the CI service: it runs one task after the other until it is terminated. */
import { parentPort } from 'node:worker_threads';
import { runWorkerTask, type WorkerTask } from './worker-tasks.ts';
import type { WorkerMessage } from './thread-pool.ts';

const postReply = (message: WorkerMessage): void => {
  parentPort!.postMessage(message);
};
parentPort!.on('message', (task: WorkerTask) => {
  void runWorkerTask(task).then(
    (done) => postReply({ done }),
    (error: unknown) => postReply({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
