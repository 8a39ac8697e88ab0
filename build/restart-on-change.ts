import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';

export interface RestartOptions {
  /** Folders whose files are watched, each without what is below it. */
  readonly folders: readonly string[];
  /** Answers whether the build succeeded. */
  readonly build: () => boolean;
  /** The program and its arguments. */
  readonly command: readonly [string, ...string[]];
  readonly log: (line: string) => void;
}

export interface Restarter {
  /** Ends the program and the watching. */
  stop(): Promise<void>;
}

/** Milliseconds: an editor writes several files at once. */
const settleTime = 150;

function endProcess(running: ChildProcess | undefined): Promise<void> {
  if (!running || running.exitCode !== null || running.signalCode !== null) return Promise.resolve();
  return new Promise((stopped) => {
    running.once('exit', () => stopped());
    running.kill('SIGTERM');
  });
}

/**
 * Starts a program, and builds and starts it again whenever a watched file changes; a build that fails leaves the program running. One
 * restart at a time: changes during one ask for one more.
 */
export function restartOnChange({ folders, build, command: [program, ...args], log }: RestartOptions): Restarter {
  const start = (): ChildProcess => spawn(program, args, { stdio: 'inherit' });
  let service = start();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let isStopped = false;
  const restart = async (): Promise<void> => {
    if (isStopped) return;
    log('\nA source changed: building.');
    if (!build()) return log('The build failed; the service keeps running the previous build.');
    await endProcess(service);
    if (!isStopped) service = start();
  };
  const changed = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(restart);
    }, settleTime);
  };
  const watchers = folders.map((folder) => watch(folder, changed));
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      await running;
      await endProcess(service);
    },
  };
}
