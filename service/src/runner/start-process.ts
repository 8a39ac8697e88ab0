import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { ProcessCommand } from './process-command.ts';
import { type NamedContainer, removeContainer } from './isolation/docker/remove-containers.ts';
import { type ContainedCommand, wrapInContainer } from './isolation/docker/wrap-in-container.ts';
import { wrapCommand } from './isolation/wrap-command.ts';
import { listDescendants } from './process-tree.ts';
import { runnerLimits } from './runner-limits.ts';
import { spawnGuarded } from './spawn-guarded.ts';

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
}
export interface RunningProcess {
  /**
   * Resolves when the process has ended and its output is handled; processes left in its group are then killed, and its container is
   * removed. Rejects if it could not be started, if `onOutput` rejected, or if its container may still exist.
   */
  readonly exit: Promise<ProcessExit>;
  /** Sends SIGTERM to the whole group, and SIGKILL after `grace` milliseconds. */
  stop(grace?: number): void;
  /** Sends SIGINT to the whole group, and SIGKILL after `grace` milliseconds; never where this is left out. */
  interrupt(grace?: number): void;
}

/** Signals one process, if it is still there. */
const signal = (pid: number, name: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): void => {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

const signalGroup = (child: ChildProcess, name: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): void => {
  if (child.pid !== undefined) signal(-child.pid, name);
};

/**
 * Asks all processes to end, except the one that isolates the others: it would end first, and the system would then kill those inside at
 * once, before they can store their results.
 */
const askToEnd = ({ child, isIsolated, container }: ProcessState, name: 'SIGINT' | 'SIGTERM'): void => {
  if (container) child.stdin!.write(`${name.slice('SIG'.length)}\n`);
  else if (!isIsolated) signalGroup(child, name);
  else if (child.pid !== undefined) for (const pid of listDescendants(child.pid)) signal(pid, name);
};

/** How long, in milliseconds, output may stay open and silent after the process has ended: a process that left the group may hold it. */
const outputGrace = 300;
/** How long, in milliseconds, output may continue after the process has ended, and after it was stopped. */
const maxOutputGrace = 5000;

/** The state of a running process. */
interface ProcessState {
  readonly child: ChildProcess;
  readonly output: Readable;
  readonly onOutput: (chunk: Buffer) => Promise<void>;
  readonly keepsGroup: boolean;
  readonly isIsolated: boolean;
  /** The container of the process, whose standard input receives signals. */
  readonly container: NamedContainer | undefined;
  killTimer: NodeJS.Timeout | undefined;
  outputTimer: NodeJS.Timeout | undefined;
  /** Closes the output of an ended process, even if others still write to it. */
  endTimer: NodeJS.Timeout | undefined;
  isGone: boolean;
  end: ProcessExit;
  /** The error with which `onOutput` rejected. */
  failure: unknown;
  /** Resolves when the output so far is handled. */
  written: Promise<void>;
}

/** Closes the output of an ended process after some time without a byte. */
const closeSilentOutput = (state: ProcessState): void => {
  if (!state.isGone) return;
  clearTimeout(state.outputTimer);
  state.outputTimer = setTimeout(() => {
    state.output.destroy();
  }, outputGrace);
};

const handleOutput = (state: ProcessState, chunk: Buffer): void => {
  state.output.pause();
  clearTimeout(state.outputTimer);
  state.written = state
    .onOutput(chunk)
    .catch((error: unknown) => {
      state.failure ??= error;
      signalGroup(state.child, 'SIGKILL');
    })
    .then(() => {
      state.output.resume();
      closeSilentOutput(state);
    });
};

const handleExit = (state: ProcessState, end: ProcessExit): void => {
  state.end = end;
  state.isGone = true;
  clearTimeout(state.killTimer);
  if (!state.keepsGroup) signalGroup(state.child, 'SIGKILL');
  closeSilentOutput(state);
  if (!state.keepsGroup) closeOutputLater(state);
};

const closeOutputLater = (state: ProcessState): void => {
  state.endTimer ??= setTimeout(() => {
    state.output.destroy();
  }, maxOutputGrace);
};

const waitForExit = (state: ProcessState): Promise<ProcessExit> => {
  const { child, output } = state;
  const guardPipe = child.stdio[3] as Writable;
  guardPipe.on('error', () => undefined);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    output.on('data', (chunk: Buffer) => {
      handleOutput(state, chunk);
    });
    child.once('exit', (code, signal) => {
      handleExit(state, { code, signal });
    });
    child.once('close', () => {
      clearTimeout(state.outputTimer);
      clearTimeout(state.endTimer);
      guardPipe.destroy();
      void state.written.then(() => {
        if (state.failure === undefined) resolve(state.end);
        else reject(state.failure);
      });
    });
  });
};

const stopProcess = (state: ProcessState, signal: 'SIGINT' | 'SIGTERM', grace: number | undefined): void => {
  if (state.isGone) {
    signalGroup(state.child, 'SIGKILL');
    closeOutputLater(state);
    return;
  }
  askToEnd(state, signal);
  if (grace === undefined) return;
  state.killTimer ??= setTimeout(() => {
    signalGroup(state.child, 'SIGKILL');
  }, grace);
};

/** A client that saw the end of its container has removed it, too (`wrapInContainer`). */
const hasSeenEnd = ({ code, signal }: ProcessExit): boolean => signal === null && code !== null && code < 125;

const waitForRemoval = async (state: ProcessState): Promise<ProcessExit> => {
  const leave = async (): Promise<void> => {
    if (state.container && !hasSeenEnd(state.end)) await removeContainer(state.container);
  };
  const end = await waitForExit(state).catch(async (error: unknown) => {
    await leave();
    throw error;
  });
  await leave();
  return end;
};

/** The command that is started on this machine, and the container that it makes. */
const wrapProcess = (command: ProcessCommand): Partial<Pick<ContainedCommand, 'container'>> & ProcessCommand => {
  const { sandbox } = command;
  const settings = sandbox?.isolation.container;
  return sandbox && settings ? wrapInContainer(command, settings, sandbox) : wrapCommand(command);
};

/**
 * Starts a process. Standard output and standard error arrive in the order in which they are written; the next chunk is read when
 * `onOutput` has resolved. `keepsGroup`: other processes of its group are not killed when it ends.
 */
export const startProcess = (command: ProcessCommand, onOutput: (chunk: Buffer) => Promise<void>, keepsGroup = false): RunningProcess => {
  const { container, ...wrapped } = wrapProcess(command);
  const child = spawnGuarded(wrapped, command, container !== undefined);
  // Standard input of a client that has ended cannot be written to.
  child.stdin?.on('error', () => undefined);
  const state: ProcessState = {
    child,
    output: child.stdout!,
    onOutput,
    keepsGroup,
    isIsolated: command.sandbox !== undefined,
    container,
    killTimer: undefined,
    outputTimer: undefined,
    endTimer: undefined,
    isGone: false,
    end: { code: null, signal: null },
    failure: undefined,
    written: Promise.resolve(),
  };
  const exit = waitForRemoval(state);
  exit.catch(() => undefined);
  return {
    exit,
    stop: (grace = runnerLimits.grace) => {
      stopProcess(state, 'SIGTERM', grace);
    },
    interrupt: (grace) => {
      stopProcess(state, 'SIGINT', grace);
    },
  };
};
