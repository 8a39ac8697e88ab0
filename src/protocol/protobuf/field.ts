import type { Field, Message } from './message.ts';
import { readBytes, readVarint } from './reader.ts';
import { writeBytes, writeNested, writeString, writeTag, writeVarint } from './writer.ts';

const none = new Uint8Array(0);

export const string = (number: number): Field<string> => ({
  number, wire: 2, absent: () => '',
  write: (w, value) => { if (value !== '') { writeString(w, value); writeTag(w, number, 2); } },
  read: (r) => readBytes(r).toString('utf8'),
});

export const bytes = (number: number): Field<Uint8Array> => ({
  number, wire: 2, absent: () => none,
  write: (w, value) => { if (value.length > 0) { writeBytes(w, value); writeTag(w, number, 2); } },
  read: (r) => readBytes(r),
});

/** int32, int64 and enumerations. */
export const int = (number: number): Field<number> => ({
  number, wire: 0, absent: () => 0,
  write: (w, value) => { if (value !== 0) { writeVarint(w, value); writeTag(w, number, 0); } },
  read: (r) => readVarint(r),
});

export const bool = (number: number): Field<boolean> => ({
  number, wire: 0, absent: () => false,
  write: (w, value) => { if (value) { writeVarint(w, 1); writeTag(w, number, 0); } },
  read: (r) => readVarint(r) !== 0,
});

/** `optional` and `oneof` scalars: the value that is otherwise left out is written too. */
export const presentString = (number: number): Field<string | undefined> => ({
  number, wire: 2, absent: () => undefined,
  write: (w, value) => { writeString(w, value!); writeTag(w, number, 2); },
  read: (r) => readBytes(r).toString('utf8'),
});
export const presentBytes = (number: number): Field<Uint8Array | undefined> => ({
  number, wire: 2, absent: () => undefined,
  write: (w, value) => { writeBytes(w, value!); writeTag(w, number, 2); },
  read: (r) => readBytes(r),
});
export const presentInt = (number: number): Field<number | undefined> => ({
  number, wire: 0, absent: () => undefined,
  write: (w, value) => { writeVarint(w, value!); writeTag(w, number, 0); },
  read: (r) => readVarint(r),
});

/** `kind` may be a function: messages that hold each other. */
type Kind<T> = Message<T> | (() => Message<T>);
const kindOf = <T>(kind: Kind<T>): Message<T> => (typeof kind === 'function' ? kind() : kind);

export const one = <T>(number: number, kind: Kind<T>): Field<Partial<T> | undefined> => ({
  number, wire: 2, absent: () => undefined,
  write: (w, value) => { writeNested(w, () => kindOf(kind).writeTo(w, value!)); writeTag(w, number, 2); },
  read: (r) => kindOf(kind).decode(readBytes(r)) as Partial<T>,
});

export const list = <T>(number: number, kind: Kind<T>): Field<readonly Partial<T>[]> => ({
  number, wire: 2, absent: () => [],
  write: (w, values) => {
    for (let i = values.length - 1; i >= 0; i--) {
      writeNested(w, () => kindOf(kind).writeTo(w, values[i]!));
      writeTag(w, number, 2);
    }
  },
  read: (r, before) => { (before as Partial<T>[]).push(kindOf(kind).decode(readBytes(r)) as Partial<T>); return before; },
});
