/** Worker threads whose script is a bundle in an installation and a TypeScript source in a checkout. */
export { startWorker } from './start-worker.ts';
export { workerScript } from './worker-script.ts';
