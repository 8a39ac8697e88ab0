import type { RegoValue } from './value.ts';

export type RegoNumber = number | bigint;

/** The canonical form of a number: an integer is a bigint only when it is not safe as a number. */
export function normalizeNumber(value: RegoNumber): RegoNumber {
  if (typeof value === 'bigint') return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return BigInt(value);
  return value === 0 ? 0 : value;
}
export const isInteger = (value: RegoNumber): boolean => typeof value === 'bigint' || Number.isInteger(value);

function computeExactly(
  left: RegoNumber,
  right: RegoNumber,
  compute: (a: number, b: number) => number,
  computeExact: (a: bigint, b: bigint) => bigint,
): RegoNumber | undefined {
  if (isInteger(left) && isInteger(right)) {
    if (typeof left === 'number' && typeof right === 'number') {
      const quick = compute(left, right);
      if (Number.isSafeInteger(quick)) return normalizeNumber(quick);
    }
    return normalizeNumber(computeExact(BigInt(left), BigInt(right)));
  }
  const result = compute(Number(left), Number(right));
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

/** Divides; undefined for a division by zero, an integer when there is no remainder. */
export function divide(left: RegoNumber, right: RegoNumber): RegoNumber | undefined {
  if (Number(right) === 0) return undefined;
  if (isInteger(left) && isInteger(right) && BigInt(left) % BigInt(right) === 0n) return normalizeNumber(BigInt(left) / BigInt(right));
  const result = Number(left) / Number(right);
  return Number.isFinite(result) ? normalizeNumber(result) : undefined;
}
/** The remainder of integers, with the sign of the left one; undefined for other numbers and for zero. */
export function remainder(left: RegoNumber, right: RegoNumber): RegoNumber | undefined {
  if (!isInteger(left) || !isInteger(right) || Number(right) === 0) return undefined;
  return normalizeNumber(BigInt(left) % BigInt(right));
}

const jsonNumber = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;
/** Parses a number in the syntax of JSON; undefined when it is not valid or too large. */
export function parseRegoNumber(text: string): RegoNumber | undefined {
  if (!jsonNumber.test(text) || text.length > 1000) return undefined;
  if (/^-?[0-9]+$/.test(text)) return normalizeNumber(BigInt(text));
  const value = Number(text);
  return Number.isFinite(value) ? normalizeNumber(value) : undefined;
}
export const toArrayIndex = (value: RegoValue): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
