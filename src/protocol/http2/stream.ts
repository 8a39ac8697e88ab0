import { createBody } from './body.ts';
import { encodeFrame, encodeNumber, frameFlag, frameType } from './frame.ts';
import { errorCode } from './http2-error.ts';
import type { WriteFrame } from './output.ts';
import type { SendQueue } from './send-queue.ts';

/** One connection of a client. */
export interface Http2Connection {
  onClose(listener: () => void): void;
  destroy(): void;
}

/** A request of a client, and the way to answer it. */
export interface Http2Stream {
  readonly headers: ReadonlyMap<string, string>;
  readonly connection: Http2Connection;
  /** The answer has left, or the client has. */
  readonly isClosed: boolean;
  /** The body to its end, of at most so many bytes. Rejects with `StreamClosed` or `BodyTooLarge`. */
  readBody(limit: number): Promise<Buffer>;
  /** The next bytes of the body, as soon as they are there; fewer at its end. Rejects with `StreamClosed`. */
  takeBody(bytes: number): Promise<Buffer>;
  /** Drops the rest of the body, which no one reads. */
  discardBody(): void;
  sendHeaders(block: Buffer): void;
  /** Resolves when the windows of the client allowed all of it, or the stream is closed. */
  send(bytes: Buffer): Promise<void>;
  /** The last block: trailers, or headers of an answer without a body. */
  end(block: Buffer): void;
  /** Calls the listener when the system has the whole answer, or the client has left. */
  onClose(listener: () => void): void;
}

/** The events that the connection passes to a stream. */
export interface OpenStream {
  readonly stream: Http2Stream;
  readonly queue: SendQueue;
  receive(bytes: Buffer, isEnd: boolean): void;
  close(): void;
}

export interface StreamOptions {
  readonly id: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly connection: Http2Connection;
  readonly queue: SendQueue;
  readonly write: WriteFrame;
  /** The connection forgets it. */
  onClosed(): void;
}

/** Whether the stream is closed, with a callback for that. */
const createLife = (onClosed: () => void) => {
  const listeners: (() => void)[] = [];
  let isClosed = false;
  return {
    isClosed: () => isClosed,
    onClose: (listener: () => void): void => void (isClosed ? listener() : listeners.push(listener)),
    close: (): void => {
      if (isClosed) return;
      isClosed = true;
      onClosed();
      for (const listener of listeners) listener();
    },
  };
};

export const createStream = ({ id, headers, connection, queue, write, onClosed }: StreamOptions): OpenStream => {
  const body = createBody();
  const { isClosed, onClose, close } = createLife(() => {
    body.close();
    onClosed();
  });
  let isEnding = false;
  const isOver = (): boolean => isClosed() || isEnding;
  /** Tells a client that is still sending that its data is not read (RFC 9113, 8.1). */
  const finish = (): void => {
    if (!body.isEnded() && !isClosed()) write(encodeFrame(frameType.resetStream, 0, id, encodeNumber(errorCode.none)));
    close();
  };
  const send = (bytes: Buffer): Promise<void> => new Promise((resolve) => (isOver() ? resolve() : queue.add(bytes, resolve)));
  const stream: Http2Stream = {
    headers,
    connection,
    get isClosed() {
      return isOver();
    },
    readBody: body.read,
    takeBody: body.take,
    discardBody: () => void body.read(0).catch(() => {}),
    sendHeaders: (block) => {
      if (!isOver()) write(encodeFrame(frameType.headers, frameFlag.endHeaders, id, block));
    },
    send,
    end: (block) => {
      if (isOver()) return;
      isEnding = true;
      queue.end(block, finish);
    },
    onClose,
  };
  return { stream, queue, receive: body.receive, close };
};
