import { setImmediate as nextTurn } from 'node:timers/promises';
import { Problem, unprocessable } from '../../../http/problem.ts';
import { createThreadPool, TaskAbandoned, workerScript } from '@slipway/schema-tools/threads';
import { readStateFile, type StateReading, type StateReadingTask, type StateRefusal } from './read-state-file.ts';

/** Bytes. A state of this size takes some milliseconds; to start a thread takes 30, to send a task and its result 1. */
const inPlace = 128 * 1024;
/** Bytes of a state that a transaction reads by itself: they take less than a millisecond. */
export const smallState = 64 * 1024;

const pool = createThreadPool(() => workerScript(import.meta.url, 'worker', 'state-worker'), {
  threads: 2,
  milliseconds: 20_000,
  memory: 1024,
  waiting: 16,
  smallCharacters: 2 * 1024 * 1024,
  idle: 30_000,
});

const readInWorker = async (task: StateReadingTask): Promise<StateReading | StateRefusal> => {
  // Receiving 32 MB takes 20 ms, and so does sending them to a thread: these are two turns.
  await nextTurn();
  try {
    return (await pool.run(task, task.bytes.length)) as StateReading | StateRefusal;
  } catch (error) {
    if (!(error instanceof TaskAbandoned)) throw error;
    if (error.reason === 'crowd') throw new Problem(503, [{ detail: `states are being read: ${error.message}` }], { 'retry-after': '1' });
    throw unprocessable(`the state cannot be read here: ${error.message}`, task.pointer);
  }
};

/** Passes a state that was parsed before the transaction to the handler, or throws the parser's refusal. */
export interface PreparedState {
  /** MD5 of the bytes. */
  readonly md5: string;
  /** Throws 422 for what is no state, 400 or 413 for JSON beyond the limits. */
  take(): StateReading;
}

const toPrepared = (read: StateReading | StateRefusal): PreparedState => ({
  md5: read.md5,
  take: () => {
    if ('status' in read) throw new Problem(read.status, read.errors);
    return read;
  },
});

export const readSmallState = (task: StateReadingTask): PreparedState => toPrepared(readStateFile(task));

/** Reads a state file, a large one in a worker thread. Not in a transaction: others would wait for it. */
export const prepareState = async (task: StateReadingTask): Promise<PreparedState> =>
  task.bytes.length <= inPlace ? readSmallState(task) : toPrepared(await readInWorker(task));
