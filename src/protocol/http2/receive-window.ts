import { encodeFrame, encodeNumber, frameType } from './frame.ts';
import type { WriteFrame } from './output.ts';

/**
 * Counts what a client sends on a stream (0: on the connection) and allows it more when half of the window is used: bodies are collected
 * as they come, up to their limit.
 */
export const createReceiveWindow = (stream: number, size: number, write: WriteFrame): ((bytes: number, isEnd?: boolean) => void) => {
  let used = 0;
  return (bytes, isEnd = false) => {
    used += bytes;
    if (isEnd || used < size / 2) return;
    write(encodeFrame(frameType.windowUpdate, 0, stream, encodeNumber(used)));
    used = 0;
  };
};
