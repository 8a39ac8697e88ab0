import { BodyTooLarge, StreamClosed } from '../http2/body.ts';
import type { Http2Stream } from '../http2/stream.ts';
import { statusCode, GrpcError } from './status.ts';

/** What an engine accepts and sends at most: 2 GB, the limit of a length-prefixed message in a signed 32-bit number. */
export const messageLimit = 2 ** 31 - 1;
const headSize = 5;

export const frameMessage = (message: Uint8Array): Buffer => {
  const framed = Buffer.allocUnsafe(message.length + headSize);
  framed[0] = 0;
  framed.writeUInt32BE(message.length, 1);
  framed.set(message, headSize);
  return framed;
};

const throwBodyError = (error: unknown): never => {
  if (error instanceof BodyTooLarge) throw new GrpcError(statusCode.resourceExhausted, 'the request is larger than 2 GB');
  if (error instanceof StreamClosed) throw new GrpcError(statusCode.cancelled, 'the call was cancelled');
  throw error;
};

/** Requires the first bytes of an uncompressed message. */
const checkHead = (bytes: Buffer): void => {
  if (bytes.length < headSize) throw new GrpcError(statusCode.internal, 'the request ends in the middle');
  if (bytes[0] !== 0) throw new GrpcError(statusCode.unimplemented, 'compressed messages are not accepted');
};

/** The messages of a request as they come; none of them is kept. `largest`: bytes of one of them. */
export async function* readRequestMessages(stream: Http2Stream, largest: number): AsyncGenerator<Buffer, void> {
  const take = (bytes: number): Promise<Buffer> => stream.takeBody(bytes).catch(throwBodyError);
  for (;;) {
    const head = await take(headSize);
    if (head.length === 0) return;
    checkHead(head);
    const size = head.readUInt32BE(1);
    if (size > largest) throw new GrpcError(statusCode.resourceExhausted, `a message of the request is larger than ${largest} bytes`);
    const message = await take(size);
    if (message.length < size) throw new GrpcError(statusCode.internal, 'the request ends in the middle');
    yield message;
  }
}

/** The one message of a request, read to the end of the stream. */
export const readRequestMessage = async (stream: Http2Stream): Promise<Buffer> => {
  const body = await stream.readBody(messageLimit + headSize).catch(throwBodyError);
  checkHead(body);
  if (body.readUInt32BE(1) !== body.length - headSize) throw new GrpcError(statusCode.internal, 'the request is not exactly one message');
  return body.subarray(headSize);
};
