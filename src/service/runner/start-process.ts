import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { ProcessCommand } from './process-command.ts';
import { wrapCommand } from './isolation/wrap-command.ts';
import { listDescendants } from './process-tree.ts';
import { runnerLimits } from './runner-limits.ts';

/**
 * Limits the size of files (the first argument: in blocks of 512 bytes, or nothing), enters cgroups (the next one is their number, then
 * come their folders), and leads a process group. Descriptor 3 is a pipe whose other end only the service holds: however the service ends,
 * the guard reads the end of the pipe and kills the whole group.
 */
const guardScript = `[ -z "$1" ] || ulimit -f "$1" || exit 126
shift; left=$1; shift
while [ "$left" -gt 0 ]; do echo $$ > "$1/cgroup.procs" || exit 126; shift; left=$((left - 1)); done
(trap '' HUP INT TERM; exec >/dev/null 2>&1; read -r _ <&3; kill -KILL 0) & exec 3<&-
exec "$@" 2>&1`;

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
}
export interface RunningProcess {
  /**
   * Resolves when the process is gone and its output is handled; processes that it left in its group are then killed. Rejects when it
   * could not be started, or when `onOutput` rejected.
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
 * Asks all processes to end. The process that isolates the others is not asked: it would end first, and the system ends what is inside of
 * it at once, without the time that it has to store what it did.
 */
const askToEnd = ({ child, isIsolated }: ProcessState, name: 'SIGINT' | 'SIGTERM'): void => {
  if (!isIsolated) signalGroup(child, name);
  else if (child.pid !== undefined) for (const pid of listDescendants(child.pid)) signal(pid, name);
};

/** How long output may stay open without a byte after the process is gone, in milliseconds: a process that left the group holds it. */
const outputGrace = 300;
/** How long output may go on after the process is gone, and after it was stopped, in milliseconds. */
const maxOutputGrace = 5000;

/** The state of a running process. */
interface ProcessState {
  readonly child: ChildProcess;
  readonly output: Readable;
  readonly onOutput: (chunk: Buffer) => Promise<void>;
  readonly keepsGroup: boolean;
  readonly isIsolated: boolean;
  killTimer: NodeJS.Timeout | undefined;
  outputTimer: NodeJS.Timeout | undefined;
  /** Closes the output of a process that is gone, even if others go on writing to it. */
  endTimer: NodeJS.Timeout | undefined;
  isGone: boolean;
  end: ProcessExit;
  /** What `onOutput` rejected with. */
  failure: unknown;
  /** Resolves when the output so far is handled. */
  written: Promise<void>;
}

/** Closes the output of a process that is gone, after some time without a byte. */
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

/** A file that is gone, or that this user may not read, is empty for who reads it. */
const openInput = (path: string): number => {
  try {
    return openSync(path, 'r');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EACCES') throw error;
    return openSync('/dev/null', 'r');
  }
};

const spawnGuarded = (
  { argv, folder, environment, inputs = [] }: ProcessCommand,
  { cgroups = [], fileBytes }: ProcessCommand,
): ChildProcess => {
  const blocks = fileBytes === undefined ? '' : `${Math.ceil(fileBytes / 512)}`;
  const opened: number[] = [];
  try {
    for (const path of inputs) opened.push(openInput(path));
    return spawn('/bin/sh', ['-c', guardScript, 'slipway-job', blocks, `${cgroups.length}`, ...cgroups, ...argv], {
      cwd: folder,
      env: { ...environment },
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore', 'pipe', ...opened],
    });
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
};

/**
 * Starts a process. Standard output and standard error arrive in the order in which they are written; the next chunk is read when
 * `onOutput` has resolved. `keepsGroup`: other processes of its group live on when it is gone.
 */
export const startProcess = (command: ProcessCommand, onOutput: (chunk: Buffer) => Promise<void>, keepsGroup = false): RunningProcess => {
  const child = spawnGuarded(wrapCommand(command), command);
  const state: ProcessState = {
    child,
    output: child.stdout!,
    onOutput,
    keepsGroup,
    isIsolated: command.sandbox !== undefined,
    killTimer: undefined,
    outputTimer: undefined,
    endTimer: undefined,
    isGone: false,
    end: { code: null, signal: null },
    failure: undefined,
    written: Promise.resolve(),
  };
  const exit = waitForExit(state);
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
