import { readSync } from 'node:fs';
import type { FolderMark } from './folder-mark.ts';
import { frameHeaderBytes, frameOffset, headerBytes, readLogSalts } from './log-file.ts';

type OpenFolderMark = FolderMark & { readonly state: 'open' };

/** Determines how much SQLite has written to the log, which it has no function for. */
export interface LogPosition {
  /** The position up to which the log is written. To be called while nothing is being written. */
  find(): OpenFolderMark;
  /** The number that the data file is to have when the log is moved into it. */
  nextNumber(): number;
  /** To be called after a failed commit, whose remains may look like a commit: the position is unknown until the next log begins. */
  doubt(): void;
  isDoubted(): boolean;
}

/** The last frame with the salts of the log: those before it have them, too, and those behind it are of the log before. */
const findLast = (known: number, isOwn: (frame: number) => boolean): number => {
  let [own, step] = [known, 1];
  while (isOwn(own + step)) {
    own += step;
    step *= 2;
  }
  for (let other = own + step; other - own > 1;) {
    const middle = (own + other) >> 1;
    if (isOwn(middle)) own = middle;
    else other = middle;
  }
  return own;
};

/** `number`: of the data file when the log began. */
export const trackLog = (descriptor: number, number: number): LogPosition => {
  const header = Buffer.alloc(headerBytes);
  const frame = Buffer.alloc(frameHeaderBytes);
  let known: OpenFolderMark = { state: 'open', number, salts: readLogSalts(descriptor, header) ?? '', frames: 0 };
  let isDoubted = false;
  const readFrame = (at: number): boolean =>
    readSync(descriptor, frame, 0, frameHeaderBytes, frameOffset(at, header.readUInt32BE(8))) === frameHeaderBytes;
  const isOwn = (at: number): boolean => readFrame(at) && frame.toString('hex', 8, 16) === known.salts;
  const isCommit = (at: number): boolean => readFrame(at) && frame.readUInt32BE(4) > 0;

  const find = (): OpenFolderMark => {
    const salts = readLogSalts(descriptor, header);
    if (salts === undefined) return known;
    if (salts !== known.salts) {
      // SQLite begins a log anew when all of the one before is in the data file.
      known = { state: 'open', number: known.number + (known.salts === '' ? 0 : 1), salts, frames: 0 };
      isDoubted = false;
    }
    if (isDoubted) return known;
    let last = findLast(known.frames, isOwn);
    // A transaction that was too large for the memory and was undone leaves frames without a commit.
    while (last > known.frames && !isCommit(last)) last--;
    if (last > known.frames) known = { ...known, frames: last };
    return known;
  };
  return {
    find,
    nextNumber: () => find().number + 1,
    doubt() {
      isDoubted = true;
    },
    isDoubted: () => isDoubted,
  };
};
