/** Numbers per word: its bits without the sign. */
export const wordSize = 31;

/** Numbers of records as bits: those of one organization are close to each other. */
export interface NumberSet {
  readonly size: number;
  /** Size in memory, in words. */
  readonly words: number;
  has(number: number): boolean;
  add(number: number): void;
  delete(number: number): void;
  /** Numbers in ascending or descending order, from the offset on. */
  slice(offset: number, limit: number, descending: boolean): readonly number[];
  /** The elements above a number, in ascending order. */
  listAfter(number: number): readonly number[];
  /** Whether it has a number and some others do not, as it is now, for very many questions. */
  copyWithout(others: Iterable<number>): (number: number) => boolean;
}

/** Counts bits by halving: pairs of bits, then fours, then bytes, which the product sums. */
const countBits = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

/** The numbers of a word, in their order. */
const listBits = (place: number, word: number): readonly number[] => {
  const numbers: number[] = [];
  for (let bit = 0; bit < wordSize; bit++) if ((word & (1 << bit)) !== 0) numbers.push(place * wordSize + bit);
  return numbers;
};

/** Passes over whole words: among 100,000 numbers some 3,000. */
const sliceWords = (words: ReadonlyMap<number, number>, places: readonly number[], offset: number, limit: number): readonly number[] => {
  const found: number[] = [];
  let before = 0;
  for (const place of places) {
    const word = words.get(place)!;
    const count = countBits(word);
    if (before + count > offset) found.push(...listBits(place, word).slice(Math.max(0, offset - before)));
    if (found.length >= limit) return found.slice(0, limit);
    before += count;
  }
  return found;
};

const listAfter = (words: ReadonlyMap<number, number>, places: readonly number[], number: number): readonly number[] =>
  places
    .filter((place) => (place + 1) * wordSize > number)
    .flatMap((place) => listBits(place, words.get(place)!))
    .filter((one) => one > number);

/** A look-up in a list of words takes a tenth of one in a map, so a list is used if the numbers are dense enough, 8 MB at most. */
const mostInList = 2_000_000;

const copyWithout = (words: ReadonlyMap<number, number>, places: readonly number[], others: Iterable<number>) => {
  const [first = 0, last = -1] = [places[0], places.at(-1)];
  if (last - first >= mostInList) {
    const without = new Set(others);
    return (number: number): boolean =>
      (words.get(Math.floor(number / wordSize))! & (1 << (number % wordSize))) !== 0 && !without.has(number);
  }
  const list = new Int32Array(last - first + 1);
  for (const place of places) list[place - first] = words.get(place)!;
  for (const number of others) list[Math.floor(number / wordSize) - first]! &= ~(1 << (number % wordSize));
  return (number: number): boolean => (list[Math.floor(number / wordSize) - first]! & (1 << (number % wordSize))) !== 0;
};

/** SQL: the numbers as words, each a list of its place and its bits, as one JSON text. */
export const buildWordsSql = (numbers: string): string =>
  `select json_agg(json_build_array(place, bits))::text as words from (
    select seq / ${wordSize} as place, bit_or(1 << (seq % ${wordSize})::integer) as bits from (${numbers}) as found group by 1) as words`;

/** Creates a set from the words that `buildWordsSql` selects. */
export const createNumberSet = (given: readonly (readonly [place: number, bits: number])[] = []): NumberSet => {
  const words = new Map(given);
  /** The places in their order; undefined: there is a new one. */
  let sorted: readonly number[] | undefined;
  const sortPlaces = (): readonly number[] => (sorted ??= [...words.keys()].toSorted((one, two) => one - two));
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
    has: (number) => ((words.get(Math.floor(number / wordSize)) ?? 0) & (1 << (number % wordSize))) !== 0,
    add(number) {
      const { place, bit, bits } = locate(number);
      if ((bits & bit) !== 0) return;
      if (!words.has(place)) sorted = undefined;
      words.set(place, bits | bit);
      size += 1;
    },
    delete(number) {
      const { place, bit, bits } = locate(number);
      if ((bits & bit) === 0) return;
      words.set(place, bits & ~bit);
      size -= 1;
    },
    slice(offset, limit, descending) {
      if (!descending) return sliceWords(words, sortPlaces(), offset, limit);
      const behind = size - offset;
      return sliceWords(words, sortPlaces(), Math.max(0, behind - limit), Math.max(0, Math.min(limit, behind))).toReversed();
    },
    listAfter: (number) => listAfter(words, sortPlaces(), number),
    copyWithout: (others) => copyWithout(words, sortPlaces(), others),
  };
};
