import type { Engine } from './find.ts';
import { forgetLock } from './lock-file.ts';
import { runEngine, type Ran, type Run } from './run.ts';

/** What an engine can be told, each one run of it in `run.folder`. None of them asks questions. */
export const init = (engine: Engine, run: Run, ...more: string[]): Promise<Ran> => {
  forgetLock(run.folder);
  return runEngine(engine, ['init', '-no-color', ...more], run);
};
export const validate = (engine: Engine, run: Run, ...more: string[]): Promise<Ran> => runEngine(engine, ['validate', '-no-color', ...more], run);
/** Exit code 0: nothing to do; 2: there are changes; 1: an error. */
export const plan = (engine: Engine, run: Run, ...more: string[]): Promise<Ran> =>
  runEngine(engine, ['plan', '-no-color', '-detailed-exitcode', ...more], run);
/** Of a saved plan, or with `-auto-approve`. */
export const apply = (engine: Engine, run: Run, ...more: string[]): Promise<Ran> => runEngine(engine, ['apply', '-no-color', ...more], run);
export const destroy = (engine: Engine, run: Run, ...more: string[]): Promise<Ran> =>
  runEngine(engine, ['destroy', '-no-color', '-auto-approve', ...more], run);
export const importOne = (engine: Engine, run: Run, address: string, id: string, ...more: string[]): Promise<Ran> =>
  runEngine(engine, ['import', '-no-color', ...more, address, id], run);
/** Of the state, or of the plan file that is named. */
export const show = (engine: Engine, run: Run, ...more: string[]): Promise<Ran> => runEngine(engine, ['show', '-no-color', ...more], run);
