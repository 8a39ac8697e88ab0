import type { CountedNumbers, CountQuestion, NumberedPart, PickedPart } from '../sql-dialect.ts';
import { fewestKept } from '../changes/kept-count.ts';
import { placePart, sliceNumbers } from '../changes/kept-order.ts';
import type { NumberSet } from '../changes/number-set.ts';
import type { ChangeLog, RecordChange } from './change-log.ts';
import { createOrdersFromLog } from './orders-from-log.ts';
import { type Ask, readCounted } from './read-numbers.ts';
import { createPortionedReader, type PortionedReader } from './portioned-reader.ts';

interface KeptCount {
  /** What the statement names: kinds of records and of links among others. */
  readonly names: ReadonlySet<unknown>;
  total: number;
  /** Up to where the log is known to it. */
  place: number;
  /** The records that it counts; undefined: only their number is known. */
  numbers?: NumberSet | undefined;
  isReading: boolean;
}

/** Maximum number of counts; beyond it the older half is dropped. */
const mostCounts = 4000;
/** Maximum size of the numbers of all counts, in words: about 25 MB. */
const mostWords = 400_000;
/** Each of them is asked for again. */
const mostChanges = 2000;

/** Several values are one list in JSON. */
const listNames = (value: unknown): readonly unknown[] => {
  if (typeof value !== 'string' || !value.startsWith('[')) return [value];
  try {
    return [value, ...(JSON.parse(value) as readonly unknown[])];
  } catch {
    return [value];
  }
};

const createMemory = () => {
  let counts = new Map<string, KeptCount>();
  return {
    get: (key: string) => counts.get(key),
    add(key: string, count: KeptCount): void {
      if (counts.size >= mostCounts) counts = new Map([...counts].slice(mostCounts / 2));
      counts.set(key, count);
    },
    /** Drops the oldest numbers while there are too many. */
    limitNumbers(): void {
      const holders = [...counts.values()].filter(({ numbers }) => numbers);
      let words = holders.reduce((sum, { numbers }) => sum + numbers!.words, 0);
      for (const count of holders) {
        if (words <= mostWords) return;
        words -= count.numbers!.words;
        count.numbers = undefined;
      }
    },
  };
};

const idsSql = 'select seq from records where id in (select value from json_each(?))';

/** The numbers of changed records. A deleted one was listed when it was deleted. */
const listNumbers = (ask: Ask, changes: readonly RecordChange[]): readonly number[] => {
  const ids = [...new Set(changes.flatMap(({ id }) => (id === undefined ? [] : [id])))];
  const known = changes.flatMap(({ number }) => (number === undefined ? [] : [number]));
  const found = ids.length === 0 ? [] : ask(idsSql, [JSON.stringify(ids)]).map(({ seq }) => seq as number);
  return [...new Set([...known, ...found])];
};

/** Queries which of the changed records are counted now. */
const applyChanges = (ask: Ask, numbers: NumberSet, { selectAmong }: CountedNumbers, changes: readonly RecordChange[]): void => {
  const changed = listNumbers(ask, changes);
  const { sql, parameters } = selectAmong(changed);
  const counted = new Set(ask(sql, parameters).map(({ seq }) => seq as number));
  for (const number of changed)
    if (counted.has(number)) numbers.add(number);
    else numbers.delete(number);
};

const countNow = (ask: Ask, { sql, parameters }: CountQuestion): number => ask(sql, parameters)[0]!.total as number;

/** Has the numbers of what a count counts read. */
const createNumberKeeping =
  (log: ChangeLog, ask: Ask, read: PortionedReader, limitNumbers: () => void) =>
  (count: KeptCount, counted: CountedNumbers | undefined): void => {
    if (!counted || count.isReading || (count.total < fewestKept && !counted.isCostly)) return;
    const place = log.end();
    count.isReading = true;
    read(
      readCounted(ask, counted, {
        isWanted: () => log.since(place) !== undefined,
        finish(numbers) {
          count.isReading = false;
          if (!numbers) return;
          Object.assign(count, { numbers, place, total: numbers.size });
          limitNumbers();
        },
      }),
    );
  };

/** Up to this many changes an estimate stays usable. */
const fewChanges = 100;

export interface CountsFromLog {
  count(question: CountQuestion): number;
  /** Counts approximately: the result may be as old as the last few changes. */
  estimate(question: CountQuestion): number;
  /** Undefined: the numbers, or those of the order, are not known yet, and are read in the background. */
  pick(question: CountQuestion, part: NumberedPart): PickedPart | undefined;
}

const keyOf = ({ sql, parameters }: CountQuestion): string => [sql, ...parameters].join('\0');

type Memory = ReturnType<typeof createMemory>;
type NumberKeeping = ReturnType<typeof createNumberKeeping>;

const createCounter = (log: ChangeLog, ask: Ask, memory: Memory, keepNumbers: NumberKeeping) => {
  const countFirst = (question: CountQuestion, key: string): KeptCount => {
    const names = new Set(question.parameters.flatMap(listNames));
    const first: KeptCount = { names, total: countNow(ask, question), place: log.end(), isReading: false };
    memory.add(key, first);
    return first;
  };
  /** After a write that may concern it. */
  const countAgain = (count: KeptCount, question: CountQuestion, changes: readonly RecordChange[] | undefined): void => {
    if (count.numbers && question.numbers && changes && changes.length <= mostChanges) {
      applyChanges(ask, count.numbers, question.numbers, changes);
      count.total = count.numbers.size;
      return;
    }
    count.numbers = undefined;
    count.total = countNow(ask, question);
    keepNumbers(count, question.numbers);
  };
  const count = (question: CountQuestion): KeptCount => {
    const key = keyOf(question);
    const known = memory.get(key);
    if (!known) return countFirst(question, key);
    const changes = log.since(known.place)?.filter(({ kind }) => known.names.has(kind));
    if (changes?.length !== 0) countAgain(known, question, changes);
    known.place = log.end();
    return known;
  };
  return count;
};

/**
 * Counts of lists on SQLite. One process owns the file and logs each record that it writes, so a count stays true until one of its kinds is
 * written. Then it is counted again, and the numbers of its records are read in the background; from then on only what was written is
 * looked at.
 */
export const createCountsFromLog = (log: ChangeLog, ask: Ask): CountsFromLog => {
  const memory = createMemory();
  const read = createPortionedReader();
  const keepNumbers = createNumberKeeping(log, ask, read, memory.limitNumbers);
  const findOrder = createOrdersFromLog(log, ask, read);
  const count = createCounter(log, ask, memory, keepNumbers);
  return {
    count: (question) => count(question).total,
    estimate(question) {
      const known = memory.get(keyOf(question));
      const changes = known && log.since(known.place);
      return changes && changes.length <= fewChanges ? known.total : count(question).total;
    },
    pick(question, part) {
      const known = count(question);
      // Without numbers the order would be read for nothing.
      if (!question.numbers) return undefined;
      const kept = part.order && findOrder(part.order);
      if (!known.numbers) keepNumbers(known, question.numbers);
      if (!known.numbers || (part.order && !kept)) return undefined;
      return kept ? placePart(kept, known.numbers, part) : sliceNumbers(known.numbers, part);
    },
  };
};
