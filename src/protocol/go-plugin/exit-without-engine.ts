import type { Http2Server } from 'node:http2';

/** Milliseconds. */
const disconnectGrace = 2000;
const connectTimeout = 60_000;

/**
 * Ends a process whose engine is gone: the last connection has been closed for two seconds, or none was ever opened
 * within a minute of the start (the time an engine itself allows).
 */
export const exitWithoutEngine = (server: Http2Server, end: () => void): void => {
  let open = 0;
  let timer = setTimeout(end, connectTimeout);
  timer.unref();
  server.on('session', (session) => {
    open++;
    clearTimeout(timer);
    session.once('close', () => {
      if (--open === 0) timer = setTimeout(end, disconnectGrace);
    });
  });
};
