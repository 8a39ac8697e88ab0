import type { ReadTransaction, StoredRecord, Transaction } from '../../store/store.ts';
import { newId } from '../../store/new-id.ts';

/** Kind `run-logs`, scope the workspace's id, key the id of the plan or apply. */
interface StoredLog {
  /** Bytes so far, marks included. */
  readonly size: number;
  readonly isClosed: boolean;
}
/** Kind `run-log-parts`, same scope, key `<plan or apply>/<number>`. Every part but the last has `partBytes` bytes. */
interface StoredLogPart {
  readonly base64: string;
}

/** Size of a stored part; a client requests as much at a time, and so needs at most two parts. */
export const partBytes = 64 * 1024;
/** Limit of one log; further output is dropped, and a line notes it. */
export const maxLogBytes = 32 * 1024 * 1024;

const startMark = Uint8Array.of(2);
const endMark = Uint8Array.of(3);

export interface LogAddress {
  readonly workspace: string;
  /** The id of the plan or apply. */
  readonly phase: string;
}

const partKey = (phase: string, number: number): string => `${phase}/${number}`;
const readPart = (part: StoredRecord<StoredLogPart> | undefined): Buffer =>
  part ? Buffer.from(part.body.base64, 'base64') : Buffer.alloc(0);

const appendBytes = async (tx: Transaction, { workspace, phase }: LogAddress, size: number, bytes: Uint8Array): Promise<void> => {
  let rest = bytes;
  for (let number = Math.floor(size / partBytes); rest.length > 0; number++) {
    const key = partKey(phase, number);
    const part = await tx.getByKey<StoredLogPart>('run-log-parts', workspace, key);
    const before = readPart(part);
    const fitting = rest.subarray(0, partBytes - before.length);
    rest = rest.subarray(fitting.length);
    const body: StoredLogPart = { base64: Buffer.concat([before, fitting]).toString('base64') };
    if (part) await tx.update<StoredLogPart>(part, { body });
    else await tx.insert<StoredLogPart>({ id: newId('rlp'), kind: 'run-log-parts', scope: workspace, key, name: '', body });
  }
};

/** Additional bytes for the closing message, which gives the reason of the end. */
const closingMessageBytes = 128 * 1024;

const limitBytes = (size: number, bytes: Uint8Array, isLast: boolean): Uint8Array => {
  const room = maxLogBytes + (isLast ? closingMessageBytes : 0) - size;
  if (bytes.length <= room) return bytes;
  return room <= 0
    ? new Uint8Array()
    : Buffer.concat([bytes.subarray(0, room), Buffer.from('\nThe log is longer than the service keeps.\n')]);
};

/**
 * Appends text to the log of a plan or an apply; the first call puts the start mark before it. With `close` the end mark follows: a
 * reader takes it as the end, so the status of the phase must change in the same transaction, or later. A closed log stays as it is.
 */
export const appendLog = async (tx: Transaction, address: LogAddress, text: string, close = false): Promise<void> => {
  const { workspace: scope, phase: key } = address;
  const log = await tx.getByKey<StoredLog>('run-logs', scope, key);
  if (log?.body.isClosed) return;
  const size = log?.body.size ?? 0;
  const bytes = Buffer.concat([
    log ? new Uint8Array() : startMark,
    limitBytes(size, Buffer.from(text), close),
    close ? endMark : new Uint8Array(),
  ]);
  await appendBytes(tx, address, size, bytes);
  const body: StoredLog = { size: size + bytes.length, isClosed: close };
  if (log) await tx.update<StoredLog>(log, { body });
  else await tx.insert<StoredLog>({ id: newId('rl'), kind: 'run-logs', scope, key, name: '', body });
};

/** The bytes from `offset` on, at most `limit`; empty beyond the end. */
export const readLog = async (
  view: ReadTransaction,
  { workspace: scope, phase }: LogAddress,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<Uint8Array> => {
  const first = Math.floor(offset / partBytes);
  const [log, firstPart] = await Promise.all([
    view.getByKey<StoredLog>('run-logs', scope, phase),
    view.getByKey<StoredLogPart>('run-log-parts', scope, partKey(phase, first)),
  ]);
  const end = Math.min(log?.body.size ?? 0, offset + limit);
  if (offset >= end) return new Uint8Array();
  const keys = Array.from({ length: Math.floor((end - 1) / partBytes) - first }, (_, index) => partKey(phase, first + 1 + index));
  const { records } = await view.list<StoredLogPart>({ kind: 'run-log-parts', scope, keys });
  const parts = new Map(records.map((record) => [record.key, record]));
  const bytes = Buffer.concat([readPart(firstPart), ...keys.map((key) => readPart(parts.get(key)))]);
  return bytes.subarray(offset - first * partBytes, end - first * partBytes);
};

/** Bytes of a log so far, including marks; 0 if it does not exist. */
export const measureLog = async (view: ReadTransaction, { workspace, phase }: LogAddress): Promise<number> =>
  (await view.getByKey<StoredLog>('run-logs', workspace, phase))?.body.size ?? 0;

/** Deletes a log for good. */
export const deleteLog = async (tx: Transaction, { workspace: scope, phase }: LogAddress): Promise<void> => {
  const log = await tx.getByKey<StoredLog>('run-logs', scope, phase);
  if (!log) return;
  const keys = Array.from({ length: Math.ceil(log.body.size / partBytes) }, (_, index) => partKey(phase, index));
  for (const { id } of (await tx.list({ kind: 'run-log-parts', scope, keys })).records) await tx.delete('run-log-parts', id);
  await tx.delete('run-logs', log.id);
};
