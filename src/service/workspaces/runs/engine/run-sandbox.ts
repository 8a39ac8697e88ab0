import type { Sandbox } from '../../../runner/isolation/isolation.ts';
import type { RunnerOptions } from '../../../runner/runner-facts.ts';
import type { RunFolders } from './run-environment.ts';

/** What the processes of a phase see beside the system. Undefined: the runner isolates nothing. */
export const createRunSandbox = (
  { isolation, providerMirror }: RunnerOptions,
  engine: string,
  { source, home, temporary, output, settings, variables, plan }: RunFolders,
): Sandbox | undefined =>
  isolation && {
    isolation,
    folders: [source, home, temporary, output],
    temporary,
    programs: [engine],
    reads: [settings, variables, plan, ...(providerMirror === undefined ? [] : [providerMirror])],
  };
