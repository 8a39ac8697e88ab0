import type { Value } from './value.ts';

export type Numeric = number | bigint;

/** The one spelling of a number: a whole number is a number as far as that is exact, else a bigint. */
export function normal(value: Numeric): Numeric {
  if (typeof value === 'bigint') return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return BigInt(value);
  return value === 0 ? 0 : value;
}
export const isWhole = (value: Numeric): boolean => typeof value === 'bigint' || Number.isInteger(value);

function exactly(left: Numeric, right: Numeric, rough: (a: number, b: number) => number, exact: (a: bigint, b: bigint) => bigint): Numeric | undefined {
  if (isWhole(left) && isWhole(right)) {
    if (typeof left === 'number' && typeof right === 'number') {
      const quick = rough(left, right);
      if (Number.isSafeInteger(quick)) return normal(quick);
    }
    return normal(exact(BigInt(left), BigInt(right)));
  }
  const result = rough(Number(left), Number(right));
  return Number.isFinite(result) ? normal(result) : undefined;
}
export const add = (left: Numeric, right: Numeric) => exactly(left, right, (a, b) => a + b, (a, b) => a + b);
export const subtract = (left: Numeric, right: Numeric) => exactly(left, right, (a, b) => a - b, (a, b) => a - b);
export const multiply = (left: Numeric, right: Numeric) => exactly(left, right, (a, b) => a * b, (a, b) => a * b);

/** Undefined when divided by zero; whole when it comes out even. */
export function divide(left: Numeric, right: Numeric): Numeric | undefined {
  if (Number(right) === 0) return undefined;
  if (isWhole(left) && isWhole(right) && BigInt(left) % BigInt(right) === 0n) return normal(BigInt(left) / BigInt(right));
  const result = Number(left) / Number(right);
  return Number.isFinite(result) ? normal(result) : undefined;
}
/** The remainder of whole numbers, with the sign of the left; undefined for others and for zero. */
export function remainder(left: Numeric, right: Numeric): Numeric | undefined {
  if (!isWhole(left) || !isWhole(right) || Number(right) === 0) return undefined;
  return normal(BigInt(left) % BigInt(right));
}

const spelled = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;
/** Reads a number as JSON spells it; undefined when it is none, or too large to hold. */
export function readNumber(text: string): Numeric | undefined {
  if (!spelled.test(text) || text.length > 1000) return undefined;
  if (/^-?[0-9]+$/.test(text)) return normal(BigInt(text));
  const value = Number(text);
  return Number.isFinite(value) ? normal(value) : undefined;
}
export const asIndex = (value: Value): number | undefined => (typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined);
