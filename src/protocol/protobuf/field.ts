import type { Field, Message } from './message.ts';
import { readBytes, readVarint } from './reader.ts';
import { writeBytes, writeNested, writeString, writeTag, writeVarint } from './writer.ts';

const emptyBytes = new Uint8Array(0);

export const stringField = (number: number): Field<string> => ({
  number,
  wire: 2,
  absent: () => '',
  write: (w, value) => {
    if (value !== '') {
      writeString(w, value);
      writeTag(w, number, 2);
    }
  },
  read: (r) => readBytes(r).toString('utf8'),
});

export const bytesField = (number: number): Field<Uint8Array> => ({
  number,
  wire: 2,
  absent: () => emptyBytes,
  write: (w, value) => {
    if (value.length > 0) {
      writeBytes(w, value);
      writeTag(w, number, 2);
    }
  },
  read: (r) => readBytes(r),
});

/** int32, int64 and enumerations. */
export const intField = (number: number): Field<number> => ({
  number,
  wire: 0,
  absent: () => 0,
  write: (w, value) => {
    if (value !== 0) {
      writeVarint(w, value);
      writeTag(w, number, 0);
    }
  },
  read: (r) => readVarint(r),
});

export const boolField = (number: number): Field<boolean> => ({
  number,
  wire: 0,
  absent: () => false,
  write: (w, value) => {
    if (value) {
      writeVarint(w, 1);
      writeTag(w, number, 0);
    }
  },
  read: (r) => readVarint(r) !== 0,
});

/** `optional` and `oneof` scalars: the value that is otherwise left out is written too. */
export const optionalStringField = (number: number): Field<string | undefined> => ({
  number,
  wire: 2,
  absent: () => undefined,
  write: (w, value) => {
    writeString(w, value!);
    writeTag(w, number, 2);
  },
  read: (r) => readBytes(r).toString('utf8'),
});
export const optionalBytesField = (number: number): Field<Uint8Array | undefined> => ({
  number,
  wire: 2,
  absent: () => undefined,
  write: (w, value) => {
    writeBytes(w, value!);
    writeTag(w, number, 2);
  },
  read: (r) => readBytes(r),
});
export const optionalIntField = (number: number): Field<number | undefined> => ({
  number,
  wire: 0,
  absent: () => undefined,
  write: (w, value) => {
    writeVarint(w, value!);
    writeTag(w, number, 0);
  },
  read: (r) => readVarint(r),
});

/** `kind` may be a function: messages that hold each other. */
type MessageRef<T> = Message<T> | (() => Message<T>);
const resolveMessage = <T>(kind: MessageRef<T>): Message<T> => (typeof kind === 'function' ? kind() : kind);

export const messageField = <T>(number: number, kind: MessageRef<T>): Field<Partial<T> | undefined> => ({
  number,
  wire: 2,
  absent: () => undefined,
  write: (w, value) => {
    writeNested(w, () => resolveMessage(kind).writeTo(w, value!));
    writeTag(w, number, 2);
  },
  read: (r) => resolveMessage(kind).decode(readBytes(r)) as Partial<T>,
});

export const repeatedStringField = (number: number): Field<readonly string[]> => ({
  number,
  wire: 2,
  absent: () => [],
  write: (w, values) => {
    for (const value of values.toReversed()) {
      writeString(w, value);
      writeTag(w, number, 2);
    }
  },
  read: (r, before) => {
    (before as string[]).push(readBytes(r).toString('utf8'));
    return before;
  },
});

export const repeatedField = <T>(number: number, kind: MessageRef<T>): Field<readonly Partial<T>[]> => ({
  number,
  wire: 2,
  absent: () => [],
  write: (w, values) => {
    for (let i = values.length - 1; i >= 0; i--) {
      writeNested(w, () => resolveMessage(kind).writeTo(w, values[i]!));
      writeTag(w, number, 2);
    }
  },
  read: (r, before) => {
    (before as Partial<T>[]).push(resolveMessage(kind).decode(readBytes(r)) as Partial<T>);
    return before;
  },
});
