import { existsSync, lstatSync, unlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';

/** Maximum length of a path in bytes, without the terminating zero byte. */
const maxPathBytes = process.platform === 'linux' ? 107 : 103;

/**
 * Removes the socket of a server that was killed. Rejects if the socket answers, because another server uses it, and if its
 * folder does not exist.
 */
export const removeStaleSocket = (path: string): Promise<void> =>
  new Promise((done, fail) => {
    const refused = (reason: string): void => {
      fail(new Error(`unable to listen: listen unix ${path}: bind: ${reason}`));
    };
    // Node reports this as a lack of permission.
    if (!existsSync(dirname(path))) {
      refused('no such file or directory');
      return;
    }
    // Node truncates a longer path without an error.
    if (Buffer.byteLength(path) > maxPathBytes) {
      refused('invalid argument');
      return;
    }
    if (!existsSync(path) || !lstatSync(path).isSocket()) {
      done();
      return;
    }
    const attempt = connect(path);
    attempt.on('connect', () => {
      attempt.destroy();
      refused('address already in use');
    });
    // Other problems with the path are reported by the system when the server listens.
    attempt.on('error', ({ code }: NodeJS.ErrnoException) => {
      try {
        if (code === 'ECONNREFUSED') unlinkSync(path);
        done();
      } catch (error) {
        fail(error as Error);
      }
    });
  });

export const removeSocket = (path: string): void => {
  if (existsSync(path) && lstatSync(path).isSocket()) unlinkSync(path);
};
