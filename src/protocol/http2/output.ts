import type { Duplex } from 'node:stream';

/** Writes what is given to it within one turn of the event loop at once. `whenWritten` is called when the system has the bytes. */
export type WriteFrame = (frame: Buffer, whenWritten?: () => void) => void;

export const createOutput = (socket: Duplex): WriteFrame => {
  let frames: Buffer[] = [];
  let listeners: (() => void)[] = [];
  const flush = (): void => {
    const [bytes, written] = [Buffer.concat(frames), listeners];
    frames = [];
    listeners = [];
    const report = (): void => written.forEach((listener) => listener());
    if (socket.destroyed || socket.writableEnded) report();
    else socket.write(bytes, report);
  };
  return (frame, whenWritten) => {
    if (whenWritten) listeners.push(whenWritten);
    if (frames.push(frame) === 1) process.nextTick(flush);
  };
};
