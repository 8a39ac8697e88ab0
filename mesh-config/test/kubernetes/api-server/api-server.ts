import { createServer as createHttp, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type Admission, handleRequest, createStatus } from './handle-request.ts';
import { createObjectStore, type ObjectStore } from './object-store.ts';
import { discoveryDocument, parsePath, type Route } from './parse-path.ts';
import { createWatchStreams, type WatchRequest } from './watch-streams.ts';
import { freePort } from '@slipway/test-support/free-port';

export interface ApiServerOptions {
  /** PEM; without them it speaks HTTP. */
  readonly tls?: { readonly certificate: string; readonly key: string; /** Whose certificates are believed. */ readonly clients?: string };
  readonly token?: string;
}
export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly type: string;
  readonly body: string;
  readonly agent: string;
}
export interface ApiServer {
  readonly objects: ObjectStore;
  readonly watches: ReturnType<typeof createWatchStreams>;
  /** Every request that was let in, in order. */
  readonly requests: RecordedRequest[];
  url(): string;
  /** Listens: where it listened before, when it did. */
  start(): Promise<void>;
  /** Dies at once, with every connection; what it kept is kept. */
  kill(): Promise<void>;
  /** What it shows when it starts the next time. */
  tls: ApiServerOptions['tls'];
  /** Who is believed. */
  token: string | undefined;
  admission: Admission;
  /** Answers such requests with a failure; undefined: as it should. */
  failRequest: (
    request: RecordedRequest,
  ) => { readonly code: number; readonly reason: string; readonly message: string; readonly retryAfter?: number } | undefined;
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
};

const isLetIn = (request: IncomingMessage, { tls, token }: Pick<ApiServer, 'tls' | 'token'>): boolean => {
  if (token === undefined && tls?.clients === undefined) return true;
  if (token !== undefined && request.headers.authorization === `Bearer ${token}`) return true;
  return tls?.clients !== undefined && (request.socket as TLSSocket).authorized;
};
const createWatchRequest = ({ kind, version, namespace }: Route, query: URLSearchParams, current: number): WatchRequest => {
  const selector = query.get('fieldSelector');
  return {
    kind,
    version,
    ...(namespace === undefined ? {} : { namespace }),
    ...(selector === null ? {} : { selector }),
    from: Number(query.get('resourceVersion') ?? current),
    timeout: Number(query.get('timeoutSeconds') ?? 60),
    bookmarks: query.get('allowWatchBookmarks') === 'true',
  };
};
const createHttpServer = (tls: ApiServerOptions['tls'], handler: RequestListener): Server =>
  tls
    ? createHttps(
        {
          cert: tls.certificate,
          key: tls.key,
          ...(tls.clients === undefined ? {} : { ca: tls.clients, requestCert: true, rejectUnauthorized: false }),
        },
        handler,
      )
    : createHttp(handler);
interface ListeningServer {
  readonly server: Server;
  readonly sockets: ReadonlySet<Socket>;
}
/**
 * Closes a server with every connection. `closeAllConnections` does not close connections in a TLS handshake, which would keep the server
 * open.
 */
const closeAtOnce = ({ server, sockets }: ListeningServer): Promise<void> =>
  new Promise((done) => {
    server.close(() => {
      done();
    });
    for (const socket of sockets) socket.destroy();
  });
const trackSockets = (server: Server): ReadonlySet<Socket> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
};

/** As much of an API server of Kubernetes as a client of it needs, on a real socket: list, watch, patch, create, who may come in. */
export const createApiServer = ({ tls: begunWith, token }: ApiServerOptions = {}): ApiServer => {
  const kept = createObjectStore();
  const streams = createWatchStreams(kept);
  let [listening, port]: [ListeningServer | undefined, number] = [undefined, 0];

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send = ({ code, body }: { code: number; body: object }, headers: Record<string, string> = {}): void => {
      response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    };
    if (!isLetIn(request, made)) {
      send(createStatus(401, 'Unauthorized', 'Unauthorized'));
      return;
    }
    const { method = '', url = '', headers } = request;
    const text = await readBody(request);
    const recorded = { method, url, type: headers['content-type'] ?? '', body: text, agent: headers['user-agent'] ?? '' };
    made.requests.push(recorded);
    const refused = made.failRequest(recorded);
    if (refused) {
      send(
        createStatus(refused.code, refused.reason, refused.message),
        refused.retryAfter === undefined ? {} : { 'retry-after': String(refused.retryAfter) },
      );
      return;
    }
    const { pathname, searchParams: query } = new URL(url, 'http://api');
    const found = discoveryDocument(pathname, kept);
    if (found) {
      send({ code: 200, body: found });
      return;
    }
    const to = parsePath(pathname, kept);
    if (!to) {
      send(createStatus(404, 'NotFound', 'the server could not find the requested resource'));
      return;
    }
    if (query.get('watch') === 'true' || query.get('watch') === '1') {
      streams.begin(createWatchRequest(to, query, kept.version()), response);
      return;
    }
    const { warnings = [], ...answered } = await handleRequest(
      kept,
      to,
      { method, query, contentType: recorded.type, body: text === '' ? undefined : JSON.parse(text) },
      made.admission,
    );
    send(answered, warnings.length > 0 ? { warning: warnings.map((warning) => `299 - ${JSON.stringify(warning)}`).join(', ') } : {});
  };
  const handler = (request: IncomingMessage, response: ServerResponse): void => {
    handle(request, response).catch((error: unknown) => {
      if (!response.destroyed) response.writeHead(500).end(String(error));
    });
  };
  const made: ApiServer = {
    objects: kept,
    watches: streams,
    requests: [],
    tls: begunWith,
    token,
    admission: () => ({ warnings: [] }),
    failRequest: () => undefined,
    url: () => `${made.tls ? 'https' : 'http'}://localhost:${port}`,
    start: async () => {
      // It is killed, and starts again where it was.
      if (port === 0) port = await freePort();
      const next = createHttpServer(made.tls, handler);
      listening = { server: next, sockets: trackSockets(next) };
      await new Promise<void>((done, fail) => {
        next.once('error', fail).listen(port, 'localhost', done);
      });
      port = (next.address() as AddressInfo).port;
    },
    kill: async () => {
      const dying = listening;
      listening = undefined;
      if (dying) await closeAtOnce(dying);
    },
  };
  return made;
};
