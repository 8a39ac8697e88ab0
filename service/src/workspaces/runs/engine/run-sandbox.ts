import type { Sandbox } from '../../../runner/isolation/isolation.ts';
import type { RunnerOptions } from '../../../runner/runner-facts.ts';
import type { RunFolders } from './run-environment.ts';

/** The files that the processes of a phase see besides the system's. Undefined: the runner does not isolate. */
export const createRunSandbox = (
  { isolation, providerMirror, runProcesses, runMemoryMegabytes: memoryMegabytes }: RunnerOptions,
  engine: string,
  { root, source, home, temporary, output }: RunFolders,
): Sandbox | undefined =>
  isolation && {
    isolation,
    folders: [source, home, temporary, output],
    temporary,
    processes: runProcesses,
    programs: [engine],
    memoryMegabytes,
    // Its settings, its variables and the plan that is applied. One folder costs less than three files.
    reads: [root, ...(providerMirror === undefined ? [] : [providerMirror])],
  };
