import { getAsset } from 'node:sea';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a worker thread that runs a script: a bundle as it is, also out of a single executable, a TypeScript source through the loader,
 * which a thread does not inherit. `workerData` is taken; everything else of the options goes to the thread.
 */
export function startWorker(script: URL, options: Omit<WorkerOptions, 'workerData'> = {}): Worker {
  if (script.protocol === 'asset:') return new Worker(getAsset(script.pathname, 'utf8'), { ...options, eval: true });
  if (!script.pathname.endsWith('.ts')) return new Worker(script, options);
  return new Worker(new URL('./from-source.mjs', import.meta.url), { ...options, workerData: { script: script.href } });
}
