import type { Engine } from './find-engine.ts';
import { removeLockEntry } from './lock-file.ts';
import { runEngine, type EngineResult, type EngineRun } from './run-engine.ts';

/** The commands of an engine, each one run in `run.folder`. None of them prompts. */
export const runInit = (engine: Engine, run: EngineRun, ...more: string[]): Promise<EngineResult> => {
  removeLockEntry(run.folder);
  return runEngine(engine, ['init', '-no-color', ...more], run);
};
export const runValidate = (engine: Engine, run: EngineRun, ...more: string[]): Promise<EngineResult> =>
  runEngine(engine, ['validate', '-no-color', ...more], run);
const noColor = ({ colors = false }: EngineRun): readonly string[] => (colors ? [] : ['-no-color']);
/** Runs a plan. Exit code 0: no changes; 2: changes; 1: an error. */
export const runPlan = (engine: Engine, run: EngineRun, ...more: string[]): Promise<EngineResult> =>
  runEngine(engine, ['plan', ...noColor(run), '-detailed-exitcode', ...more], run);
/** Applies a saved plan, or plans and applies with `-auto-approve`. */
export const runApply = (engine: Engine, run: EngineRun, ...more: string[]): Promise<EngineResult> =>
  runEngine(engine, ['apply', '-no-color', ...more], run);
export const runDestroy = (engine: Engine, run: EngineRun, ...more: string[]): Promise<EngineResult> =>
  runEngine(engine, ['destroy', '-no-color', '-auto-approve', ...more], run);
export const runImport = (engine: Engine, run: EngineRun, address: string, id: string, ...more: string[]): Promise<EngineResult> =>
  runEngine(engine, ['import', '-no-color', ...more, address, id], run);
/** Shows the state, or the given plan file. */
export const runShow = (engine: Engine, run: EngineRun, ...more: string[]): Promise<EngineResult> =>
  runEngine(engine, ['show', '-no-color', ...more], run);
