import { Http2Error, errorCode } from './http2-error.ts';

/** RFC 9113, section 6. */
export const frameType = {
  data: 0,
  headers: 1,
  priority: 2,
  resetStream: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;
export const frameFlag = { endStream: 0x1, ack: 0x1, endHeaders: 0x4, padded: 0x8, priority: 0x20 } as const;

/** Maximum payload of a frame in bytes, unless another one was agreed. */
export const defaultFrameSize = 16_384;
const headSize = 9;
const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

export interface Frame {
  readonly type: number;
  readonly flags: number;
  /** 0: of the connection. */
  readonly stream: number;
  readonly payload: Buffer;
}

export const encodeFrame = (type: number, flags: number, stream: number, payload: Uint8Array = Buffer.alloc(0)): Buffer => {
  const frame = Buffer.allocUnsafe(headSize + payload.length);
  frame.writeUIntBE(payload.length, 0, 3);
  frame[3] = type;
  frame[4] = flags;
  frame.writeUInt32BE(stream, 5);
  frame.set(payload, headSize);
  return frame;
};

export const encodeNumber = (number: number): Buffer => {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(number);
  return bytes;
};

/** The content of DATA and HEADERS without padding and priority. */
export const withoutPadding = ({ type, flags, payload }: Frame): Buffer => {
  const isPadded = (flags & frameFlag.padded) !== 0;
  const start = (isPadded ? 1 : 0) + (type === frameType.headers && flags & frameFlag.priority ? 5 : 0);
  const end = payload.length - (isPadded ? (payload[0] ?? 0) : 0);
  if (start > end) throw new Http2Error(errorCode.protocol, 'a frame has more padding than content');
  return payload.subarray(start, end);
};

/** Splits the bytes of a client into whole frames. Throws a Http2Error for invalid ones. */
export const createFrameReader = (onFrame: (frame: Frame) => void): ((chunk: Buffer) => void) => {
  let rest: Buffer = Buffer.alloc(0);
  let isOpen = false;
  const readPreface = (): boolean => {
    const got = Math.min(rest.length, preface.length);
    if (!rest.subarray(0, got).equals(preface.subarray(0, got))) throw new Http2Error(errorCode.protocol, 'the client is none of HTTP/2');
    if (got < preface.length) return false;
    rest = rest.subarray(got);
    return (isOpen = true);
  };
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    if (!isOpen && !readPreface()) return;
    while (rest.length >= headSize) {
      const length = rest.readUIntBE(0, 3);
      if (length > defaultFrameSize) throw new Http2Error(errorCode.frameSize, `a frame has ${length} bytes`);
      if (rest.length < headSize + length) return;
      const frame = {
        type: rest[3]!,
        flags: rest[4]!,
        stream: rest.readUInt32BE(5) & 0x7fffffff,
        payload: rest.subarray(headSize, headSize + length),
      };
      rest = rest.subarray(headSize + length);
      onFrame(frame);
    }
  };
};
