/** An automaton that finds many texts in one pass over bytes; the time per byte does not depend on the texts (Aho and Corasick). */
export interface Automaton {
  /** The state after one more byte. */
  step(state: number, byte: number): number;
  /** The number of bytes at the end that could be the beginning of a text. */
  depth(state: number): number;
  /** The length of the longest text that ends here, in bytes; 0 for none. */
  matchLength(state: number): number;
}

/** The states of a trie in arrays, one entry per state; state 0 is the root. Children are linked lists. */
interface Trie {
  readonly child: Int32Array;
  readonly sibling: Int32Array;
  readonly byteOf: Uint8Array;
  readonly depth: Int32Array;
  readonly matchLength: Int32Array;
  count: number;
}

const createTrie = (size: number): Trie => ({
  child: new Int32Array(size),
  sibling: new Int32Array(size),
  byteOf: new Uint8Array(size),
  depth: new Int32Array(size),
  matchLength: new Int32Array(size),
  count: 1,
});

const findChild = ({ child, sibling, byteOf }: Trie, state: number, byte: number): number => {
  for (let at = child[state]!; at !== 0; at = sibling[at]!) if (byteOf[at] === byte) return at;
  return 0;
};

const addText = (trie: Trie, text: Buffer): void => {
  const { child, sibling, byteOf, depth, matchLength } = trie;
  let state = 0;
  for (const byte of text) {
    let next = findChild(trie, state, byte);
    if (next === 0) {
      next = trie.count++;
      byteOf[next] = byte;
      depth[next] = depth[state]! + 1;
      sibling[next] = child[state]!;
      child[state] = next;
    }
    state = next;
  }
  matchLength[state] = depth[state]!;
};

/** Computes the fallback of every state in the order of depth, so that the state that it falls back to has its own already. */
const linkFallbacks = ({ child, sibling, byteOf, matchLength, count }: Trie, fallback: Int32Array, step: Automaton['step']): void => {
  const queue = new Int32Array(count);
  let end = 0;
  for (let at = child[0]!; at !== 0; at = sibling[at]!) queue[end++] = at;
  for (let next = 0; next < end; next++) {
    const state = queue[next]!;
    if (matchLength[state] === 0) matchLength[state] = matchLength[fallback[state]!]!;
    for (let at = child[state]!; at !== 0; at = sibling[at]!) {
      fallback[at] = step(fallback[state]!, byteOf[at]!);
      queue[end++] = at;
    }
  }
};

export const buildAutomaton = (texts: readonly Buffer[]): Automaton => {
  const size = texts.reduce((sum, { length }) => sum + length, 1);
  const trie = createTrie(size);
  for (const text of texts) addText(trie, text);
  const { child, sibling, byteOf, depth, matchLength } = trie;
  const fallback = new Int32Array(size);
  /** The root's children by byte: the root has up to 256. */
  const first = new Int32Array(256);
  for (let at = child[0]!; at !== 0; at = sibling[at]!) first[byteOf[at]!] = at;
  const step = (from: number, byte: number): number => {
    for (let state = from; state !== 0; state = fallback[state]!) {
      const next = findChild(trie, state, byte);
      if (next !== 0) return next;
    }
    return first[byte]!;
  };
  linkFallbacks(trie, fallback, step);
  return { step, depth: (state) => depth[state]!, matchLength: (state) => matchLength[state]! };
};
