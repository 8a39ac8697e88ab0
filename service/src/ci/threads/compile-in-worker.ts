import type { PipelineCompilation, PipelineSource } from '../pipelines/compile-pipeline.ts';
import { runInWorker } from './run-in-worker.ts';
import { TaskAbandoned } from '@slipway/schema-tools/threads';

/** The result of compilePipeline, or `late`: a sentence why it took too long. */
export type WorkerCompilation = PipelineCompilation | { readonly late: string };

/** Compiles a configuration in a worker thread. Do not call it in a transaction. */
export const compileInWorker = async (
  source: PipelineSource,
  runElsewhere: typeof runInWorker<'configuration'> = runInWorker,
): Promise<WorkerCompilation> => {
  try {
    return await runElsewhere('configuration', source, source.text.length);
  } catch (error) {
    if (!(error instanceof TaskAbandoned) || error.reason === 'crowd') throw error;
    const message = `expected a configuration that can be compiled here: ${error.message}`;
    return error.reason === 'time' ? { late: message } : { faults: [{ path: '', line: 1, column: 1, message }] };
  }
};
