import type { Http2Connection } from '../http2/stream.ts';

/** Milliseconds. */
const disconnectGrace = 2000;
const connectTimeout = 60_000;

/**
 * Ends a plugin whose engine has ended: the last connection has been closed for two seconds, or none was ever opened within a minute of the
 * start (the time an engine itself allows). Returns the function to call with each connection.
 */
export const exitWithoutEngine = (end: () => void): ((connection: Http2Connection) => void) => {
  let open = 0;
  let timer = setTimeout(end, connectTimeout);
  timer.unref();
  return (connection) => {
    open++;
    clearTimeout(timer);
    connection.onClose(() => {
      if (--open === 0) timer = setTimeout(end, disconnectGrace);
    });
  };
};

/** Milliseconds. */
const parentCheckInterval = 1000;

/**
 * Ends a plugin whose parent process has ended, even with open connections: the system then gives it another parent. On Windows it does
 * not, and the connections decide. Returns a function that ends the check.
 */
export const exitWithoutParent = (isOrphaned: () => boolean, end: () => void): (() => void) => {
  const timer = setInterval(() => {
    if (isOrphaned()) end();
  }, parentCheckInterval).unref();
  return () => clearInterval(timer);
};
