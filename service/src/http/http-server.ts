import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ConnectionMetrics } from './connection-metrics.ts';
import type { HttpHandler, HttpResponse } from './http-handler.ts';
import { receiveBody, toHttpRequest } from './incoming-request.ts';
import { closeFileBody, type FileBody, isFileBody, openFileBody } from './file-body.ts';

/** Whether no field `Host` is repeated: Node takes the first one, and a proxy before it may take another (RFC 9112, section 3.2). */
const hasOneHost = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean => {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') count++;
  return count <= 1;
};

export interface HttpServerOptions {
  /** Default: 0, any free port. */
  readonly port?: number;
  /** Default: `127.0.0.1`, which other machines cannot reach. */
  readonly host?: string;
  /** Counts connections. */
  readonly connections?: ConnectionMetrics;
}
export interface HttpServer {
  /** `http://127.0.0.1:4000` */
  readonly address: string;
  readonly port: number;
  /** Takes no new connection, lets open requests finish (at most so many milliseconds), closes. */
  close(grace?: number): Promise<void>;
}

/** A file that is cut while it goes out breaks the connection: the length was promised. */
const sendFile = (response: ServerResponse, status: number, headers: Record<string, string>, body: FileBody): void => {
  const { size } = body;
  response.writeHead(status, { ...headers, 'content-length': String(size) });
  if (size === 0) {
    response.end();
    void closeFileBody(body);
    return;
  }
  const content = openFileBody(body);
  content.on('error', () => {
    response.destroy();
  });
  content.on('end', () => {
    if (content.bytesRead < size) response.destroy();
  });
  response.on('close', () => {
    content.destroy();
  });
  content.pipe(response);
};

/** Milliseconds in which the rest of a body that was refused may arrive. */
const drainTime = 10_000;

/**
 * Sends the response at once but delays its end until the request has ended: Node would close a connection on which a client still writes,
 * and the client would see a reset instead of the response.
 */
const holdEnd = (message: IncomingMessage, response: ServerResponse): void => {
  if (message.readableEnded || message.destroyed) return;
  const end = response.end.bind(response) as () => void;
  const timer = setTimeout(end, drainTime);
  for (const event of ['end', 'close'])
    message.once(event, () => {
      clearTimeout(timer);
      end();
    });
  response.end = ((body?: string | Uint8Array) => {
    if (body !== undefined) response.write(body);
    return response;
  }) as ServerResponse['end'];
};

const toBytes = (body: string | Uint8Array): Uint8Array => (typeof body === 'string' ? Buffer.from(body) : body);

/** A planted fault: the length of the whole body is promised, half of it sent, and the connection breaks. */
const sendHalf = (response: ServerResponse, status: number, headers: Record<string, string>, body: string | Uint8Array): void => {
  const bytes = toBytes(body);
  response.writeHead(status, { ...headers, 'content-length': String(bytes.length) });
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => {
    response.destroy();
  });
};

/** A planted fault: the head at once, the body in ten pieces over so many milliseconds. */
const sendSlowly = (
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string | Uint8Array,
  milliseconds: number,
): void => {
  const bytes = toBytes(body);
  const piece = Math.ceil(bytes.length / 10);
  response.writeHead(status, { ...headers, 'content-length': String(bytes.length) }).flushHeaders();
  let timer: NodeJS.Timeout;
  const next = (from: number): void => {
    if (from >= bytes.length) {
      response.end();
      return;
    }
    response.write(bytes.subarray(from, from + piece));
    timer = setTimeout(next, milliseconds / 10, from + piece);
  };
  timer = setTimeout(next, milliseconds / 10, 0);
  response.once('close', () => {
    clearTimeout(timer);
  });
};

const sendResponse = (response: ServerResponse, { status, headers, body, disconnect, dripMilliseconds }: HttpResponse): void => {
  const plain = body === undefined || isFileBody(body) ? undefined : body;
  if (disconnect === 'reset' && response.socket && 'resetAndDestroy' in response.socket) {
    response.socket.resetAndDestroy();
    return;
  }
  if (disconnect === 'cut' && plain !== undefined) {
    sendHalf(response, status, headers, plain);
    return;
  }
  if (disconnect) {
    response.destroy();
    return;
  }
  if (dripMilliseconds !== undefined && plain !== undefined) {
    sendSlowly(response, status, headers, plain, dripMilliseconds);
    return;
  }
  if (body === undefined) {
    response.writeHead(status, status === 204 || status === 304 ? headers : { 'content-length': '0', ...headers }).end();
    return;
  }
  if (isFileBody(body)) {
    sendFile(response, status, headers, body);
    return;
  }
  if (typeof body !== 'string') {
    headers['content-length'] = String(body.length);
    response.writeHead(status, headers).end(body);
    return;
  }
  const length = Buffer.byteLength(body);
  headers['content-length'] = String(length);
  // As many bytes as characters: the text is ASCII and is copied without encoding.
  response.writeHead(status, headers).end(body, length === body.length ? 'latin1' : 'utf8');
};

/** Responds as to other requests with invalid framing, which Node refuses before any handler sees them. */
const refuseHosts = (socket: ServerResponse): void => {
  socket.writeHead(400, { connection: 'close' }).end();
};

/** Open requests have `grace` milliseconds to finish. */
const closeServer = (server: Server, grace: number): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(() => {
      server.closeAllConnections();
    }, grace);
    server.close(() => {
      clearTimeout(timer);
      done();
    });
    server.closeIdleConnections();
  });

/** Serves a handler over node:http. Rejects with the system's error when the port is taken. */
export const startHttpServer = (
  handle: HttpHandler,
  { port = 0, host = '127.0.0.1', connections }: HttpServerOptions = {},
): Promise<HttpServer> =>
  new Promise((resolve, reject) => {
    let isClosing = false;
    const serve = async (message: IncomingMessage, socket: ServerResponse): Promise<void> => {
      const received = await receiveBody(message);
      const response = await handle(toHttpRequest(message, received));
      if (socket.destroyed) {
        if (isFileBody(response.body)) await closeFileBody(response.body);
        return;
      }
      if (received.oversized) holdEnd(message, socket);
      sendResponse(socket, isClosing ? { ...response, headers: { ...response.headers, connection: 'close' } } : response);
    };
    const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 60_000, maxHeaderSize: 32 * 1024 }, (message, socket) => {
      if (!hasOneHost(message)) {
        refuseHosts(socket);
        return;
      }
      serve(message, socket).catch(() => {
        socket.destroy();
      });
    });
    if (connections) server.on('connection', (socket) => socket.once('close', connections.begin()));
    server.once('error', reject);
    server.listen(port, host, () => {
      const bound = (server.address() as AddressInfo).port;
      server.off('error', reject);
      resolve({
        address: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
        port: bound,
        close: (grace = 5000) => {
          isClosing = true;
          return closeServer(server, grace);
        },
      });
    });
  });
