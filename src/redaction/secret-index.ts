import { createPrefixFilter, type PrefixFilter, prefixLength } from './prefix-filter.ts';

/** A part of a text, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Finds secrets in a text: whole ones, and parts of long ones. Linear in the text, independent of the number and size of secrets. */
export interface SecretIndex {
  add(secret: string): void;
  find(text: string): readonly Span[];
}

/** A secret of at least `minimumLength` characters is found; one of `longLength` also by any part of that length in its first 4 KB. */
export const minimumLength = prefixLength;
const blockLength = 16;
const longLength = 2 * blockLength - 1;
/** Shorter parts of a long secret are too common to be hidden. */
const shortestPart = 24;
/** A service that repeats a part of a value repeats its beginning; further in, only longer parts are found, which bounds the index. */
const denseLength = 4096;
const sparseStride = 64;
/** Maximum number of secrets that contain the same block. */
const entriesPerBlock = 8;

interface Block {
  readonly secret: string;
  readonly offset: number;
}
type ShortSecrets = Map<string, Map<number, Set<string>>>;

const addShort = (index: ShortSecrets, secret: string): void => {
  const prefix = secret.slice(0, minimumLength);
  const byLength = index.get(prefix) ?? new Map<number, Set<string>>();
  index.set(prefix, byLength.set(secret.length, (byLength.get(secret.length) ?? new Set()).add(secret)));
};

const addBlocks = (index: Map<string, Block[]>, prefixes: PrefixFilter, secret: string): void => {
  for (let offset = 0; offset + blockLength <= secret.length; offset += offset < denseLength ? blockLength : sparseStride) {
    const block = secret.slice(offset, offset + blockLength);
    const entries = index.get(block);
    prefixes.add(block);
    if (entries === undefined) index.set(block, [{ secret, offset }]);
    else if (entries.length < entriesPerBlock && entries.every((entry) => entry.secret !== secret)) entries.push({ secret, offset });
  }
};

/** The end of the longest short secret that begins at `at`; `at` for none. */
const shortEnd = (index: ShortSecrets, text: string, at: number): number => {
  let end = at;
  for (const [length, secrets] of index.get(text.slice(at, at + minimumLength)) ?? [])
    if (at + length > end && secrets.has(text.slice(at, at + length))) end = at + length;
  return end;
};

/** The longest part of a secret around a block of it. `from`: the text before is done. */
const widen = ({ secret, offset }: Block, text: string, at: number, from: number): Span => {
  let [start, end] = [at, at + blockLength];
  while (start > from && offset - (at - start) > 0 && text[start - 1] === secret[offset - (at - start) - 1]) start--;
  while (end < text.length && text[end] === secret[offset + end - at]) end++;
  return { start, end };
};

const longestPart = (entries: readonly Block[], text: string, at: number, from: number): Span | undefined => {
  const parts = entries.map((entry) => widen(entry, text, at, from)).filter(({ start, end }) => end - start >= shortestPart);
  return parts.sort((a, b) => b.end - b.start - (a.end - a.start))[0];
};

export const createSecretIndex = (): SecretIndex => {
  const short: ShortSecrets = new Map();
  const blocks = new Map<string, Block[]>();
  const prefixes = createPrefixFilter();
  return {
    add: (secret) => {
      if (secret.length < minimumLength) return;
      if (secret.length < longLength) {
        prefixes.add(secret);
        addShort(short, secret);
      } else addBlocks(blocks, prefixes, secret);
    },
    find: (text) => {
      const spans: Span[] = [];
      let done = 0;
      for (let at = 0; at + minimumLength <= text.length; at++) {
        if (!prefixes.mayBeginAt(text, at)) continue;
        const end = shortEnd(short, text, at);
        if (end > at) spans.push({ start: at, end });
        if (at + blockLength > text.length || at + blockLength <= done) continue;
        const entries = blocks.get(text.slice(at, at + blockLength));
        const part = entries && longestPart(entries, text, at, done);
        if (part === undefined) continue;
        spans.push(part);
        done = part.end;
      }
      return spans;
    },
  };
};
