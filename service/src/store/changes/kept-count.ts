import type { Marks, MarkedSnapshot } from './marked-changes.ts';
import type { NumberSet } from './number-set.ts';

/** Fewer records are counted in no time: their numbers are not kept. */
export const fewestKept = 500;

/** A snapshot that was counted. */
export interface CountedState {
  readonly marks: Marks;
  readonly newest: number;
  readonly total: number;
}
/** The records that one state counts and the next one does not, and vice versa. */
export interface CountMove {
  readonly gone: readonly number[];
  readonly found: readonly number[];
}
interface PastState extends CountedState {
  /** When the snapshot was counted, by `performance.now()`. */
  readonly at: number;
  /** The difference to the state after it. */
  move?: CountMove;
}

/** A count of the latest counted snapshot, and of earlier snapshots that may still be read. */
export interface KeptCount {
  /** The last one is the newest. */
  readonly states: readonly CountedState[];
  /** The records that the last one counts; undefined: only their number is known. */
  readonly numbers: NumberSet | undefined;
  findState(marks: Marks): CountedState | undefined;
  /** Whether a state, not older than this one, counts the record. */
  hasNumber(state: CountedState, number: number): boolean;
  /** Appends the next state, with the difference from the last one. */
  moveTo(next: CountedState, move: CountMove): void;
}

/** Milliseconds for which a snapshot is read, mostly. */
const readFor = 1000;
const mostStates = 16;

const describeMarks = (marks: Marks): string => JSON.stringify(marks);

export const createKeptCount = ({ marks, newest }: MarkedSnapshot, total: number, numbers: NumberSet | undefined): KeptCount => {
  const states: PastState[] = [{ marks, newest, total, at: performance.now() }];
  const forgetOld = (): void => {
    const oldest = performance.now() - readFor;
    while (states.length > 1 && (states.length > mostStates || states[0]!.at < oldest)) states.shift();
  };
  return {
    states,
    numbers,
    findState: (wanted) => states.find((state) => describeMarks(state.marks) === describeMarks(wanted)),
    hasNumber(state, number) {
      // The first difference that contains the record shows whether it was counted before.
      for (const { move } of states.slice(states.indexOf(state as PastState))) {
        if (move?.gone.includes(number)) return true;
        if (move?.found.includes(number)) return false;
      }
      return numbers!.has(number);
    },
    moveTo(next, move) {
      states.at(-1)!.move = move;
      for (const number of move.gone) numbers!.delete(number);
      for (const number of move.found) numbers!.add(number);
      states.push({ ...next, at: performance.now() });
      forgetOld();
    },
  };
};
