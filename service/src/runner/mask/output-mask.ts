import { runnerLimits } from '../runner-limits.ts';
import { type Automaton, buildAutomaton } from './automaton.ts';
import { createJsonLines, type JsonLines } from './json-lines.ts';
import { createDecodedMatches, type DecodedMatches } from './decoded-matches.ts';
import { decodePercent, percent } from './percent-decoder.ts';
import { minSecretLength } from './min-secret-length.ts';
import { listSecretForms } from './secret-forms.ts';
import { listSecretLeaves, type SecretValue } from './secret-leaves.ts';

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
const quotedMaskText = Buffer.from('"****"');
const isLineBreak = (byte: number): boolean => byte === 10 || byte === 13;
const emptyMask: OutputMask = { push: (chunk) => Buffer.from(chunk), end: () => Buffer.alloc(0) };

export class TooManySecrets extends Error {}

/** The state of one stream. */
interface MaskState {
  readonly automaton: Automaton;
  readonly decoded: DecodedMatches;
  /** Whether `decoded` follows the stream: from a percent sign on, until both automata are at their roots. */
  isDecoding: boolean;
  /** The offset of the first held byte in the stream. */
  offset: number;
  /** The bytes that are held back. */
  held: Buffer;
  /** For each held byte, whether it belongs to a secret. */
  hidden: Uint8Array;
  state: number;
  /** Undefined: the stream is no JSON lines. */
  readonly json: JsonLines | undefined;
  /** Whether the last byte that was released belonged to a secret. */
  isInSecret: boolean;
}

const nothing = Buffer.alloc(0);
/** The mask of a stretch that begins to be hidden. */
const replaceStretch = ({ json }: MaskState, stretch: Buffer): Buffer => {
  if (!json) return maskText;
  const isAtValue = json.isAtValue();
  json.pass(stretch);
  return isAtValue && json.isOutside() ? quotedMaskText : maskText;
};

/** Releases the first `count` bytes. A stretch that belongs to secrets becomes one mask text. */
const release = (mask: MaskState, count: number): Buffer => {
  const { held, hidden } = mask;
  const parts: Buffer[] = [];
  for (let at = 0; at < count;) {
    const from = at;
    const isHidden = hidden[at] === 1;
    while (at < count && (hidden[at] === 1) === isHidden) at++;
    const stretch = held.subarray(from, at);
    const text = isHidden && !mask.isInSecret ? replaceStretch(mask, stretch) : isHidden ? nothing : stretch;
    if (!isHidden || mask.isInSecret) mask.json?.pass(stretch);
    parts.push(text);
    mask.isInSecret = isHidden;
  }
  mask.offset += count;
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

/** For each held byte, the index at which a percent-encoded secret that ends there begins; without one, the byte's own index plus one. */
const createStarts = (length: number): Int32Array => {
  const starts = new Int32Array(length);
  for (let at = 0; at < length; at++) starts[at] = at + 1;
  return starts;
};
const recordStart =
  ({ offset }: MaskState, starts: Int32Array) =>
  (start: number, end: number): void => {
    const last = end - offset - 1;
    starts[last] = Math.min(starts[last]!, Math.max(0, start - offset));
  };

/** Marks the bytes of secrets. `matchLengths`: for each byte, the length of the secret that ends with it, line breaks not counted. */
const markHidden = (mask: MaskState, matchLengths: Int32Array, starts: Int32Array): void => {
  const { held, hidden } = mask;
  // From the end: how many bytes a secret still extends back, and the index at which an encoded one begins.
  let [left, from] = [0, held.length];
  for (let at = held.length - 1; at >= 0; at--) {
    left = Math.max(left, matchLengths[at]!);
    from = Math.min(from, starts[at]!);
    if (left > 0 || from <= at) hidden[at] = 1;
    if (!isLineBreak(held[at]!) && left > 0) left--;
  }
};

/** The offsets of the bytes before an index that could begin a secret. */
const latestOffsets = ({ automaton, state, offset }: MaskState, held: Buffer, before: number): number[] => {
  const offsets: number[] = [];
  for (let at = before - 1; offsets.length < automaton.depth(state); at--) if (!isLineBreak(held[at]!)) offsets.push(offset + at);
  return offsets.reverse();
};

/** Adds a chunk to the held bytes and marks the bytes of secrets that end in it. */
const append = (mask: MaskState, chunk: Uint8Array): void => {
  const { automaton, decoded, offset } = mask;
  const known = mask.held.length;
  const held = Buffer.concat([mask.held, chunk]);
  const [matchLengths, starts] = [new Int32Array(held.length), createStarts(held.length)];
  const report = recordStart(mask, starts);
  for (let at = known; at < held.length; at++) {
    const byte = held[at]!;
    if (isLineBreak(byte)) continue;
    if (byte === percent && !mask.isDecoding) {
      decoded.begin(mask.state, latestOffsets(mask, held, at));
      mask.isDecoding = true;
    }
    mask.state = automaton.step(mask.state, byte);
    matchLengths[at] = automaton.matchLength(mask.state);
    if (!mask.isDecoding) continue;
    decoded.push(byte, offset + at, report);
    mask.isDecoding = mask.state !== 0 || !decoded.isIdle();
  }
  const hidden = new Uint8Array(held.length);
  hidden.set(mask.hidden);
  [mask.held, mask.hidden] = [held, hidden];
  markHidden(mask, matchLengths, starts);
};

/** The number of leading held bytes that can no longer belong to a secret. */
const countReleasable = (mask: MaskState): number => {
  const { automaton, decoded, offset, state, isDecoding } = mask;
  const heldFrom = isDecoding ? decoded.heldFrom() : undefined;
  return Math.min(indexFromEnd(mask, automaton.depth(state)), (heldFrom ?? Infinity) - offset);
};

/** Marks the secrets that the end of the stream completes: a percent sign that stays as it is. */
const finish = (mask: MaskState): void => {
  const { length } = mask.held;
  const starts = createStarts(length);
  if (mask.isDecoding) mask.decoded.end(recordStart(mask, starts));
  markHidden(mask, new Int32Array(length), starts);
  [mask.state, mask.isDecoding] = [0, false];
};

/** A form of a secret without its line breaks, and as it is found in a stream that was decoded. */
const listSearchedTexts = (form: string): readonly Buffer[] => {
  const text = Buffer.from(form.replaceAll(/[\r\n]/g, ''));
  const decoded = decodePercent(text);
  return decoded.equals(text) || decoded.length < minSecretLength ? [text] : [text, decoded];
};

const createMask = (automaton: Automaton, hasJsonLines: boolean): OutputMask => {
  const mask: MaskState = {
    automaton,
    decoded: createDecodedMatches(automaton),
    isDecoding: false,
    offset: 0,
    held: Buffer.alloc(0),
    hidden: new Uint8Array(0),
    state: 0,
    json: hasJsonLines ? createJsonLines() : undefined,
    isInSecret: false,
  };
  return {
    push(chunk) {
      append(mask, chunk);
      return release(mask, countReleasable(mask));
    },
    end() {
      finish(mask);
      const rest = release(mask, mask.held.length);
      mask.isInSecret = false;
      return rest;
    },
  };
};

/**
 * Creates masks of these secrets and the scalars in them, one for each stream of output. A secret is found across chunks, across line
 * breaks that split it, and with any of its characters percent-encoded. `hasJsonLines`: what is masked there stays JSON. Throws
 * TooManySecrets.
 */
export const createMasks = (secrets: readonly SecretValue[], hasJsonLines = false): (() => OutputMask) => {
  const forms = new Set(secrets.flatMap(listSecretLeaves).flatMap(listSecretForms));
  const texts = [...forms].flatMap(listSearchedTexts);
  if (texts.length === 0) return () => emptyMask;
  if (texts.reduce((sum, { length }) => sum + length, 0) > runnerLimits.secrets) throw new TooManySecrets();
  const automaton = buildAutomaton(texts);
  return () => createMask(automaton, hasJsonLines);
};
