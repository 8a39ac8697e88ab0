import type { ServerHttp2Stream } from 'node:http2';
import { statusCode, GrpcError } from './status.ts';

/** What an engine accepts and sends at most: 2 GB, the limit of a length-prefixed message in a signed 32-bit number. */
export const messageLimit = 2 ** 31 - 1;

export const frameMessage = (message: Uint8Array): Buffer => {
  const framed = Buffer.allocUnsafe(message.length + 5);
  framed[0] = 0;
  framed.writeUInt32BE(message.length, 1);
  framed.set(message, 5);
  return framed;
};

/** The one message of a request, read to the end of the stream. */
export const readRequestMessage = (stream: ServerHttp2Stream): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if ((size += chunk.length) > messageLimit + 5) reject(new GrpcError(statusCode.resourceExhausted, 'the request is larger than 2 GB'));
    });
    stream.on('error', reject);
    const givenUp = () => reject(new GrpcError(statusCode.cancelled, 'the call was cancelled'));
    stream.on('close', givenUp);
    stream.on('end', () => {
      stream.off('close', givenUp);
      const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size);
      if (size < 5) reject(new GrpcError(statusCode.internal, 'the request ends in the middle'));
      else if (body[0] !== 0) reject(new GrpcError(statusCode.unimplemented, 'compressed messages are not accepted'));
      else if (body.readUInt32BE(1) !== size - 5) reject(new GrpcError(statusCode.internal, 'the request is not exactly one message'));
      else resolve(body.subarray(5));
    });
  });
