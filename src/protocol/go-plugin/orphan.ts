import type { Http2Server } from 'node:http2';

/** Milliseconds. */
const grace = 2000;
const patience = 60_000;

/**
 * Ends a process whose engine is gone: the last connection has been closed for two seconds, or none was ever opened
 * within a minute of the start (the time an engine itself allows).
 */
export const endWithoutEngine = (server: Http2Server, end: () => void): void => {
  let open = 0;
  let clock = setTimeout(end, patience);
  clock.unref();
  server.on('session', (session) => {
    open++;
    clearTimeout(clock);
    session.once('close', () => {
      if (--open === 0) clock = setTimeout(end, grace);
    });
  });
};
