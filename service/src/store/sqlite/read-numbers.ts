import { createNumberSet, type NumberSet, wordSize } from '../changes/number-set.ts';
import type { CountedNumbers, IndexedOrder, OrderedPlace } from '../sql-dialect.ts';
import type { SqlRow } from '../sql-row.ts';
import type { PortionedReading } from './portioned-reader.ts';

export type Ask = (sql: string, values: readonly unknown[]) => readonly SqlRow[];
type Words = readonly (readonly [place: number, bits: number])[];
type Wanted = Pick<PortionedReading, 'isWanted'>;

/** Numbers of one portion, whole words: some 5 ms on a calm machine, if most of them are counted. */
const portion = 512 * wordSize;
const newestSql = 'select coalesce(max(seq), 0) as newest from records';

const readPortion = (ask: Ask, { selectRange }: CountedNumbers, first: number): Words => {
  const { sql, parameters } = selectRange(first - 1, first + portion);
  const text = `select json_group_array(json_array(place, bits)) as words from (
    select seq / ${wordSize} as place, sum(1 << (seq % ${wordSize})) as bits from (${sql}) group by 1)`;
  return JSON.parse(ask(text, parameters)[0]!.words as string) as Words;
};

/** Reads the numbers that a count counts. */
export const readCounted = (
  ask: Ask,
  counted: CountedNumbers,
  { isWanted, finish }: Wanted & { finish(numbers: NumberSet | undefined): void },
): PortionedReading => {
  const words: Words[number][] = [];
  let first = 0;
  return {
    isWanted,
    readNext() {
      if (first > (ask(newestSql, [])[0]!.newest as number)) return false;
      for (const word of readPortion(ask, counted, first)) words.push(word);
      first += portion;
      return true;
    },
    finish: (isComplete) => finish(isComplete ? createNumberSet(words) : undefined),
  };
};

/** Places of one portion: about as long. */
const places = 8192;

/** Reads the numbers of an order. */
export const readOrdered = (
  ask: Ask,
  order: IndexedOrder,
  { isWanted, finish }: Wanted & { finish(sequence: Float64Array | undefined): void },
): PortionedReading => {
  const portions: (readonly number[])[] = [];
  let last: OrderedPlace | undefined;
  return {
    isWanted,
    readNext() {
      const { sql, parameters } = order.select(last, places);
      const [row] = ask(`select json_group_array(seq) as numbers, max(value) as last from (${sql})`, parameters);
      const numbers = JSON.parse(row!.numbers as string) as readonly number[];
      portions.push(numbers);
      if (numbers.length < places) return false;
      last = { value: row!.last as string, seq: numbers.at(-1)! };
      return true;
    },
    finish: (isComplete) => finish(isComplete ? Float64Array.from(portions.flat()) : undefined),
  };
};
