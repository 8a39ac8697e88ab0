import type { Socket } from 'node:net';
import { Http2Error } from './http2-error.ts';
import { createFrameReader, encodeFrame, encodeNumber, frameType } from './frame.ts';
import { createBlockAssembler } from './header-block.ts';
import { createHeaderDecoder } from './header-decoder.ts';
import { createOutput } from './output.ts';
import { type ConnectionState, maxConcurrentStreams, receiveFrame, streamWindow } from './receive.ts';
import { createReceiveWindow } from './receive-window.ts';
import { createSendWindows } from './send-queue.ts';
import { encodeSettings } from './settings.ts';
import type { Http2Connection, Http2Stream } from './stream.ts';

/** The flow-control window of the connection in bytes, and its initial size. */
const connectionWindow = 1 << 24;
const defaultWindow = 65_535;

/** Bytes as they come; what breaks the protocol is answered by GOAWAY, and the connection ends. */
const readFrames = (socket: Socket, state: ConnectionState): void => {
  let isFailed = false;
  const read = createFrameReader((frame) => receiveFrame(state, frame));
  socket.on('data', (chunk: Buffer) => {
    if (isFailed) return;
    try {
      read(chunk);
    } catch (error) {
      if (!(error instanceof Http2Error)) throw error;
      isFailed = true;
      const reason = Buffer.concat([encodeNumber(state.lastStream), encodeNumber(error.code), Buffer.from(error.message)]);
      state.write(encodeFrame(frameType.goAway, 0, 0, reason), () => socket.destroy());
    }
  });
};

/**
 * Serves HTTP/2 (RFC 9113) to one client on a socket, as far as gRPC needs it: no push, no priorities, no upgrade from HTTP/1. The module
 * of Node.js does all of that and takes 8 ms of processor time to load and to answer a first request (docs/decisions/0104).
 */
export const serveConnection = (socket: Socket, onStream: (stream: Http2Stream) => void): Http2Connection => {
  const write = createOutput(socket);
  const closeListeners: (() => void)[] = [];
  const connection: Http2Connection = {
    onClose: (listener) => void closeListeners.push(listener),
    destroy: () => void socket.destroy(),
  };
  const state: ConnectionState = {
    connection,
    write,
    windows: createSendWindows(write),
    decodeHeaders: createHeaderDecoder(),
    blocks: createBlockAssembler(),
    streams: new Map(),
    countAll: createReceiveWindow(0, connectionWindow, write),
    lastStream: 0,
    onStream,
  };
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.once('end', () => socket.end());
  socket.once('close', () => {
    for (const stream of state.streams.values()) stream.close();
    for (const listener of closeListeners) listener();
  });
  readFrames(socket, state);
  write(encodeFrame(frameType.settings, 0, 0, encodeSettings({ maxConcurrentStreams, initialWindowSize: streamWindow })));
  write(encodeFrame(frameType.windowUpdate, 0, 0, encodeNumber(connectionWindow - defaultWindow)));
  return connection;
};
