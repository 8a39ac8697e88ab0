import { messageField, stringField } from './field.ts';
import { type Field, type Message, defineMessage } from './message.ts';
import { readBytes } from './reader.ts';
import { writeNested, writeTag } from './writer.ts';

const entriesField = <T>(number: number, entry: Message<any>, empty: () => T): Field<ReadonlyMap<string, T>> => ({
  number,
  wire: 2,
  absent: () => new Map(),
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
export const mapField = <T>(number: number, kind: Message<T>): Field<ReadonlyMap<string, Partial<T>>> =>
  entriesField(number, defineMessage({ key: stringField(1), value: messageField(2, kind) }), () => ({}));

/** map<string, string>: encoded as a list of entries with key 1 and value 2. */
export const stringMapField = (number: number): Field<ReadonlyMap<string, string>> =>
  entriesField(number, defineMessage({ key: stringField(1), value: stringField(2) }), () => '');
