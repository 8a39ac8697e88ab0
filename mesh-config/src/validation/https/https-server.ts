import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import type { LogScope } from '../../log/scope.ts';
import { describeListenError } from '../../http/describe-listen-error.ts';
import type { KeyPair } from '../../tls/key-pair.ts';
import type { createReviewHandler } from './review-handler.ts';

export interface HttpsServer {
  /** For connections from now on; those that are open stay as they are. Once before `start`. */
  setKeyPair(pair: KeyPair): void;
  /** Rejects with a sentence where the port cannot be had. */
  start(): Promise<void>;
  /** Answers what was asked, and then ends every connection. */
  stop(): Promise<void>;
  port(): number;
  /** undefined: it listens as it should. */
  failure(): string | undefined;
}

/** Milliseconds. */
const headersTimeout = 10_000,
  requestTimeout = 30_000,
  idleTimeout = 5 * 60_000,
  closeTimeout = 1000;

/** HTTPS of TLS 1.2 and 1.3, speaking HTTP/2 and HTTP/1.1: API servers ask for the first, people with curl for either. */
export const createHttpsServer = (port: number, handle: ReturnType<typeof createReviewHandler>, scope: LogScope): HttpsServer => {
  let made: Http2SecureServer | undefined;
  let wrong: string | undefined;
  let pair: KeyPair | undefined;
  const sessions = new Set<ServerHttp2Session>(),
    sockets = new Set<Socket>();
  const begin = (): Http2SecureServer => {
    const server = createSecureServer({
      allowHTTP1: true,
      cert: pair!.certificate,
      key: pair!.key,
      minVersion: 'TLSv1.2',
      settings: { maxConcurrentStreams: 250 },
      maxSessionMemory: 64,
    });
    // Those of HTTP/1.1, of which the types know nothing.
    Object.assign(server, { headersTimeout, requestTimeout, keepAliveTimeout: idleTimeout });
    server.on('request', handle);
    server.on('session', (session) => {
      sessions.add(session);
      session.setTimeout(idleTimeout, () => {
        session.close();
      });
      session.once('close', () => {
        sessions.delete(session);
      });
    });
    server.on('stream', (stream) => {
      stream.setTimeout(requestTimeout, () => {
        stream.close();
      });
    });
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => {
        sockets.delete(socket);
      });
    });
    for (const event of ['sessionError', 'tlsClientError'] as const)
      server.on(event, (error: Error) => {
        if (scope.isEnabled('debug')) scope.debug(`a connection failed: ${error.message}`);
      });
    return server;
  };
  return {
    port: () => (made?.address() as AddressInfo | null)?.port ?? port,
    failure: () => wrong,
    setKeyPair: (given) => {
      made?.setSecureContext({ cert: given.certificate, key: given.key, minVersion: 'TLSv1.2' });
      pair = given;
    },
    start: () =>
      new Promise((done, fail) => {
        const server = begin();
        const refused = (error: unknown): void => {
          fail(new Error(`unable to listen on validation port ${port}: ${describeListenError(error, `:${port}`)}`));
        };
        server.once('error', refused);
        server.listen(port, () => {
          server.removeListener('error', refused);
          server.on('error', (error: Error) => {
            wrong = error.message;
            scope.error(`the HTTPS server failed: ${error.message}`);
          });
          server.once('close', () => {
            wrong ??= 'it is closed';
          });
          made = server;
          done();
        });
      }),
    stop: () =>
      new Promise((done) => {
        if (!made) {
          done();
          return;
        }
        const late = setTimeout(() => {
          for (const socket of sockets) socket.destroy();
        }, closeTimeout);
        made.close(() => {
          clearTimeout(late);
          done();
        });
        for (const session of sessions) session.close();
        (made as unknown as { closeIdleConnections?(): void }).closeIdleConnections?.();
        made = undefined;
      }),
  };
};
