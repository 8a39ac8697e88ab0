/** Worker threads whose script is a bundle in an installation and a TypeScript source in a checkout, and pools of them. */
export { serveTasks } from './serve-tasks.ts';
export { startWorker } from './start-worker.ts';
export { createThreadPool, TaskAbandoned, type ThreadPool, type ThreadPoolLimits } from './thread-pool.ts';
export { workerScript } from './worker-script.ts';
