import { runnerLimits } from '../runner-limits.ts';
import { type Automaton, buildAutomaton } from './automaton.ts';
import { listSecretForms } from './secret-forms.ts';

/**
 * Masks secrets in a stream of output that comes in chunks of any size. Bytes that could begin a secret are held back until this is
 * known.
 */
export interface OutputMask {
  push(chunk: Uint8Array): Buffer;
  /** Returns what is held back, at the end of the stream. */
  end(): Buffer;
}

const maskText = Buffer.from('****');
const isLineBreak = (byte: number): boolean => byte === 10 || byte === 13;
const emptyMask: OutputMask = { push: (chunk) => Buffer.from(chunk), end: () => Buffer.alloc(0) };

export class TooManySecrets extends Error {}

/** The state of one stream. */
interface MaskState {
  readonly automaton: Automaton;
  /** The bytes that are held back. */
  held: Buffer;
  /** For each held byte whether it belongs to a secret. */
  hidden: Uint8Array;
  state: number;
  /** Whether the last byte that was released belonged to a secret. */
  isInSecret: boolean;
}

/** Releases the first `count` bytes. A stretch that belongs to secrets becomes one mask text. */
const release = (mask: MaskState, count: number): Buffer => {
  const { held, hidden } = mask;
  const parts: Buffer[] = [];
  for (let at = 0; at < count;) {
    const from = at;
    const isHidden = hidden[at] === 1;
    while (at < count && (hidden[at] === 1) === isHidden) at++;
    if (!isHidden) parts.push(held.subarray(from, at));
    else if (!mask.isInSecret) parts.push(maskText);
    mask.isInSecret = isHidden;
  }
  mask.held = held.subarray(count);
  mask.hidden = hidden.slice(count);
  return Buffer.concat(parts);
};

/** The index at which the last `bytes` bytes begin, line breaks not counted. */
const indexFromEnd = ({ held }: MaskState, bytes: number): number => {
  let at = held.length;
  for (let left = bytes; left > 0;) {
    at--;
    if (!isLineBreak(held[at]!)) left--;
  }
  return at;
};

/** Adds a chunk to the held bytes and marks the bytes of secrets that end in it. */
const append = (mask: MaskState, chunk: Uint8Array): void => {
  const { automaton } = mask;
  const known = mask.held.length;
  const held = Buffer.concat([mask.held, chunk]);
  const matchLengths = new Int32Array(held.length);
  for (let at = known; at < held.length; at++) {
    if (isLineBreak(held[at]!)) continue;
    mask.state = automaton.step(mask.state, held[at]!);
    matchLengths[at] = automaton.matchLength(mask.state);
  }
  const hidden = new Uint8Array(held.length);
  hidden.set(mask.hidden);
  // From the end: the number of bytes that a secret reaches back.
  for (let at = held.length - 1, left = 0; at >= 0; at--) {
    left = Math.max(left, matchLengths[at]!);
    if (left > 0) hidden[at] = 1;
    if (!isLineBreak(held[at]!) && left > 0) left--;
  }
  [mask.held, mask.hidden] = [held, hidden];
};

const createMask = (automaton: Automaton): OutputMask => {
  const mask: MaskState = { automaton, held: Buffer.alloc(0), hidden: new Uint8Array(0), state: 0, isInSecret: false };
  return {
    push(chunk) {
      append(mask, chunk);
      return release(mask, indexFromEnd(mask, automaton.depth(mask.state)));
    },
    end() {
      mask.state = 0;
      const rest = release(mask, mask.held.length);
      mask.isInSecret = false;
      return rest;
    },
  };
};

/**
 * Creates masks of these secrets, one for each stream of output. A secret is found across chunks, and across line breaks that
 * split it. Throws TooManySecrets.
 */
export const createMasks = (secrets: readonly string[]): (() => OutputMask) => {
  const texts = [...new Set(secrets.flatMap(listSecretForms))].map((form) => Buffer.from(form.replaceAll(/[\r\n]/g, '')));
  if (texts.length === 0) return () => emptyMask;
  if (texts.reduce((sum, { length }) => sum + length, 0) > runnerLimits.secrets) throw new TooManySecrets();
  const automaton = buildAutomaton(texts);
  return () => createMask(automaton);
};
