import { isArray, isNumber, isObject, isSet, membersOf, type Numeric, type ObjectValue, type SetValue, type Value } from '../values/index.ts';

/** What a builtin may ask of the evaluation that calls it. */
export interface Circumstances {
  /** Counts work; ends the evaluation when it was too much. */
  readonly tick: (steps: number) => void;
  /** Ends the evaluation when a value would grow beyond what is allowed. */
  readonly grow: (size: number) => void;
  /** Nanoseconds since 1970, the same all through one evaluation. */
  readonly now: bigint;
  readonly print: (line: string) => void;
}
type Result = Value | undefined;
/** As many as `takes` says: that is checked when a policy is compiled. */
type Items = readonly [Value, Value, Value, Value];

/** A function of the language. What it cannot do is no fault: the call is then undefined. */
export interface Builtin {
  readonly name: string;
  readonly takes: number | 'any';
  readonly run: (items: readonly Value[], circumstances: Circumstances) => Result;
  /** For those with several results, one after the other. */
  readonly each?: (items: readonly Value[], circumstances: Circumstances) => Iterable<Value>;
}
/** Thrown when an argument is of another type: the call is undefined. */
export const mismatch = Object.freeze({ mismatch: true });

export function define(name: string, takes: Builtin['takes'], run: (items: Items, circumstances: Circumstances) => Result): Builtin {
  return { name, takes, run: run as unknown as Builtin['run'] };
}
const needing = <T extends Value>(is: (value: Value) => value is T) => (value: Value | undefined): T => {
  if (value === undefined || !is(value)) throw mismatch;
  return value;
};
export const text = needing((value): value is string => typeof value === 'string');
export const flag = needing((value): value is boolean => typeof value === 'boolean');
export const numeric = needing<Numeric & Value>(isNumber);
export const list = needing<readonly Value[]>(isArray);
export const set = needing<SetValue>(isSet);
export const object = needing<ObjectValue>(isObject);
/** A whole number that fits. */
export function whole(value: Value | undefined): number {
  const found = numeric(value);
  if (typeof found !== 'number' || !Number.isInteger(found)) throw mismatch;
  return found;
}
/** The members of an array or a set. */
export function members(value: Value | undefined): readonly Value[] {
  if (value !== undefined && isSet(value)) return membersOf(value);
  return list(value);
}
export const texts = (value: Value | undefined): readonly string[] => members(value).map(text);
/** A character is a code point: `length`, positions and slices count those. */
export const characters = (value: string): readonly string[] => [...value];
