/** A machine that finds any of many texts in one pass over bytes, each byte in time that does not depend on them (Aho and Corasick). */
export interface Automaton {
  /** The state after one more byte. */
  step(state: number, byte: number): number;
  /** How many bytes at the end could be the beginning of a text. */
  depth(state: number): number;
  /** How many bytes the longest text is that ends here; 0: none does. */
  matchLength(state: number): number;
}

const countStates = (texts: readonly Buffer[]): number => texts.reduce((sum, { length }) => sum + length, 1);

export const buildAutomaton = (texts: readonly Buffer[]): Automaton => {
  const size = countStates(texts);
  const [child, sibling, fail, depth, found] = [
    new Int32Array(size),
    new Int32Array(size),
    new Int32Array(size),
    new Int32Array(size),
    new Int32Array(size),
  ];
  const byteOf = new Uint8Array(size);
  let count = 1;
  const below = (state: number, byte: number): number => {
    for (let at = child[state]!; at !== 0; at = sibling[at]!) if (byteOf[at] === byte) return at;
    return 0;
  };
  for (const text of texts) {
    let state = 0;
    for (const byte of text) {
      let next = below(state, byte);
      if (next === 0) {
        next = count++;
        byteOf[next] = byte;
        depth[next] = depth[state]! + 1;
        sibling[next] = child[state]!;
        child[state] = next;
      }
      state = next;
    }
    found[state] = depth[state]!;
  }
  const first = new Int32Array(256);
  for (let at = child[0]!; at !== 0; at = sibling[at]!) first[byteOf[at]!] = at;
  const step = (from: number, byte: number): number => {
    for (let state = from; state !== 0; state = fail[state]!) {
      const next = below(state, byte);
      if (next !== 0) return next;
    }
    return first[byte]!;
  };
  // In the order of depth, so that what a state falls back to is known.
  const queue = new Int32Array(count);
  let end = 0;
  for (let at = child[0]!; at !== 0; at = sibling[at]!) queue[end++] = at;
  for (let next = 0; next < end; next++) {
    const state = queue[next]!;
    if (found[state] === 0) found[state] = found[fail[state]!]!;
    for (let at = child[state]!; at !== 0; at = sibling[at]!) {
      fail[at] = step(fail[state]!, byteOf[at]!);
      queue[end++] = at;
    }
  }
  return { step, depth: (state) => depth[state]!, matchLength: (state) => found[state]! };
};
