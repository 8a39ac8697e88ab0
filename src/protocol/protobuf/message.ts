import { type ProtobufReader, createReader, readVarint, skipField } from './reader.ts';
import { type ProtobufWriter, createWriter, writtenBytes } from './writer.ts';

/** One field of a message. `write` goes backwards: the payload first, the tag last. */
export interface Field<T> {
  readonly number: number;
  readonly wire: 0 | 2;
  /** The value of a field that is not on the wire. A function: lists and maps must not be shared. */
  absent(): T;
  /** Writes nothing for the value of `absent`. */
  write(w: ProtobufWriter, value: T): void;
  /** `before`: the value of the field so far, to which lists and maps add; others are replaced. */
  read(r: ProtobufReader, before: T): T;
}
export interface Fields {
  readonly [name: string]: Field<any>;
}
export type FieldValues<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

export interface Message<T> {
  writeTo(w: ProtobufWriter, value: Partial<T>): void;
  encode(value: Partial<T>): Buffer;
  decode(bytes: Uint8Array): T;
}

export const defineMessage = <const F extends Fields>(fields: F): Message<FieldValues<F>> => {
  const rows = Object.entries(fields);
  const backwards = rows.toSorted(([, a], [, b]) => b.number - a.number);
  const byTag = new Map(rows.map(([name, field]) => [field.number * 8 + field.wire, [name, field] as const]));

  const writeTo = (w: ProtobufWriter, value: Partial<FieldValues<F>>): void => {
    for (const [name, field] of backwards) {
      const one = value[name];
      if (one !== undefined) field.write(w, one);
    }
  };
  return {
    writeTo,
    encode: (value) => {
      const w = createWriter();
      writeTo(w, value);
      return writtenBytes(w);
    },
    decode: (bytes) => {
      const r = createReader(bytes);
      const value: Record<string, unknown> = {};
      for (const [name, field] of rows) value[name] = field.absent();
      while (r.at < r.end) {
        const tag = readVarint(r);
        const row = byTag.get(tag);
        if (row === undefined) skipField(r, tag & 7);
        else value[row[0]] = row[1].read(r, value[row[0]]);
      }
      return value as FieldValues<F>;
    },
  };
};
