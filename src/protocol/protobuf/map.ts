import { one, string } from './field.ts';
import { type Field, type Message, message } from './message.ts';
import { readBytes } from './reader.ts';
import { writeNested, writeTag } from './writer.ts';

const entries = <T>(number: number, entry: Message<any>, empty: () => T): Field<ReadonlyMap<string, T>> => ({
  number, wire: 2, absent: () => new Map(),
  write: (w, values) => {
    for (const [key, value] of [...values].reverse()) {
      writeNested(w, () => entry.writeTo(w, { key, value }));
      writeTag(w, number, 2);
    }
  },
  read: (r, before) => {
    const { key, value } = entry.decode(readBytes(r)) as { key: string; value: T | undefined };
    (before as Map<string, T>).set(key, value ?? empty());
    return before;
  },
});

/** map<string, message>: on the wire a list of entries with key 1 and value 2. */
export const mapOf = <T>(number: number, kind: Message<T>): Field<ReadonlyMap<string, Partial<T>>> =>
  entries(number, message({ key: string(1), value: one(2, kind) }), () => ({}));

/** map<string, string>. */
export const mapOfStrings = (number: number): Field<ReadonlyMap<string, string>> =>
  entries(number, message({ key: string(1), value: string(2) }), () => '');
