/** The worker thread of the CI service: one job after the other until it is ended. */
import { parentPort } from 'node:worker_threads';
import { doJob, type Job } from './jobs.ts';
import type { FromWorker } from './pool.ts';

const say = (words: FromWorker): void => { parentPort!.postMessage(words); };
parentPort!.on('message', (job: Job) => {
  void doJob(job).then((done) => say({ done }), (error: unknown) => say({ failed: error instanceof Error ? error.stack ?? error.message : String(error) }));
});
