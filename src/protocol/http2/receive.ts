import { Http2Error, errorCode } from './http2-error.ts';
import { encodeFrame, encodeNumber, type Frame, frameFlag, frameType, withoutPadding } from './frame.ts';
import type { createBlockAssembler, HeaderBlock } from './header-block.ts';
import type { createHeaderDecoder } from './header-decoder.ts';
import type { WriteFrame } from './output.ts';
import { createReceiveWindow } from './receive-window.ts';
import type { SendWindows } from './send-queue.ts';
import { decodeSettings } from './settings.ts';
import { createStream, type Http2Connection, type Http2Stream, type OpenStream } from './stream.ts';

/** What a client may send on a stream without waiting, and how many streams may be open. */
export const streamWindow = 1 << 20;
export const maxConcurrentStreams = 1000;

/** The state of a connection. */
export interface ConnectionState {
  readonly connection: Http2Connection;
  readonly write: WriteFrame;
  readonly windows: SendWindows;
  readonly decodeHeaders: ReturnType<typeof createHeaderDecoder>;
  readonly blocks: ReturnType<typeof createBlockAssembler>;
  readonly streams: Map<number, OpenStream & { count(bytes: number, isEnd: boolean): void }>;
  /** Counts what is received on all streams. */
  countAll(bytes: number): void;
  lastStream: number;
  onStream(stream: Http2Stream): void;
}

const noBytes = Buffer.alloc(0);
const protocolError = (message: string): Http2Error => new Http2Error(errorCode.protocol, message);
const requireSize = ({ payload }: Frame, size: number): void => {
  if (payload.length !== size) throw new Http2Error(errorCode.frameSize, `a frame has ${payload.length} bytes, not ${size}`);
};

const openStream = (state: ConnectionState, { stream: id, isEnd }: HeaderBlock, headers: ReadonlyMap<string, string>): void => {
  const { connection, write, windows, streams } = state;
  if (id % 2 === 0) throw protocolError(`a request cannot be on stream ${id}`);
  state.lastStream = id;
  if (streams.size >= maxConcurrentStreams) return write(encodeFrame(frameType.resetStream, 0, id, encodeNumber(errorCode.refusedStream)));
  const onClosed = (): void => {
    streams.delete(id);
    windows.close(id);
  };
  const open = createStream({ id, headers, connection, queue: windows.open(id), write, onClosed });
  streams.set(id, { ...open, count: createReceiveWindow(id, streamWindow, write) });
  if (isEnd) open.receive(noBytes, true);
  state.onStream(open.stream);
};

const receiveHeaders = (state: ConnectionState, frame: Frame): void => {
  const block = state.blocks.add(frame);
  if (!block) return;
  // Every block must be decoded, because the decoder's state depends on it.
  const headers = new Map(state.decodeHeaders(block.bytes));
  const known = state.streams.get(block.stream);
  if (known && !block.isEnd) throw protocolError('headers in the middle of a request');
  if (known) known.receive(noBytes, true);
  else if (block.stream > state.lastStream) openStream(state, block, headers);
  else if (block.stream === 0) throw protocolError('headers without a stream');
};

const receiveData = (state: ConnectionState, frame: Frame): void => {
  if (frame.stream === 0 || frame.stream > state.lastStream) throw protocolError('data without a request');
  state.countAll(frame.payload.length);
  const isEnd = (frame.flags & frameFlag.endStream) !== 0;
  const stream = state.streams.get(frame.stream);
  stream?.count(frame.payload.length, isEnd);
  stream?.receive(withoutPadding(frame), isEnd);
};

const growWindow = ({ windows, streams }: ConnectionState, frame: Frame): void => {
  requireSize(frame, 4);
  const bytes = frame.payload.readUInt32BE() & 0x7fffffff;
  if (bytes === 0) throw protocolError('a window grows by nothing');
  if (frame.stream === 0) windows.growConnection(bytes);
  else streams.get(frame.stream)?.queue.grow(bytes);
};

const receiveSettings = ({ write, windows }: ConnectionState, frame: Frame): void => {
  const settings = decodeSettings(frame);
  if (settings === undefined) return;
  write(encodeFrame(frameType.settings, frameFlag.ack, 0));
  if (settings.initialWindow !== undefined) windows.changeInitialWindow(settings.initialWindow);
};

const answerPing = ({ write }: ConnectionState, frame: Frame): void => {
  requireSize(frame, 8);
  if (!(frame.flags & frameFlag.ack)) write(encodeFrame(frameType.ping, frameFlag.ack, 0, frame.payload));
};

/** Receivers by frame type. Priorities, unknown types and GOAWAY are ignored: the client closes the connection after the latter. */
const receivers: { readonly [type: number]: (state: ConnectionState, frame: Frame) => void } = {
  [frameType.data]: receiveData,
  [frameType.headers]: receiveHeaders,
  [frameType.continuation]: receiveHeaders,
  [frameType.resetStream]: ({ streams }, frame) => {
    requireSize(frame, 4);
    streams.get(frame.stream)?.close();
  },
  [frameType.settings]: receiveSettings,
  [frameType.pushPromise]: () => {
    throw protocolError('a client does not push');
  },
  [frameType.ping]: answerPing,
  [frameType.windowUpdate]: growWindow,
};

/** What one frame of a client does. Throws a Http2Error. */
export const receiveFrame = (state: ConnectionState, frame: Frame): void => {
  if (state.blocks.isOpen() && frame.type !== frameType.continuation) throw protocolError('a header block is interrupted');
  receivers[frame.type]?.(state, frame);
};
