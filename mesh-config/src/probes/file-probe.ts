import { closeSync, constants, futimesSync, lstatSync, openSync, rmSync } from 'node:fs';
import type { LogScope } from '../log/scope.ts';
import type { Component } from '../lifecycle/component.ts';

/** Something that is well or not; several of them make one probe file. */
export interface HealthCheck {
  readonly name: string;
  /** undefined: it is well; else what is wrong. */
  failure(): string | undefined;
}
export interface FileProbeOptions {
  /** `liveness probe` */
  readonly name: string;
  /** '' : no file. */
  readonly path: string;
  /** Milliseconds; 0 or less: no file. */
  readonly interval: number;
  readonly checks: readonly HealthCheck[];
  readonly scope: LogScope;
}

/** An empty file that says by its time that all is well: touched twice an interval, gone while something is wrong, gone at the end. */
export const createFileProbe = ({ name, path, interval, checks: health, scope }: FileProbeOptions): Component => {
  const wanted = path !== '' && interval > 0;
  const unwell = new Map<string, string>();
  /** Those that were well once: until then, waiting for them is no failure. */
  const known = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let told = '';
  let owned = false;

  /** What somebody else keeps there is neither touched nor taken away: a device, a pipe, a file with something in it. */
  const others = (): boolean => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found !== undefined && (!found.isFile() || found.size > 0);
  };
  const touch = (): void => {
    // A pipe that came there since is not waited for.
    const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | (constants.O_NONBLOCK ?? 0), 0o644);
    try {
      futimesSync(file, new Date(), new Date());
    } finally {
      closeSync(file);
    }
  };
  const look = (): void => {
    for (const { name: part, failure: wrong } of health) {
      const reason = wrong();
      if (reason !== undefined && unwell.get(part) !== reason) {
        if (known.has(part)) scope.error(`${part} turns unavailable: ${reason}`);
        else scope.info(`${part} is waited for: ${reason}`);
      }
      if (reason === undefined && unwell.has(part)) scope.info(`${part} turns available`);
      if (reason !== undefined) {
        unwell.set(part, reason);
        continue;
      }
      unwell.delete(part);
      known.add(part);
    }
    if (unwell.size > 0) rmSync(path, { force: true });
    else touch();
  };
  const lookAgain = (): void => {
    // A disk that is full makes the file old, which is what a prober shall see; the server itself goes on.
    try {
      look();
      told = '';
    } catch (error) {
      const { message } = error as Error;
      if (message !== told) scope.error(`${name}: ${message}`);
      told = message;
    }
  };
  return {
    name,
    start: async () => {
      if (!wanted) return;
      if (others()) throw new Error(`${name}: ${path} is there, and is no empty file: it would be taken away; name another path`);
      owned = true;
      try {
        look();
      } catch (error) {
        throw new Error(`${name}: ${(error as Error).message}`);
      }
      timer = setInterval(lookAgain, interval / 2);
      timer.unref();
    },
    stop: async () => {
      clearInterval(timer);
      if (owned) rmSync(path, { force: true });
    },
  };
};
