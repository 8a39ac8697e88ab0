import { closeSync, constants, futimesSync, lstatSync, openSync, rmSync } from 'node:fs';
import type { LogScope } from '../log/scope.ts';
import type { Component } from '../lifecycle/component.ts';

/** A check of health; a probe file shows that several of them pass. */
export interface HealthCheck {
  readonly name: string;
  /** Why the check fails; undefined: it passes. */
  failure(): string | undefined;
  /** Whether what it checks was stopped on purpose: then a failure is no error. */
  isStopped(): boolean;
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

interface Probe extends FileProbeOptions {
  /** Reasons of failing checks, by name. */
  readonly failures: Map<string, string>;
  /** Checks that have passed once: before that, a failure is only waited for. */
  readonly passed: Set<string>;
  lastError: string;
}

/** A device, a pipe, or a file with content was not created by the probe: it is neither touched nor deleted. */
const isForeignFile = (path: string): boolean => {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats !== undefined && (!stats.isFile() || stats.size > 0);
};

const touch = (path: string): void => {
  // Non-blocking: a pipe that was created there meanwhile is not waited for.
  const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | (constants.O_NONBLOCK ?? 0), 0o644);
  try {
    futimesSync(file, new Date(), new Date());
  } finally {
    closeSync(file);
  }
};

const runCheck = ({ failures, passed, scope }: Probe, { name, failure, isStopped }: HealthCheck): void => {
  const reason = failure();
  if (reason === undefined) {
    if (failures.delete(name)) scope.info(`${name} turns available`);
    passed.add(name);
    return;
  }
  if (failures.get(name) === reason) return;
  failures.set(name, reason);
  if (isStopped()) scope.info(`${name}: ${reason}`);
  else if (passed.has(name)) scope.error(`${name} turns unavailable: ${reason}`);
  else scope.info(`waiting for ${name}: ${reason}`);
};

const updateFile = (probe: Probe): void => {
  for (const check of probe.checks) runCheck(probe, check);
  if (probe.failures.size > 0) rmSync(probe.path, { force: true });
  else touch(probe.path);
};

/** With a full disk the file becomes old, which the prober detects; the server continues. */
const updateFileOrLog = (probe: Probe): void => {
  try {
    updateFile(probe);
    probe.lastError = '';
  } catch (error) {
    const { message } = error as Error;
    if (message !== probe.lastError) probe.scope.error(`${probe.name}: ${message}`);
    probe.lastError = message;
  }
};

/** An empty file whose time of change shows that all checks pass: touched twice per interval, deleted while one fails and at the end. */
export const createFileProbe = (options: FileProbeOptions): Component => {
  const { name, path, interval } = options;
  const probe: Probe = { ...options, failures: new Map(), passed: new Set(), lastError: '' };
  let timer: NodeJS.Timeout | undefined;
  let isOwned = false;
  return {
    name,
    start: async () => {
      if (path === '' || interval <= 0) return;
      if (isForeignFile(path))
        throw new Error(`${name}: ${path} exists and is not an empty file, and is not overwritten; use another path`);
      isOwned = true;
      try {
        updateFile(probe);
      } catch (error) {
        throw new Error(`${name}: ${(error as Error).message}`);
      }
      timer = setInterval(() => {
        updateFileOrLog(probe);
      }, interval / 2).unref();
    },
    stop: async () => {
      clearInterval(timer);
      if (isOwned) rmSync(path, { force: true });
    },
  };
};
