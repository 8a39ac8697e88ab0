import { appendFileSync, closeSync, openSync } from 'node:fs';
import type { CommonOptions } from '../flags/common-flags.ts';
import { quote } from '../flags/values/quote.ts';
import { openRotatingFile } from './rotating-file.ts';
import { describeFileError } from '../files/describe-file-error.ts';

export interface LogTarget {
  write(text: string): void;
  close(): void;
}

const openOrThrow = <T>(path: string, open: () => T): T => {
  try {
    return open();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(`couldn't open sink ${quote(path)}: open ${path}: ${describeFileError(code) ?? message}`);
  }
};

const createStreamTarget = (out: NodeJS.WriteStream): LogTarget => ({
  write: (text) => {
    out.write(text);
  },
  close: () => {},
});
const openFileTarget = (path: string): LogTarget => {
  const handle = openOrThrow(path, () => openSync(path, 'a', 0o600));
  return {
    write: (text) => {
      appendFileSync(handle, text);
    },
    close: () => {
      closeSync(handle);
    },
  };
};

/** A full disk does not stop the server: the failure is reported on standard error once, and again after a write that worked. */
export const tolerateWriteErrors = (path: string, target: LogTarget): LogTarget => {
  let told = false;
  return {
    close: target.close,
    write: (text) => {
      try {
        target.write(text);
        told = false;
      } catch (error) {
        if (!told)
          process.stderr.write(
            `mesh-config: cannot write the log to ${path}: ${(error as Error).message}; lines are lost until it can be written again\n`,
          );
        told = true;
      }
    },
  };
};

const bytesPerMegabyte = 1024 * 1024;

/** The targets of every line: each `--log_target`, and the file of `--log_rotate`. Throws `couldn't open sink …`. */
export const openLogTargets = (options: CommonOptions): readonly LogTarget[] => [
  ...options.log_target.map((name) =>
    name === 'stdout'
      ? createStreamTarget(process.stdout)
      : name === 'stderr'
        ? createStreamTarget(process.stderr)
        : tolerateWriteErrors(name, openFileTarget(name)),
  ),
  ...(options.log_rotate === ''
    ? []
    : [
        tolerateWriteErrors(
          options.log_rotate,
          openOrThrow(options.log_rotate, () =>
            openRotatingFile(options.log_rotate, {
              maxBytes: options.log_rotate_max_size * bytesPerMegabyte,
              maxAgeDays: options.log_rotate_max_age,
              maxBackups: options.log_rotate_max_backups,
            }),
          ),
        ),
      ]),
];
