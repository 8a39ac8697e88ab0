import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hasOneHost } from './has-one-host.ts';

export interface HttpListener {
  start(): Promise<void>;
  stop(): Promise<void>;
  port(): number;
}

/** In milliseconds. */
const headersTimeout = 10_000,
  closeTimeout = 1000;

/**
 * An HTTP server; the promise is rejected with the error of the system when it cannot listen. Its end waits for no idle
 * connection.
 */
export const createHttpListener = (handle: RequestListener, address: { readonly host?: string; readonly port: number }): HttpListener => {
  const made = createServer({ headersTimeout, requestTimeout: 60_000, maxHeaderSize: 16_384 }, (request, response) => {
    if (hasOneHost(request)) handle(request, response);
    else response.writeHead(400, { connection: 'close' }).end();
  });
  return {
    start: () =>
      new Promise((done, fail) => {
        made.once('error', fail);
        made.listen({ port: address.port, ...(address.host === undefined ? {} : { host: address.host }) }, () => {
          made.removeListener('error', fail);
          done();
        });
      }),
    stop: () =>
      new Promise((done) => {
        if (!made.listening) {
          done();
          return;
        }
        const late = setTimeout(() => {
          made.closeAllConnections();
        }, closeTimeout);
        made.close(() => {
          clearTimeout(late);
          done();
        });
        made.closeIdleConnections();
      }),
    port: () => (made.address() as AddressInfo | null)?.port ?? 0,
  };
};
