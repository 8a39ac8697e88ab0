import { type ChildProcess, spawn } from 'node:child_process';
import { limits } from './limits.ts';

/**
 * Leads a process group of its own. Descriptor 3 is a pipe whose other end only the service has: however the service ends, the
 * guard reads the end of it and the whole group is killed.
 */
const guard = `(trap '' HUP INT TERM; exec >/dev/null 2>&1; read -r _ <&3; kill -KILL 0) & exec 3<&-; exec "$@" 2>&1`;

export interface Command { readonly words: readonly string[]; readonly folder: string; readonly environment: { readonly [name: string]: string } }
export interface Exit { readonly code: number | null; readonly signal: string | null }
export interface Running {
  /** When the process is gone and its output was heard; what it left in its group is then killed. Rejects when it could not be started, or when hearing failed. */
  readonly exit: Promise<Exit>;
  /** Asks the whole group to end, and ends it after some time (milliseconds). */
  stop(grace?: number): void;
}

const signal = (child: ChildProcess, name: 'SIGTERM' | 'SIGKILL'): void => {
  if (child.pid === undefined) return;
  try { process.kill(-child.pid, name); } catch (error) { if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; }
};

/** How long output may stay open in silence after the process that was started is gone: something that left the group holds it. */
const silence = 300;

/** Output and errors come in the order in which they were written; no more is read until what was heard is dealt with. */
export const start = ({ words, folder, environment }: Command, hear: (chunk: Buffer) => Promise<void>, lingers = false): Running => {
  const child = spawn('/bin/sh', ['-c', guard, 'slipway-job', ...words], { cwd: folder, env: { ...environment }, detached: true, stdio: ['ignore', 'pipe', 'ignore', 'pipe'] });
  const output = child.stdout!;
  const pipe = child.stdio[3] as NodeJS.WritableStream & { destroy(): void };
  pipe.on('error', () => undefined);
  let [late, quiet]: (NodeJS.Timeout | undefined)[] = [];
  let [gone, failure]: [boolean, unknown] = [false, undefined];
  const wait = (): void => { if (gone) { clearTimeout(quiet); quiet = setTimeout(() => { output.destroy(); }, silence); } };
  const exit = new Promise<Exit>((done, fail) => {
    let end: Exit = { code: null, signal: null };
    let heard: Promise<void> = Promise.resolve();
    child.once('error', fail);
    output.on('data', (chunk: Buffer) => {
      output.pause();
      clearTimeout(quiet);
      heard = hear(chunk).catch((error: unknown) => { failure ??= error; signal(child, 'SIGKILL'); }).then(() => { output.resume(); wait(); });
    });
    child.once('exit', (code, name) => {
      [end, gone] = [{ code, signal: name }, true];
      clearTimeout(late);
      if (!lingers) signal(child, 'SIGKILL');
      wait();
    });
    child.once('close', () => {
      clearTimeout(quiet);
      pipe.destroy();
      void heard.then(() => { if (failure === undefined) done(end); else fail(failure); });
    });
  });
  exit.catch(() => undefined);
  return {
    exit,
    stop: (grace = limits.grace) => {
      if (gone) { signal(child, 'SIGKILL'); return; }
      signal(child, 'SIGTERM');
      late ??= setTimeout(() => { signal(child, 'SIGKILL'); }, grace);
    },
  };
};
