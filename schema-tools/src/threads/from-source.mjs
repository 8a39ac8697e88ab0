/** Runs a worker's script from its TypeScript source: a thread does not inherit what reads TypeScript. Never part of a bundle. */
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
await import(workerData.script);
