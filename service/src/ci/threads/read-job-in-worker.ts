import { setTimeout as delay } from 'node:timers/promises';
import type { JobConfig } from '../configuration/configuration.ts';
import { runInWorker } from './run-in-worker.ts';
import { TaskAbandoned } from '@slipway/schema-tools/threads';

/** Milliseconds until a task is tried again that found the queue full. */
const retryDelay = 250;

/**
 * Reads one job of a compiled configuration, which may be long, in a worker thread. It waits as long as too many other tasks wait: a
 * job does not fail for that. Do not call it in a transaction.
 */
export const readJobInWorker = async (yaml: string, name: string): Promise<JobConfig> => {
  for (;;)
    try {
      return await runInWorker('job', { yaml, name }, yaml.length);
    } catch (error) {
      if (!(error instanceof TaskAbandoned) || error.reason !== 'crowd') throw error;
      await delay(retryDelay);
    }
};
