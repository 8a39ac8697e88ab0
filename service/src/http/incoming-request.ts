import type { IncomingMessage } from 'node:http';
import { bodySizeLimits } from './body.ts';
import type { HttpRequest } from './http-handler.ts';

const hasNoBody = (request: IncomingMessage): boolean =>
  request.headers['content-length'] === '0' ||
  (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined);

/** Bytes of parts that are joined at the end. */
const joinedBytes = 1024 * 1024;

export type ReceivedBody = Pick<HttpRequest, 'body' | 'oversized'>;

/**
 * The parts of a body. Of a length that was announced they go to their place as they come: to join 32 MB at the end would hold the
 * event loop for 20 ms and more. `add`: false for a part beyond what any route takes.
 */
const collectBody = (announced: number) => {
  const whole = announced > joinedBytes && announced <= bodySizeLimits.bytes ? Buffer.allocUnsafeSlow(announced) : undefined;
  let chunks: Buffer[] = [];
  let size = 0;
  return {
    add: (chunk: Buffer): boolean => {
      if (whole) chunk.copy(whole, size);
      else chunks.push(chunk);
      size += chunk.length;
      if (size <= bodySizeLimits.bytes) return true;
      chunks = [];
      return false;
    },
    join: (): Buffer => whole ?? (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)),
  };
};

/**
 * A body larger than any route accepts is not kept. The response is sent at once, and the rest of the body is read and dropped (for at most
 * `requestTimeout`): a closed connection would take the answer with it.
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
    const parts = collectBody(Number(request.headers['content-length']));
    request.on('data', (chunk: Buffer) => {
      if (!parts.add(chunk)) refuse();
    });
    request.on('end', () => done({ body: parts.join() }));
    // After the end of a body no error has a reader, and creating one with a stack trace per request is expensive.
    request.on('close', () => {
      if (!request.readableEnded) fail(new Error('the client went away'));
    });
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
    body: received.body,
    oversized: received.oversized ?? false,
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
