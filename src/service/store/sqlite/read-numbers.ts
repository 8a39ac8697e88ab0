import { setImmediate as nextTurn } from 'node:timers/promises';
import { StorageFull, StoreUnavailable } from '../failures.ts';
import { createNumberSet, type NumberSet, wordSize } from '../changes/number-set.ts';
import type { CountedNumbers } from '../sql-dialect.ts';
import type { SqlRow } from '../sql-row.ts';

export type Ask = (sql: string, values: readonly unknown[]) => readonly SqlRow[];
type Words = readonly (readonly [place: number, bits: number])[];

/** Numbers of one portion, whole words: 5 ms at most. */
const portion = 512 * wordSize;
const newestSql = 'select coalesce(max(seq), 0) as newest from records';

const readPortion = (ask: Ask, { selectRange }: CountedNumbers, first: number): Words => {
  const { sql, parameters } = selectRange(first - 1, first + portion);
  const text = `select json_group_array(json_array(place, bits)) as words from (
    select seq / ${wordSize} as place, sum(1 << (seq % ${wordSize})) as bits from (${sql}) group by 1)`;
  return JSON.parse(ask(text, parameters)[0]!.words as string) as Words;
};

/** What somebody waits for, between the requests of others. */
export interface NumberReading {
  readonly counted: CountedNumbers;
  /** Whether what was read until now still helps. */
  isWanted(): boolean;
  /** Undefined: they could not be read, or nobody wants them. */
  finish(numbers: NumberSet | undefined): void;
}

/** Then the count stays without numbers, and is counted. */
const toUnread = (error: unknown): undefined => {
  if (!(error instanceof StorageFull) && !(error instanceof StoreUnavailable)) throw error;
};

/**
 * Reads the numbers that a count counts, a portion in each turn of the event loop: all at once would hold up everybody for 40 ms among
 * 100,000. What is written meanwhile, new records included, has to be looked at afterwards.
 */
export const createNumberReader = (ask: Ask) => {
  const waiting: NumberReading[] = [];
  let isBusy = false;
  const readInPortions = async ({ counted, isWanted }: NumberReading): Promise<NumberSet | undefined> => {
    const words: Words[number][] = [];
    for (let first = 0; isWanted(); first += portion) {
      if (first > (ask(newestSql, [])[0]!.newest as number)) return createNumberSet(words);
      for (const word of readPortion(ask, counted, first)) words.push(word);
      await nextTurn();
    }
    return undefined;
  };
  const readAll = async (): Promise<void> => {
    await nextTurn();
    for (let next = waiting.shift(); next; next = waiting.shift()) next.finish(await readInPortions(next).catch(toUnread));
    isBusy = false;
  };
  return (reading: NumberReading): void => {
    waiting.push(reading);
    if (isBusy) return;
    isBusy = true;
    void readAll();
  };
};
