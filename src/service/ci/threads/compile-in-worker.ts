import { type CompilationResult, compileWithBudget, type CompileOptions } from '../configuration/index.ts';
import { runInWorker } from './run-in-worker.ts';
import { TaskAbandoned } from './thread-pool.ts';

/** What is compiled at once: some milliseconds of it. More is done in a worker thread. */
const inlineLimits = { characters: 32 * 1024, values: 10_000 };

/** As compileConfiguration, unless it was given up: `late` says why in a sentence. */
export type WorkerCompilation = CompilationResult | { readonly late: string };

/** Compiles a configuration in a worker thread, unless that takes but a moment. Never within a unit of work. */
export const compileInWorker = async (
  text: string,
  options: CompileOptions = {},
  elsewhere: typeof runInWorker<'configuration'> = runInWorker,
): Promise<WorkerCompilation> => {
  const known = text.length <= inlineLimits.characters ? await compileWithBudget(text, options, inlineLimits.values) : undefined;
  if (known) return known;
  try {
    return await elsewhere('configuration', { text, options });
  } catch (error) {
    if (!(error instanceof TaskAbandoned) || error.reason === 'crowd') throw error;
    const message = `expected a configuration that can be compiled here: ${error.message}`;
    return error.reason === 'time' ? { late: message } : { faults: [{ path: '', line: 1, column: 1, message }], warnings: [] };
  }
};
