import type { Automaton } from './automaton.ts';
import { createPercentDecoder, type DecodedByte } from './percent-decoder.ts';

/** Finds texts in a stream whose bytes may be percent-encoded, in time linear in the stream. */
export interface DecodedMatches {
  /** Begins where the stream has had no escape for a while. `state`: that of the bytes as they are; `offsets`: of its latest bytes. */
  begin(state: number, offsets: number[]): void;
  /** Adds a byte that is not part of a line break. `report`: called with the start and end offsets of a text that was found. */
  push(byte: number, offset: number, report: (start: number, end: number) => void): void;
  end(report: (start: number, end: number) => void): void;
  /** The offset of the first byte that could belong to a text; undefined if there is none. */
  heldFrom(): number | undefined;
  /** Whether no pushed byte can be part of a later match. */
  isIdle(): boolean;
}

/** Offsets that are kept beyond those needed, so that they are not moved at each byte. */
const spare = 65_536;

export const createDecodedMatches = (automaton: Automaton): DecodedMatches => {
  /** The offsets at which the latest emitted bytes begin. */
  let starts: number[] = [];
  let state = 0;
  let report: (start: number, end: number) => void = () => undefined;
  const take = ({ byte, start, end }: DecodedByte): void => {
    state = automaton.step(state, byte);
    starts.push(start);
    const length = automaton.matchLength(state);
    if (length > 0) report(starts[starts.length - length]!, end);
    const needed = automaton.depth(state);
    if (starts.length > needed + spare) starts = needed === 0 ? [] : starts.slice(-needed);
  };
  const decoder = createPercentDecoder(take);
  return {
    begin(from, offsets) {
      [state, starts] = [from, offsets];
    },
    push(byte, offset, found) {
      report = found;
      decoder.push({ byte, start: offset, end: offset + 1 });
    },
    end(found) {
      report = found;
      decoder.end();
      [state, starts] = [0, []];
    },
    heldFrom() {
      const depth = automaton.depth(state);
      return depth > 0 ? starts[starts.length - depth] : decoder.pendingStart();
    },
    isIdle: () => state === 0 && decoder.pendingStart() === undefined,
  };
};
