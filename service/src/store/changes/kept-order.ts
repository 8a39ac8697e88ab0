import type { NumberedPart, PickedPart } from '../sql-dialect.ts';
import type { NumberSet } from './number-set.ts';

/** The numbers of all records of a scope in an order, as they were, and what is known to have happened since. */
export interface KeptOrder {
  readonly sequence: Float64Array;
  /** Records that may have another position now, or none. */
  readonly changed: ReadonlySet<number>;
  /** Records with higher numbers came later. */
  readonly newest: number;
}

/** With this many changed records an order is read again, because each page would look all of them up. */
export const mostMoved = 256;

/** A part in the order of insertion. */
export const sliceNumbers = (numbers: NumberSet, { offset, limit, descending }: NumberedPart): PickedPart => ({
  numbers: numbers.slice(offset, limit, descending),
  before: 0,
  total: numbers.size,
});

type Condition = (number: number) => boolean;

/** The elements of an order that fulfill a condition, starting with the `first` of them. */
const takeSome = (sequence: Float64Array, isDescending: boolean, isWanted: Condition, first: number, most: number): readonly number[] => {
  const found: number[] = [];
  let passed = 0;
  for (let at = 0; at < sequence.length && found.length < most; at++) {
    const number = sequence[isDescending ? sequence.length - 1 - at : at]!;
    if (!isWanted(number)) continue;
    if (passed >= first) found.push(number);
    passed += 1;
  }
  return found;
};

/**
 * The candidates for a part of the records with these numbers, by a kept order. If `m` records have moved since, an unmoved record is at
 * most `m` positions behind its position without them. So the part consists of moved records and of those at its positions and the `m`
 * before; for all other records it is known on which side of the part they are.
 */
export const placePart = (
  { sequence, changed, newest }: KeptOrder,
  numbers: NumberSet,
  { offset, limit, descending }: NumberedPart,
): PickedPart => {
  const total = numbers.size;
  if (offset >= total) return { numbers: [], before: 0, total };
  const moved = [...[...changed].filter((number) => number <= newest && numbers.has(number)), ...numbers.listAfter(newest)];
  const first = Math.max(0, offset - moved.length);
  const isUnmoved = numbers.copyWithout(changed);
  const end = Math.min(offset + limit, total - moved.length);
  const behind = total - moved.length - end;
  // From the end that is nearer.
  const unmoved =
    behind < first
      ? takeSome(sequence, !descending, isUnmoved, behind, end - first)
      : takeSome(sequence, descending, isUnmoved, first, end - first);
  return { numbers: [...unmoved, ...moved], before: offset - first, total };
};
