import { type CompilationResult, compileWithin, type Options } from '../configuration/index.ts';
import { apart } from './apart.ts';
import { GivenUp } from './pool.ts';

/** What is compiled at once: some milliseconds of it. More is done in a worker thread. */
const most = { characters: 32 * 1024, values: 10_000 };

/** As compileConfiguration; one that takes too long is a fault like others. Never within a unit of work. */
export const compileApart = async (text: string, options: Options = {}): Promise<CompilationResult> => {
  const known = text.length <= most.characters ? await compileWithin(text, options, most.values) : undefined;
  if (known) return known;
  try { return await apart('configuration', { text, options }); } catch (error) {
    if (!(error instanceof GivenUp) || error.isCrowd) throw error;
    return { faults: [{ path: '', line: 1, column: 1, message: `expected a configuration that can be compiled in time: ${error.message}` }], warnings: [] };
  }
};
