import { parseFunctionType } from '../types/type-text.ts';
import type { FunctionType } from '../types/type.ts';
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
import { builtinTypes } from './declarations.ts';

/** What the evaluation provides to a builtin. */
export interface BuiltinContext {
  /** Counts steps; ends the evaluation at the limit. */
  readonly tick: (steps: number) => void;
  /** Ends the evaluation when a value would become larger than the limit. */
  readonly checkSize: (size: number) => void;
  /** Nanoseconds since 1970, constant during an evaluation. */
  readonly now: bigint;
  readonly print: (line: string) => void;
}
type Result = RegoValue | undefined;
/** The operands; the compiler checks that their number is `arity`. */
type Operands = readonly [RegoValue, RegoValue, RegoValue, RegoValue];

/** A built-in function. A call that fails is undefined, not an error. */
export interface Builtin {
  readonly name: string;
  readonly arity: number | 'any';
  readonly type: FunctionType;
  readonly run: (items: readonly RegoValue[], circumstances: BuiltinContext) => Result;
  /** Whether only files in the older syntax may call it. */
  readonly isDeprecated?: true;
  /** Yields the results of a relation, which may have several. */
  readonly runAll?: (items: readonly RegoValue[], circumstances: BuiltinContext) => Iterable<RegoValue>;
}
/** Marks a function that only the older syntax has. */
export const deprecate = (builtin: Builtin): Builtin => ({ ...builtin, isDeprecated: true });
/** Thrown for an operand of the wrong type: the call is undefined. */
export const typeMismatch = Object.freeze({ mismatch: true });

export function defineBuiltin(
  name: string,
  arity: Builtin['arity'],
  run: (items: Operands, circumstances: BuiltinContext) => Result,
): Builtin {
  const declared = builtinTypes[name];
  if (declared === undefined) throw new Error(`the built-in function ${name} has no declared type. Please report this.`);
  return { name, arity, type: parseFunctionType(declared), run: run as unknown as Builtin['run'] };
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
/** An integer in the range of exact numbers. */
export function asInteger(value: RegoValue | undefined): number {
  const number = asNumber(value);
  // The text `-0` is an integer too.
  if (typeof number === 'object' && number.text === '-0') return 0;
  if (typeof number !== 'number' || !Number.isInteger(number)) throw typeMismatch;
  return number;
}
/** The members of an array or a set. */
export function asMembers(value: RegoValue | undefined): readonly RegoValue[] {
  if (value !== undefined && isSet(value)) return membersOf(value);
  return asArray(value);
}
export const asStrings = (value: RegoValue | undefined): readonly string[] => asMembers(value).map(asString);
/** Characters are code points: lengths, positions and slices count them. */
export const splitCharacters = (value: string): readonly string[] => [...value];
