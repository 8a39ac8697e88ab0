import type { KeptCount } from './kept-count.ts';

/** Counts by statement and values. */
export interface CountMemory {
  get(key: string): KeptCount | undefined;
  set(key: string, count: KeptCount): void;
}

/** Maximum number of counts; beyond it the older half is dropped. */
const most = 4000;
/** Maximum size of the numbers of all counts, in words: about 25 MB. */
const mostWords = 400_000;

export const createCountMemory = (): CountMemory => {
  let counts = new Map<string, KeptCount>();
  const countWords = (): number => [...counts.values()].reduce((sum, { numbers }) => sum + (numbers?.words ?? 0), 0);
  return {
    get: (key) => counts.get(key),
    set(key, count) {
      if (counts.size >= most) counts = new Map([...counts].slice(most / 2));
      counts.delete(key);
      counts.set(key, count);
      while (count.numbers && counts.size > 1 && countWords() > mostWords) counts.delete(counts.keys().next().value!);
    },
  };
};
