import { annotations, type Compiled, type Fault } from '../../index.ts';

const branchKeywords = ['oneOf', 'anyOf', 'if', 'then', 'else'];

const isAtOrBelow = (pointer: string, place: string): boolean => pointer === place || pointer.startsWith(`${place}/`);

/**
 * Where an invalid instance leaves open what applies: below a place whose schema chooses among branches, when something in
 * there fails. The branch that was meant may have failed, and with it what it declares is lost.
 */
export const uncertainPointers = (compiled: Compiled, value: unknown, faults: readonly Fault[]): ((pointer: string) => boolean) => {
  if (faults.length === 0) return () => false;
  const places = new Set(annotations(compiled, value, { keywords: branchKeywords, mode: 'lenient' }).map(({ pointer }) => pointer));
  const failing = [...places].filter((place) => faults.some(({ pointer }) => isAtOrBelow(pointer, place)));
  return (pointer) => failing.some((place) => isAtOrBelow(pointer, place));
};
