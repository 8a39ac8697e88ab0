import type { RegoValue } from './value.ts';

export type RegoNumber = number | bigint;

/** The one spelling of a number: a whole number is a number as far as that is exact, else a bigint. */
export function normalizeNumber(value: RegoNumber): RegoNumber {
  if (typeof value === 'bigint') return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return BigInt(value);
  return value === 0 ? 0 : value;
}
export const isInteger = (value: RegoNumber): boolean => typeof value === 'bigint' || Number.isInteger(value);

function computeExactly(
  left: RegoNumber,
  right: RegoNumber,
  rough: (a: number, b: number) => number,
  exact: (a: bigint, b: bigint) => bigint,
): RegoNumber | undefined {
  if (isInteger(left) && isInteger(right)) {
    if (typeof left === 'number' && typeof right === 'number') {
      const quick = rough(left, right);
      if (Number.isSafeInteger(quick)) return normalizeNumber(quick);
    }
    return normalizeNumber(exact(BigInt(left), BigInt(right)));
  }
  const result = rough(Number(left), Number(right));
  return Number.isFinite(result) ? normalizeNumber(result) : undefined;
}
export const add = (left: RegoNumber, right: RegoNumber) =>
  computeExactly(
    left,
    right,
    (a, b) => a + b,
    (a, b) => a + b,
  );
export const subtract = (left: RegoNumber, right: RegoNumber) =>
  computeExactly(
    left,
    right,
    (a, b) => a - b,
    (a, b) => a - b,
  );
export const multiply = (left: RegoNumber, right: RegoNumber) =>
  computeExactly(
    left,
    right,
    (a, b) => a * b,
    (a, b) => a * b,
  );

/** Undefined when divided by zero; whole when it comes out even. */
export function divide(left: RegoNumber, right: RegoNumber): RegoNumber | undefined {
  if (Number(right) === 0) return undefined;
  if (isInteger(left) && isInteger(right) && BigInt(left) % BigInt(right) === 0n) return normalizeNumber(BigInt(left) / BigInt(right));
  const result = Number(left) / Number(right);
  return Number.isFinite(result) ? normalizeNumber(result) : undefined;
}
/** The remainder of whole numbers, with the sign of the left; undefined for others and for zero. */
export function remainder(left: RegoNumber, right: RegoNumber): RegoNumber | undefined {
  if (!isInteger(left) || !isInteger(right) || Number(right) === 0) return undefined;
  return normalizeNumber(BigInt(left) % BigInt(right));
}

const jsonNumber = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;
/** Reads a number as JSON spells it; undefined when it is none, or too large to hold. */
export function parseRegoNumber(text: string): RegoNumber | undefined {
  if (!jsonNumber.test(text) || text.length > 1000) return undefined;
  if (/^-?[0-9]+$/.test(text)) return normalizeNumber(BigInt(text));
  const value = Number(text);
  return Number.isFinite(value) ? normalizeNumber(value) : undefined;
}
export const toArrayIndex = (value: RegoValue): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
