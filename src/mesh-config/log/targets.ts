import { appendFileSync, closeSync, openSync } from 'node:fs';
import type { CommonOptions } from '../flags/common-flags.ts';
import { quoted } from '../flags/values/quoted.ts';
import { rotatingFile } from './rotating-file.ts';
import { fileFailure } from '../file-failure.ts';

export interface Target { write(text: string): void; close(): void }

const opened = <T>(path: string, open: () => T): T => {
  try { return open(); } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(`couldn't open sink ${quoted(path)}: open ${path}: ${fileFailure(code) ?? message}`);
  }
};

const stream = (out: NodeJS.WriteStream): Target => ({ write: (text) => { out.write(text); }, close: () => {} });
const file = (path: string): Target => {
  const handle = opened(path, () => openSync(path, 'a', 0o600));
  return { write: (text) => { appendFileSync(handle, text); }, close: () => { closeSync(handle); } };
};

/** A disk that is full stops no server: what could not be written is told once on standard error, and again after a write that worked. */
export const steadfast = (path: string, target: Target): Target => {
  let told = false;
  return {
    close: target.close,
    write: (text) => {
      try { target.write(text); told = false; } catch (error) {
        if (!told) process.stderr.write(`mesh-config: cannot write the log to ${path}: ${(error as Error).message}; lines are lost until it can be written again\n`);
        told = true;
      }
    },
  };
};

const bytesPerMegabyte = 1024 * 1024;

/** Where every line goes: each `--log_target`, and `--log_rotate` besides. Throws `couldn't open sink …`. */
export const openTargets = (options: CommonOptions): readonly Target[] => [
  ...options.log_target.map((name) => (name === 'stdout' ? stream(process.stdout) : name === 'stderr' ? stream(process.stderr) : steadfast(name, file(name)))),
  ...(options.log_rotate === '' ? [] : [steadfast(options.log_rotate, opened(options.log_rotate, () => rotatingFile(options.log_rotate, {
    maxBytes: options.log_rotate_max_size * bytesPerMegabyte, maxAgeDays: options.log_rotate_max_age, maxBackups: options.log_rotate_max_backups,
  })))]),
];
