import { annotations, type Compiled, type Fault } from '../../index.ts';

const branchKeywords = ['oneOf', 'anyOf', 'if', 'then', 'else'];

const isAtOrBelow = (pointer: string, place: string): boolean => pointer === place || pointer.startsWith(`${place}/`);

/**
 * Pointers of an invalid instance at which the applicable schema is uncertain: below a choice among branches, if something there fails. The
 * intended branch may have failed, and its declarations are then lost.
 */
export const uncertainPointers = (compiled: Compiled, value: unknown, faults: readonly Fault[]): ((pointer: string) => boolean) => {
  if (faults.length === 0) return () => false;
  const places = new Set(annotations(compiled, value, { keywords: branchKeywords, mode: 'lenient' }).map(({ pointer }) => pointer));
  const failing = [...places].filter((place) => faults.some(({ pointer }) => isAtOrBelow(pointer, place)));
  return (pointer) => failing.some((place) => isAtOrBelow(pointer, place));
};
