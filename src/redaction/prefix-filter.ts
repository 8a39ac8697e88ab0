/** Characters of a prefix. */
export const prefixLength = 4;
const hashBits = 20;

/**
 * Whether one of the prefixes that were added may begin at a place of a text: never a wrong no, seldom a wrong yes. Nearly everywhere the
 * answer is no, and then no part of the text has to be made and looked up.
 */
export interface PrefixFilter {
  /** Adds a text of at least four characters, by its first four. */
  add(text: string): void;
  mayBeginAt(text: string, at: number): boolean;
}

const hashAt = (text: string, at: number): number => {
  let hash = 0;
  for (let next = at; next < at + prefixLength; next++) hash = Math.imul(hash, 31) + text.charCodeAt(next);
  return Math.imul(hash, 0x9e3779b1) >>> (32 - hashBits);
};

export const createPrefixFilter = (): PrefixFilter => {
  const bits = new Uint8Array(2 ** hashBits / 8);
  return {
    add: (text) => {
      const hash = hashAt(text, 0);
      bits[hash >> 3]! |= 1 << (hash & 7);
    },
    mayBeginAt: (text, at) => {
      const hash = hashAt(text, at);
      return ((bits[hash >> 3]! >> (hash & 7)) & 1) === 1;
    },
  };
};
