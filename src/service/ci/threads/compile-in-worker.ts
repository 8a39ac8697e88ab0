import { type CompilationResult, compileWithBudget, type CompileOptions } from '../configuration/index.ts';
import { runInWorker } from './run-in-worker.ts';
import { TaskAbandoned } from './thread-pool.ts';

/** Limits of what is compiled in this thread, for some milliseconds. Larger configurations are compiled in a worker thread. */
const inlineLimits = { characters: 32 * 1024, values: 10_000 };

/** The result of compileConfiguration, or `late`: a sentence why it took too long. */
export type WorkerCompilation = CompilationResult | { readonly late: string };

/** Compiles a configuration, in a worker thread unless it is small. Do not call it in a transaction. */
export const compileInWorker = async (
  text: string,
  options: CompileOptions = {},
  runElsewhere: typeof runInWorker<'configuration'> = runInWorker,
): Promise<WorkerCompilation> => {
  const result = text.length <= inlineLimits.characters ? await compileWithBudget(text, options, inlineLimits.values) : undefined;
  if (result) return result;
  try {
    return await runElsewhere('configuration', { text, options });
  } catch (error) {
    if (!(error instanceof TaskAbandoned) || error.reason === 'crowd') throw error;
    const message = `expected a configuration that can be compiled here: ${error.message}`;
    return error.reason === 'time' ? { late: message } : { faults: [{ path: '', line: 1, column: 1, message }], warnings: [] };
  }
};
