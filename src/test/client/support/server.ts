import http from 'node:http';
import type { Socket } from 'node:net';
import { freePort } from '@slipway/test-support/free-port';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}
export interface ScriptedResponse {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  text?: string;
  /** Closes the connection, without an answer. */ reset?: true;
  /** Answers never. */ hang?: true;
}

/** Has the caller give up now that its request is here, and answers never. */
export const abortAndHang = (...callers: readonly AbortController[]): ScriptedResponse => {
  for (const caller of callers) caller.abort();
  return { hang: true };
};

/** A real server on the loopback with a response per request; `seen`: the received requests. */
export const startServer = async (say: (seen: ReceivedRequest, nth: number) => ScriptedResponse | Promise<ScriptedResponse>) => {
  const seen: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const one = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      seen.push(one);
      const { status = 200, headers = {}, body, text, reset, hang } = await say(one, seen.length);
      if (hang) return;
      if (reset) return void request.socket.destroy();
      const payload = text ?? (body === undefined ? '' : JSON.stringify(body));
      response.writeHead(status, { 'content-type': 'application/vnd.api+json', ...headers });
      response.end(payload);
    });
  });
  // A test that fails before it closes its server must not keep the process.
  server.unref();
  server.on('connection', (socket) => {
    socket.unref();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  // Tests close it, and ask there again.
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${port}`,
    port,
    seen,
    connections: () => sockets.size,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
