import type { IncomingMessage } from 'node:http';
import { bodySizeLimits } from './body.ts';
import type { HttpRequest } from './http-handler.ts';

const hasNoBody = (request: IncomingMessage): boolean =>
  request.headers['content-length'] === '0' ||
  (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined);

export type ReceivedBody = Pick<HttpRequest, 'body' | 'oversized'>;

/**
 * Of a body beyond what any endpoint takes nothing is kept. It is answered at once, and what still arrives is read and dropped (for
 * at most `requestTimeout`): a closed connection would take the answer with it.
 */
export const receiveBody = (request: IncomingMessage): Promise<ReceivedBody> =>
  new Promise((done, fail) => {
    const refuse = (): void => {
      request.removeAllListeners('data').resume();
      done({ body: undefined, oversized: true });
    };
    if (hasNoBody(request)) {
      request.resume();
      done({ body: undefined });
      return;
    }
    request.on('error', fail);
    if (Number(request.headers['content-length']) > bodySizeLimits.bytes) {
      refuse();
      return;
    }
    let chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= bodySizeLimits.bytes) chunks.push(chunk);
      else {
        chunks = [];
        refuse();
      }
    });
    request.on('end', () => done({ body: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) }));
    request.on('close', () => fail(new Error('the client went away')));
  });

/** The path and query of a request target. In absolute form (RFC 9112, section 3.2.2) its host replaces that of the `Host` header. */
const parseTarget = (target: string): { readonly target: string; readonly host?: string } => {
  const [, host, rest] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(target) ?? [];
  if (host === undefined) return { target };
  return { target: rest!.startsWith('/') ? rest! : `/${rest}`, host };
};

export const toHttpRequest = (message: IncomingMessage, received: ReceivedBody): HttpRequest => {
  const { target, host } = parseTarget(message.url!);
  if (host !== undefined) message.headers.host = host;
  return {
    ...received,
    method: message.method!,
    target,
    peer: message.socket.remoteAddress ?? '',
    header: (name) => {
      const value = message.headers[name];
      return Array.isArray(value) ? value[0] : value;
    },
    headers: () =>
      Object.entries(message.headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const])),
  };
};
