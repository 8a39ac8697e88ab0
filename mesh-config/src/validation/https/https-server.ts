import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import type { LogScope } from '../../log/scope.ts';
import { hasOneHost } from '../../http/has-one-host.ts';
import { describeListenError } from '../../http/describe-listen-error.ts';
import type { KeyPair } from '../../tls/key-pair.ts';
import type { createReviewHandler } from './review-handler.ts';

export interface HttpsServer {
  /** Applies to new connections; open ones are not affected. Must be called once before `start`. */
  setKeyPair(pair: KeyPair): void;
  /** Rejects with a sentence when it cannot listen at the port. */
  start(): Promise<void>;
  /** Answers the requests in progress, and then closes every connection. */
  stop(): Promise<void>;
  port(): number;
  /** Why it does not serve; undefined: it serves. */
  failure(): string | undefined;
  /** Whether `stop` was called. */
  isStopped(): boolean;
}

/** Milliseconds. */
const headersTimeout = 10_000,
  requestTimeout = 30_000,
  idleTimeout = 5 * 60_000,
  closeTimeout = 1000;

interface ServerState {
  readonly port: number;
  readonly scope: LogScope;
  readonly sessions: Set<ServerHttp2Session>;
  readonly sockets: Set<Socket>;
  /** undefined: it does not listen. */
  server: Http2SecureServer | undefined;
  keyPair: KeyPair | undefined;
  failure: string | undefined;
  isStopped: boolean;
}

/** Keeps the open sessions and sockets, and limits them in time. */
const trackConnections = (server: Http2SecureServer, { sessions, sockets }: ServerState): void => {
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
};

const createServer = (state: ServerState, handle: ReturnType<typeof createReviewHandler>): Http2SecureServer => {
  const { scope, keyPair } = state;
  const server = createSecureServer({
    allowHTTP1: true,
    cert: keyPair!.certificate,
    key: keyPair!.key,
    minVersion: 'TLSv1.2',
    settings: { maxConcurrentStreams: 250 },
    maxSessionMemory: 64,
  });
  // Timeouts of HTTP/1.1, which the types do not have.
  Object.assign(server, { headersTimeout, requestTimeout, keepAliveTimeout: idleTimeout });
  server.on('request', (request, response) => {
    if (hasOneHost(request)) handle(request, response);
    else response.writeHead(400).end();
  });
  trackConnections(server, state);
  for (const event of ['sessionError', 'tlsClientError'] as const)
    server.on(event, (error: Error) => {
      if (scope.isEnabled('debug')) scope.debug(`a connection failed: ${error.message}`);
    });
  return server;
};

const listen = (state: ServerState, server: Http2SecureServer): Promise<void> =>
  new Promise((done, fail) => {
    const { port, scope } = state;
    const onListenError = (error: unknown): void => {
      fail(new Error(`unable to listen on validation port ${port}: ${describeListenError(error, `:${port}`)}`));
    };
    server.once('error', onListenError);
    server.listen(port, () => {
      server.removeListener('error', onListenError);
      server.on('error', (error: Error) => {
        state.failure = error.message;
        scope.error(`the HTTPS server failed: ${error.message}`);
      });
      server.once('close', () => {
        state.failure ??= 'it is closed';
      });
      state.server = server;
      done();
    });
  });

const close = (state: ServerState): Promise<void> =>
  new Promise((done) => {
    state.isStopped = true;
    const { server, sessions, sockets } = state;
    if (!server) {
      done();
      return;
    }
    const timeout = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, closeTimeout);
    server.close(() => {
      clearTimeout(timeout);
      done();
    });
    for (const session of sessions) session.close();
    (server as unknown as { closeIdleConnections?(): void }).closeIdleConnections?.();
    state.server = undefined;
  });

/** An HTTPS server of TLS 1.2 and 1.3 for HTTP/2, which API servers use, and HTTP/1.1. */
export const createHttpsServer = (port: number, handle: ReturnType<typeof createReviewHandler>, scope: LogScope): HttpsServer => {
  const state: ServerState = {
    port,
    scope,
    sessions: new Set(),
    sockets: new Set(),
    server: undefined,
    keyPair: undefined,
    failure: undefined,
    isStopped: false,
  };
  return {
    port: () => (state.server?.address() as AddressInfo | null)?.port ?? port,
    failure: () => state.failure,
    isStopped: () => state.isStopped,
    setKeyPair: (keyPair) => {
      state.server?.setSecureContext({ cert: keyPair.certificate, key: keyPair.key, minVersion: 'TLSv1.2' });
      state.keyPair = keyPair;
    },
    start: async () => listen(state, createServer(state, handle)),
    stop: () => close(state),
  };
};
