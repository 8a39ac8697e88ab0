import type { AttributePath, AttributePathStep } from '@slipway/declarations/attribute-path';
import { isRecord } from '@slipway/declarations/record';
import { isDecimal } from './decimal.ts';
import { inferType } from './dynamic.ts';
import {
  type MsgpackOutput,
  msgpackOutput,
  writeArrayHead,
  writeBinary,
  writeBool,
  writeExtension,
  writeFloat,
  writeInt,
  writeMapHead,
  writeNil,
  writeMsgpackString,
  msgpackBytes,
} from './msgpack-writer.ts';
import { encodeType, type CodecType } from './type.ts';
import { isUnknownValue } from './unknown.ts';

/** A value that is not of its type. It leaves as null, so that the rest still reaches the state. */
export interface TypeMismatch {
  readonly path: AttributePath;
  readonly expected: string;
}

interface EncodeTarget {
  readonly o: MsgpackOutput;
  readonly path: AttributePathStep[];
  readonly misfits: TypeMismatch[];
}

const unknownPayload = new Uint8Array(1);

const recordMismatch = (t: EncodeTarget, expected: string): void => {
  t.misfits.push({ path: [...t.path], expected });
  writeNil(t.o);
};

const writeAt = (t: EncodeTarget, step: AttributePathStep, value: unknown, type: CodecType): void => {
  t.path.push(step);
  write(t, value, type);
  t.path.pop();
};

const writeNumber = (t: EncodeTarget, value: unknown): void => {
  if (typeof value === 'string' && isDecimal(value)) writeMsgpackString(t.o, value);
  else if (typeof value !== 'number' || Number.isNaN(value)) recordMismatch(t, 'a number');
  else if (Number.isSafeInteger(value)) writeInt(t.o, value);
  else if (Number.isFinite(value)) writeMsgpackString(t.o, String(value));
  else writeFloat(t.o, value);
};

const writeObject = (t: EncodeTarget, value: unknown, members: { readonly [name: string]: CodecType }): void => {
  if (!isRecord(value)) return recordMismatch(t, 'an object');
  const names = Object.keys(members);
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(members, name) && value[name] !== undefined)
      t.misfits.push({ path: [...t.path, name], expected: 'no such attribute' });
  }
  writeMapHead(t.o, names.length);
  for (const name of names) {
    writeMsgpackString(t.o, name);
    writeAt(t, name, Object.hasOwn(value, name) ? value[name] : null, members[name]!);
  }
};

const writeMap = (t: EncodeTarget, value: unknown, inner: CodecType): void => {
  if (!isRecord(value)) return recordMismatch(t, 'a map');
  const entries = Object.entries(value);
  writeMapHead(t.o, entries.length);
  for (const [key, one] of entries) {
    writeMsgpackString(t.o, key);
    writeAt(t, { key }, one, inner);
  }
};

const writeArray = (t: EncodeTarget, value: unknown, count: number | undefined, inner: (index: number) => CodecType): void => {
  if (!Array.isArray(value) || (count !== undefined && value.length !== count)) {
    return recordMismatch(t, count === undefined ? 'an array' : `${count} values`);
  }
  writeArrayHead(t.o, value.length);
  value.forEach((one, index) => writeAt(t, index, one, inner(index)));
};

const writeDynamic = (t: EncodeTarget, value: unknown): void => {
  const type = inferType(value);
  writeArrayHead(t.o, 2);
  writeBinary(t.o, encodeType(type));
  write(t, value, type);
};

const write = (t: EncodeTarget, value: unknown, type: CodecType): void => {
  if (value === null || value === undefined || type[0] === 'withheld') return writeNil(t.o);
  if (isUnknownValue(value))
    return value.refined === undefined ? writeExtension(t.o, 0, unknownPayload) : writeExtension(t.o, 12, value.refined);
  switch (type) {
    case 'string':
      return typeof value === 'string' ? writeMsgpackString(t.o, value) : recordMismatch(t, 'a string');
    case 'bool':
      return typeof value === 'boolean' ? writeBool(t.o, value) : recordMismatch(t, 'true or false');
    case 'number':
      return writeNumber(t, value);
    case 'dynamic':
      return writeDynamic(t, value);
  }
  switch (type[0]) {
    case 'object':
      return writeObject(t, value, type[1]);
    case 'map':
      return writeMap(t, value, type[1]);
    case 'tuple':
      return writeArray(t, value, type[1].length, (index) => type[1][index]!);
    case 'list':
    case 'set':
      return writeArray(t, value, undefined, () => type[1]);
  }
};

/** Never throws: a created object must reach the state, even if one of its values cannot. */
export const encodeMsgpack = (value: unknown, type: CodecType): { bytes: Buffer; misfits: readonly TypeMismatch[] } => {
  const t: EncodeTarget = { o: msgpackOutput(), path: [], misfits: [] };
  write(t, value, type);
  return { bytes: msgpackBytes(t.o), misfits: t.misfits };
};
