import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bodySizeLimits } from './body.ts';
import type { HttpHandler, HttpRequest, HttpResponse } from './http-handler.ts';
import { type FileBody, isFileBody } from './file-body.ts';

export interface HttpServerOptions {
  /** Default: 0, any free port. */
  readonly port?: number;
  /** Default: `127.0.0.1`, which other machines cannot reach. */
  readonly host?: string;
}
export interface HttpServer {
  /** `http://127.0.0.1:4000` */
  readonly address: string;
  readonly port: number;
  /** Takes no new connection, lets open requests finish (at most so many milliseconds), closes. */
  close(grace?: number): Promise<void>;
}

const hasNoBody = (request: IncomingMessage): boolean =>
  request.headers['content-length'] === '0' ||
  (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined);

/** Reads one byte more than any endpoint takes, so that the door can say "too large". */
const receiveBody = (request: IncomingMessage): Promise<Uint8Array | undefined> =>
  new Promise((done, fail) => {
    if (hasNoBody(request)) {
      request.resume();
      done(undefined);
      return;
    }
    let chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= bodySizeLimits.bytes + 1) chunks.push(chunk);
      else {
        chunks = [];
        request.destroy();
      }
    });
    request.on('end', () => done(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    request.on('error', fail);
    request.on('close', () => fail(new Error('the client went away')));
  });

/** A file that is cut while it goes out breaks the connection: the length was promised. */
const sendFile = (response: ServerResponse, status: number, headers: Record<string, string>, { file, size }: FileBody): void => {
  response.writeHead(status, { ...headers, 'content-length': String(size) });
  if (size === 0) {
    response.end();
    return;
  }
  const content = createReadStream(file, { end: size - 1 });
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
    response.writeHead(status, status === 204 ? headers : { ...headers, 'content-length': '0' }).end();
    return;
  }
  if (isFileBody(body)) {
    sendFile(response, status, headers, body);
    return;
  }
  headers['content-length'] = String(typeof body === 'string' ? Buffer.byteLength(body) : body.length);
  response.writeHead(status, headers).end(body);
};

const toHttpRequest = (message: IncomingMessage, body: Uint8Array | undefined): HttpRequest => ({
  method: message.method!,
  target: message.url!,
  body,
  peer: message.socket.remoteAddress ?? '',
  header: (name) => {
    const value = message.headers[name];
    return Array.isArray(value) ? value[0] : value;
  },
  headers: () => Object.entries(message.headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const])),
});

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
export const startHttpServer = (handle: HttpHandler, { port = 0, host = '127.0.0.1' }: HttpServerOptions = {}): Promise<HttpServer> =>
  new Promise((resolve, reject) => {
    let isClosing = false;
    const serve = async (message: IncomingMessage, socket: ServerResponse): Promise<void> => {
      const response = await handle(toHttpRequest(message, await receiveBody(message)));
      if (socket.destroyed) return;
      sendResponse(socket, isClosing ? { ...response, headers: { ...response.headers, connection: 'close' } } : response);
    };
    const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 60_000, maxHeaderSize: 32 * 1024 }, (message, socket) => {
      serve(message, socket).catch(() => {
        socket.destroy();
      });
    });
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
