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

/** The one message of a request, read to the end of the stream. */
export const readRequestMessage = async (stream: Http2Stream): Promise<Buffer> => {
  const body = await stream.readBody(messageLimit + headSize).catch((error: unknown) => {
    if (error instanceof BodyTooLarge) throw new GrpcError(statusCode.resourceExhausted, 'the request is larger than 2 GB');
    if (error instanceof StreamClosed) throw new GrpcError(statusCode.cancelled, 'the call was cancelled');
    throw error;
  });
  if (body.length < headSize) throw new GrpcError(statusCode.internal, 'the request ends in the middle');
  if (body[0] !== 0) throw new GrpcError(statusCode.unimplemented, 'compressed messages are not accepted');
  if (body.readUInt32BE(1) !== body.length - headSize) throw new GrpcError(statusCode.internal, 'the request is not exactly one message');
  return body.subarray(headSize);
};
