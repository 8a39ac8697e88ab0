import { existsSync, lstatSync, unlinkSync } from 'node:fs';
import { connect } from 'node:net';

/** A socket that a killed server left is in the way and nobody's: it is removed. Rejects for one that answers: it is another server's. */
export const clearSocket = (path: string): Promise<void> => new Promise((done, fail) => {
  if (!existsSync(path) || !lstatSync(path).isSocket()) { done(); return; }
  const attempt = connect(path);
  attempt.on('connect', () => { attempt.destroy(); fail(new Error(`unable to listen: listen unix ${path}: bind: address already in use`)); });
  // Whatever else there is about it, the system tells when it is to be listened at.
  attempt.on('error', ({ code }: NodeJS.ErrnoException) => {
    try { if (code === 'ECONNREFUSED') unlinkSync(path); done(); } catch (error) { fail(error as Error); }
  });
});

export const removeSocket = (path: string): void => { if (existsSync(path) && lstatSync(path).isSocket()) unlinkSync(path); };
