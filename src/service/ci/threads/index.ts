export { runInWorker } from './run-in-worker.ts';
export { compileInWorker, type WorkerCompilation } from './compile-in-worker.ts';
export { TaskAbandoned } from './thread-pool.ts';
export { decideInWorker, compilePoliciesInWorker, readInputInWorker } from './policies-in-worker.ts';
