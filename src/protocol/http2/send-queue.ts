import { Http2Error, errorCode } from './http2-error.ts';
import { defaultFrameSize, encodeFrame, frameFlag, frameType } from './frame.ts';
import type { WriteFrame } from './output.ts';

const largestWindow = 2 ** 31 - 1;

/** What one stream has to send: data as the windows of the peer allow it, then trailers. */
export interface SendQueue {
  add(bytes: Buffer, whenSent: () => void): void;
  /** `whenWritten`: the system has the last byte. */
  end(trailers: Buffer, whenWritten: () => void): void;
  /** The peer takes so many bytes more on this stream; fewer, if it changes its settings. */
  grow(bytes: number): void;
}
interface StreamQueue extends SendQueue {
  pump(): void;
  /** Drops data that was not sent, because the receiver has gone. */
  drop(): void;
}

/** The windows of a connection and of its streams (RFC 9113, 5.2). */
export interface SendWindows {
  open(stream: number): SendQueue;
  close(stream: number): void;
  growConnection(bytes: number): void;
  /** Applies the initial window from the settings of the peer. */
  changeInitialWindow(bytes: number): void;
}

const checkWindow = (window: number): number => {
  if (window > largestWindow) throw new Http2Error(errorCode.flowControl, 'a window exceeds 2^31-1 bytes');
  return window;
};

/** `connection`: its window, which all of its streams share. */
const createQueue = (stream: number, initialWindow: number, connection: { window: number }, write: WriteFrame): StreamQueue => {
  let window = initialWindow;
  const waiting: { bytes: Buffer; whenSent: () => void }[] = [];
  let last: (() => void) | undefined;
  const pump = (): void => {
    for (let head = waiting[0]; head; head = waiting[0]) {
      const size = Math.min(head.bytes.length, window, connection.window, defaultFrameSize);
      if (size <= 0 && head.bytes.length > 0) return;
      if (size > 0) write(encodeFrame(frameType.data, 0, stream, head.bytes.subarray(0, size)));
      window -= size;
      connection.window -= size;
      head.bytes = head.bytes.subarray(size);
      if (head.bytes.length === 0) waiting.shift()!.whenSent();
    }
    last?.();
    last = undefined;
  };
  return {
    pump,
    drop: () => {
      for (const { whenSent } of waiting.splice(0)) whenSent();
      last = undefined;
    },
    add: (bytes, whenSent) => {
      waiting.push({ bytes, whenSent });
      pump();
    },
    end: (trailers, whenWritten) => {
      last = () => write(encodeFrame(frameType.headers, frameFlag.endHeaders | frameFlag.endStream, stream, trailers), whenWritten);
      pump();
    },
    grow: (bytes) => {
      window = checkWindow(window + bytes);
      pump();
    },
  };
};

export const createSendWindows = (write: WriteFrame): SendWindows => {
  let initial = 65_535;
  const connection = { window: initial };
  const queues = new Map<number, StreamQueue>();
  return {
    open: (stream) => {
      const queue = createQueue(stream, initial, connection, write);
      queues.set(stream, queue);
      return queue;
    },
    close: (stream) => {
      queues.get(stream)?.drop();
      queues.delete(stream);
    },
    growConnection: (bytes) => {
      connection.window = checkWindow(connection.window + bytes);
      for (const { pump } of queues.values()) pump();
    },
    changeInitialWindow: (bytes) => {
      const change = checkWindow(bytes) - initial;
      initial = bytes;
      for (const queue of queues.values()) queue.grow(change);
    },
  };
};
