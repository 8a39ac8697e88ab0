import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';

export type HttpRequest = IncomingMessage | Http2ServerRequest;

/** All of a body; `too large` as soon as it is; undefined: the client has disconnected. */
export const readBody = (request: HttpRequest, most: number): Promise<Buffer | 'too large' | undefined> =>
  new Promise((done) => {
    if (Number(request.headers['content-length'] ?? 0) > most) {
      done('too large');
      return;
    }
    const parts: Buffer[] = [];
    let size = 0;
    const finish = (body: Buffer | 'too large' | undefined): void => {
      request.removeAllListeners('data');
      done(body);
    };
    request.on('data', (part: Buffer) => {
      size += part.length;
      if (size > most) finish('too large');
      else parts.push(part);
    });
    request.once('end', () => {
      finish(parts.length === 1 ? parts[0] : Buffer.concat(parts));
    });
    request.once('error', () => {
      finish(undefined);
    });
    request.once('close', () => {
      finish(undefined);
    });
  });
