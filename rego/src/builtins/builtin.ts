import {
  isArray,
  isNumber,
  isObject,
  isSet,
  membersOf,
  type RegoNumber,
  type ObjectValue,
  type SetValue,
  type RegoValue,
} from '../values/index.ts';

/** What a builtin may ask of the evaluation that calls it. */
export interface BuiltinContext {
  /** Counts work; ends the evaluation when it was too much. */
  readonly tick: (steps: number) => void;
  /** Ends the evaluation when a value would grow beyond what is allowed. */
  readonly checkSize: (size: number) => void;
  /** Nanoseconds since 1970, the same all through one evaluation. */
  readonly now: bigint;
  readonly print: (line: string) => void;
}
type Result = RegoValue | undefined;
/** As many as `takes` says: that is checked when a policy is compiled. */
type Operands = readonly [RegoValue, RegoValue, RegoValue, RegoValue];

/** A function of the language. What it cannot do is no fault: the call is then undefined. */
export interface Builtin {
  readonly name: string;
  readonly arity: number | 'any';
  readonly run: (items: readonly RegoValue[], circumstances: BuiltinContext) => Result;
  /** For those with several results, one after the other. */
  readonly runAll?: (items: readonly RegoValue[], circumstances: BuiltinContext) => Iterable<RegoValue>;
}
/** Thrown when an argument is of another type: the call is undefined. */
export const typeMismatch = Object.freeze({ mismatch: true });

export function defineBuiltin(
  name: string,
  takes: Builtin['arity'],
  run: (items: Operands, circumstances: BuiltinContext) => Result,
): Builtin {
  return { name, arity: takes, run: run as unknown as Builtin['run'] };
}
const operandOf =
  <T extends RegoValue>(is: (value: RegoValue) => value is T) =>
  (value: RegoValue | undefined): T => {
    if (value === undefined || !is(value)) throw typeMismatch;
    return value;
  };
export const asString = operandOf((value): value is string => typeof value === 'string');
export const asBoolean = operandOf((value): value is boolean => typeof value === 'boolean');
export const asNumber = operandOf<RegoNumber & RegoValue>(isNumber);
export const asArray = operandOf<readonly RegoValue[]>(isArray);
export const asSet = operandOf<SetValue>(isSet);
export const asObject = operandOf<ObjectValue>(isObject);
/** A whole number that fits. */
export function asInteger(value: RegoValue | undefined): number {
  const found = asNumber(value);
  if (typeof found !== 'number' || !Number.isInteger(found)) throw typeMismatch;
  return found;
}
/** The members of an array or a set. */
export function asMembers(value: RegoValue | undefined): readonly RegoValue[] {
  if (value !== undefined && isSet(value)) return membersOf(value);
  return asArray(value);
}
export const asStrings = (value: RegoValue | undefined): readonly string[] => asMembers(value).map(asString);
/** A character is a code point: `length`, positions and slices count those. */
export const splitCharacters = (value: string): readonly string[] => [...value];
