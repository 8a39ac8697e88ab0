/** As many numbers as a word has bits, without the sign. */
export const wordSize = 31;

/** Numbers of records, as bits: those of an organization stand close to one another. */
export interface NumberSet {
  readonly size: number;
  /** How much memory it takes, in words. */
  readonly words: number;
  has(number: number): boolean;
  add(number: number): void;
  delete(number: number): void;
}

const countBits = (word: number): number => {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count += 1;
  return count;
};

/** SQL: the numbers as words, each a list of its place and its bits, as one JSON text. */
export const buildWordsSql = (numbers: string): string =>
  `select json_agg(json_build_array(place, bits))::text as words from (
    select seq / ${wordSize} as place, bit_or(1 << (seq % ${wordSize})::integer) as bits from (${numbers}) as found group by 1) as words`;

/** From words as `buildWordsSql` gives them. */
export const createNumberSet = (given: readonly (readonly [place: number, bits: number])[] = []): NumberSet => {
  const words = new Map(given);
  let size = given.reduce((sum, [, bits]) => sum + countBits(bits), 0);
  const locate = (number: number) => {
    const place = Math.floor(number / wordSize);
    return { place, bit: 1 << (number % wordSize), bits: words.get(place) ?? 0 };
  };
  return {
    get size() {
      return size;
    },
    get words() {
      return words.size;
    },
    has(number) {
      const { bit, bits } = locate(number);
      return (bits & bit) !== 0;
    },
    add(number) {
      const { place, bit, bits } = locate(number);
      if ((bits & bit) !== 0) return;
      words.set(place, bits | bit);
      size += 1;
    },
    delete(number) {
      const { place, bit, bits } = locate(number);
      if ((bits & bit) === 0) return;
      words.set(place, bits & ~bit);
      size -= 1;
    },
  };
};
