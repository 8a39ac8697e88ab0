import type { Sandbox } from '../../../runner/isolation/isolation.ts';
import type { RunnerOptions } from '../../../runner/runner-facts.ts';
import type { RunFolders } from './run-environment.ts';

/** What the processes of a phase see beside the system. Undefined: the runner isolates nothing. */
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
