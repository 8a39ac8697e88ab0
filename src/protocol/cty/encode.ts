import type { Path, Step } from '../server.ts';
import { isDecimal } from './decimal.ts';
import { typeOf } from './dynamic.ts';
import {
  type Out, out, writeArrayHead, writeBinary, writeBool, writeExtension, writeFloat, writeInt, writeMapHead, writeNil, writeString, written,
} from './msgpack-writer.ts';
import { typeJson, type Wire } from './type.ts';
import { isUnknown } from './unknown.ts';

/** A value that is not of its type. It leaves as null, so that the rest still reaches the state. */
export interface Misfit { readonly path: Path; readonly expected: string }

interface Target { readonly o: Out; readonly path: Step[]; readonly misfits: Misfit[] }

const zero = new Uint8Array(1);

const misfit = (t: Target, expected: string): void => {
  t.misfits.push({ path: [...t.path], expected });
  writeNil(t.o);
};

const at = (t: Target, step: Step, value: unknown, type: Wire): void => {
  t.path.push(step);
  write(t, value, type);
  t.path.pop();
};

const writeNumber = (t: Target, value: unknown): void => {
  if (typeof value === 'string' && isDecimal(value)) writeString(t.o, value);
  else if (typeof value !== 'number' || Number.isNaN(value)) misfit(t, 'a number');
  else if (Number.isSafeInteger(value)) writeInt(t.o, value);
  else if (Number.isFinite(value)) writeString(t.o, String(value));
  else writeFloat(t.o, value);
};

const plain = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const writeObject = (t: Target, value: unknown, members: { readonly [name: string]: Wire }): void => {
  if (!plain(value)) return misfit(t, 'an object');
  const names = Object.keys(members);
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(members, name) && value[name] !== undefined) t.misfits.push({ path: [...t.path, name], expected: 'no such attribute' });
  }
  writeMapHead(t.o, names.length);
  for (const name of names) {
    writeString(t.o, name);
    at(t, name, Object.hasOwn(value, name) ? value[name] : null, members[name]!);
  }
};

const writeMap = (t: Target, value: unknown, inner: Wire): void => {
  if (!plain(value)) return misfit(t, 'a map');
  const entries = Object.entries(value);
  writeMapHead(t.o, entries.length);
  for (const [key, one] of entries) {
    writeString(t.o, key);
    at(t, { key }, one, inner);
  }
};

const writeArray = (t: Target, value: unknown, count: number | undefined, inner: (index: number) => Wire): void => {
  if (!Array.isArray(value) || (count !== undefined && value.length !== count)) {
    return misfit(t, count === undefined ? 'an array' : `${count} values`);
  }
  writeArrayHead(t.o, value.length);
  value.forEach((one, index) => at(t, index, one, inner(index)));
};

const writeDynamic = (t: Target, value: unknown): void => {
  const type = typeOf(value);
  writeArrayHead(t.o, 2);
  writeBinary(t.o, typeJson(type));
  write(t, value, type);
};

const write = (t: Target, value: unknown, type: Wire): void => {
  if (value === null || value === undefined || type[0] === 'withheld') return writeNil(t.o);
  if (isUnknown(value)) return value.refined === undefined ? writeExtension(t.o, 0, zero) : writeExtension(t.o, 12, value.refined);
  switch (type) {
    case 'string': return typeof value === 'string' ? writeString(t.o, value) : misfit(t, 'a string');
    case 'bool': return typeof value === 'boolean' ? writeBool(t.o, value) : misfit(t, 'true or false');
    case 'number': return writeNumber(t, value);
    case 'dynamic': return writeDynamic(t, value);
  }
  switch (type[0]) {
    case 'object': return writeObject(t, value, type[1]);
    case 'map': return writeMap(t, value, type[1]);
    case 'tuple': return writeArray(t, value, type[1].length, (index) => type[1][index]!);
    case 'list': case 'set': return writeArray(t, value, undefined, () => type[1]);
  }
};

/** Never throws: an object that was made must reach the state, even when one of its values cannot. */
export const encode = (value: unknown, type: Wire): { bytes: Buffer; misfits: readonly Misfit[] } => {
  const t: Target = { o: out(), path: [], misfits: [] };
  write(t, value, type);
  return { bytes: written(t.o), misfits: t.misfits };
};
