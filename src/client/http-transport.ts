import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import { TransportError, type Transport, maximumResponseBytes, isNeverSent, type TransportResponse } from './transport.ts';

// Loaded at the first request: global fetch costs 30 ms there and twice the processor time per request, node:http 8 ms.
const modules = {
  'http:': async () => (await import('node:http')).default,
  'https:': async () => (await import('node:https')).default,
};
const agents = new Map<string, Agent>();

/** Requests over node:http and node:https, with connections kept open between them. `unverified`: whoever answers is believed. */
export const httpTransport =
  (skipVerification = false): Transport =>
  async (message) => {
    const protocol = message.url.startsWith('https:') ? 'https:' : 'http:';
    const module = await modules[protocol]();
    const kind = `${protocol}${skipVerification}`;
    let agent = agents.get(kind);
    if (!agent)
      agents.set(
        kind,
        (agent = new module.Agent({
          keepAlive: true,
          scheduling: 'lifo',
          maxFreeSockets: 32,
          timeout: 30_000,
          ...(skipVerification ? { rejectUnauthorized: false } : {}),
        })),
      );
    return new Promise((resolve, reject) => {
      const headers =
        message.body === null ? message.headers : { ...message.headers, 'Content-Length': String(Buffer.byteLength(message.body)) };
      const request = module.request(message.url, {
        method: message.method,
        headers,
        agent: message.newConnection ? false : agent,
        ...(skipVerification ? { rejectUnauthorized: false } : {}),
      });
      const stop = () => request.destroy(new TransportError('ABORTED', 'the attempt was ended', connected()));
      const connected = watchSocket(request);
      const done = () => message.signal.removeEventListener('abort', stop);
      const fail = (error: NodeJS.ErrnoException) => {
        done();
        reject(
          error instanceof TransportError
            ? error
            : new TransportError(
                error.code ?? 'EUNKNOWN',
                error.message,
                connected() && !isNeverSent(error.code ?? ''),
                request.reusedSocket,
              ),
        );
      };
      message.signal.addEventListener('abort', stop, { once: true });
      request.once('error', fail);
      request.once('response', (response) => {
        collectResponse(response).then((response) => {
          done();
          resolve(response);
        }, fail);
      });
      if (message.signal.aborted) stop();
      else request.end(message.body ?? undefined);
    });
  };

const watchSocket = (request: ClientRequest): (() => boolean) => {
  let connected = false;
  request.once('socket', (socket) => {
    if (socket.connecting)
      socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
        connected = true;
      });
    else connected = true;
  });
  return () => connected;
};

const collectResponse = (response: IncomingMessage): Promise<TransportResponse> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maximumResponseBytes)
        response.destroy(new TransportError('TOO_LARGE', `the answer is larger than ${maximumResponseBytes} bytes`, true));
      else chunks.push(chunk);
    });
    response.once('error', reject);
    response.once('close', () => reject(new TransportError('ECONNRESET', 'the connection was closed in the middle of the answer', true)));
    response.once('end', () =>
      resolve({
        status: response.statusCode ?? 0,
        headers: {
          get: (name) => {
            const value = response.headers[name.toLowerCase()];
            return value === undefined ? null : String(value);
          },
        },
        text: Buffer.concat(chunks).toString('utf8'),
      }),
    );
  });
