import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProcessCommand } from '../process-command.ts';
import { startProcess } from '../start-process.ts';
import { tryDocker } from './docker/try-docker.ts';
import { type Isolation, isolationKinds } from './isolation.ts';
import { findProgram, type IsolationRequest, IsolationUnavailable, trialTimeout } from './trial.ts';

/** `isolation`: undefined for none. `missing`: why a stronger one is not in force, a sentence each. */
export interface FoundIsolation {
  readonly isolation: Isolation | undefined;
  readonly missing: readonly string[];
}

/** The last line that a command wrote in its sandbox when it failed; undefined: it succeeded. */
const runInSandbox = async (command: ProcessCommand): Promise<string | undefined> => {
  let output = '';
  const running = startProcess(command, async (chunk) => {
    output += chunk.toString();
  });
  const timer = setTimeout(() => running.stop(0), trialTimeout);
  try {
    const { code, signal } = await running.exit;
    return code === 0 ? undefined : output.trim().split('\n').at(-1) || `it ended with ${code ?? signal}`;
  } finally {
    clearTimeout(timer);
  }
};

const tryBubblewrap = async (request: IsolationRequest): Promise<Isolation> => {
  const program = await findProgram('bwrap');
  if (program === undefined)
    throw new IsolationUnavailable(
      'the program bwrap is not on the search path: install the package bubblewrap of your system, or choose another --isolation',
    );
  const isolation: Isolation = { ...request, kind: 'bubblewrap', program };
  const folder = await mkdtemp(join(tmpdir(), 'slipway-trial-'));
  try {
    const sandbox = { isolation, folders: [folder], temporary: folder };
    const problem = await runInSandbox({ argv: ['/bin/sh', '-c', ': > "$HOME/written"'], folder, environment: { HOME: folder }, sandbox });
    if (problem === undefined) return isolation;
    throw new IsolationUnavailable(
      `bwrap cannot make a sandbox here (${problem}): allow user namespaces to this user ` +
        '(kernel.unprivileged_userns_clone, user.max_user_namespaces, kernel.apparmor_restrict_unprivileged_userns, ' +
        'or the seccomp profile of the container), or choose another --isolation',
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const trials = { bubblewrap: tryBubblewrap, docker: tryDocker } as const;

/**
 * What a runner isolates its work with: what was asked for, or the strongest that works, found out by running each. Throws
 * IsolationUnavailable where what was asked for does not work.
 */
export const findIsolation = async (request: IsolationRequest): Promise<FoundIsolation> => {
  if (request.kind === 'none') return { isolation: undefined, missing: [] };
  if (request.kind !== undefined) return { isolation: await trials[request.kind](request), missing: [] };
  const missing: string[] = [];
  for (const kind of isolationKinds) {
    if (kind === 'none') continue;
    try {
      return { isolation: await trials[kind](request), missing };
    } catch (error) {
      if (!(error instanceof IsolationUnavailable)) throw error;
      missing.push(error.message);
    }
  }
  return { isolation: undefined, missing };
};
