import { type ChildProcess, spawn } from 'node:child_process';
import { runnerLimits } from './runner-limits.ts';

/**
 * Leads a process group of its own. Descriptor 3 is a pipe whose other end only the service has: however the service ends, the
 * guard reads the end of it and the whole group is killed.
 */
const guardScript = `(trap '' HUP INT TERM; exec >/dev/null 2>&1; read -r _ <&3; kill -KILL 0) & exec 3<&-; exec "$@" 2>&1`;

export interface ProcessCommand {
  readonly words: readonly string[];
  readonly folder: string;
  readonly environment: { readonly [name: string]: string };
}
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
}
export interface RunningProcess {
  /** When the process is gone and its output was heard; what it left in its group is then killed. Rejects when it could not be started, or when hearing failed. */
  readonly exit: Promise<ProcessExit>;
  /** Asks the whole group to end, and ends it after some time (milliseconds). */
  stop(grace?: number): void;
}

const signalGroup = (child: ChildProcess, name: 'SIGTERM' | 'SIGKILL'): void => {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

/** How long output may stay open in silence after the process that was started is gone: something that left the group holds it. */
const outputGrace = 300;

/** Output and errors come in the order in which they were written; no more is read until what was heard is dealt with. */
export const startProcess = (
  { words, folder, environment }: ProcessCommand,
  hear: (chunk: Buffer) => Promise<void>,
  lingers = false,
): RunningProcess => {
  const child = spawn('/bin/sh', ['-c', guardScript, 'slipway-job', ...words], {
    cwd: folder,
    env: { ...environment },
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  });
  const output = child.stdout!;
  const pipe = child.stdio[3] as NodeJS.WritableStream & { destroy(): void };
  pipe.on('error', () => undefined);
  let [late, quiet]: (NodeJS.Timeout | undefined)[] = [];
  let [gone, failure]: [boolean, unknown] = [false, undefined];
  const wait = (): void => {
    if (gone) {
      clearTimeout(quiet);
      quiet = setTimeout(() => {
        output.destroy();
      }, outputGrace);
    }
  };
  const exit = new Promise<ProcessExit>((done, fail) => {
    let end: ProcessExit = { code: null, signal: null };
    let heard: Promise<void> = Promise.resolve();
    child.once('error', fail);
    output.on('data', (chunk: Buffer) => {
      output.pause();
      clearTimeout(quiet);
      heard = hear(chunk)
        .catch((error: unknown) => {
          failure ??= error;
          signalGroup(child, 'SIGKILL');
        })
        .then(() => {
          output.resume();
          wait();
        });
    });
    child.once('exit', (code, name) => {
      [end, gone] = [{ code, signal: name }, true];
      clearTimeout(late);
      if (!lingers) signalGroup(child, 'SIGKILL');
      wait();
    });
    child.once('close', () => {
      clearTimeout(quiet);
      pipe.destroy();
      void heard.then(() => {
        if (failure === undefined) done(end);
        else fail(failure);
      });
    });
  });
  exit.catch(() => undefined);
  return {
    exit,
    stop: (grace = runnerLimits.grace) => {
      if (gone) {
        signalGroup(child, 'SIGKILL');
        return;
      }
      signalGroup(child, 'SIGTERM');
      late ??= setTimeout(() => {
        signalGroup(child, 'SIGKILL');
      }, grace);
    },
  };
};
