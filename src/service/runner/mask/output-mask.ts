import { runnerLimits } from '../runner-limits.ts';
import { buildAutomaton } from './automaton.ts';
import { listSecretForms } from './secret-forms.ts';

/** Output goes through it in pieces of any size; what could still be the beginning of a secret is held back until it is known. */
export interface OutputMask {
  push(chunk: Uint8Array): Buffer;
  /** What was held back. */
  end(): Buffer;
}

const maskText = Buffer.from('****');
const isLineBreak = (byte: number): boolean => byte === 10 || byte === 13;
const emptyMask: OutputMask = { push: (chunk) => Buffer.from(chunk), end: () => Buffer.alloc(0) };

export class TooManySecrets extends Error {}

/**
 * Masks of these secrets, one for each stream of output. A secret is found across pieces, and across the ends of lines that
 * something broke it with. Throws TooManySecrets.
 */
export const createMasks = (secrets: readonly string[]): (() => OutputMask) => {
  const texts = [...new Set(secrets.flatMap(listSecretForms))].map((form) => Buffer.from(form.replaceAll(/[\r\n]/g, '')));
  if (texts.length === 0) return () => emptyMask;
  if (texts.reduce((sum, { length }) => sum + length, 0) > runnerLimits.secrets) throw new TooManySecrets();
  const automaton = buildAutomaton(texts);

  return () => {
    let held = Buffer.alloc(0);
    let hidden = new Uint8Array(0);
    let state = 0;
    let inside = false;
    /** Lets go of the first bytes; a stretch that is hidden becomes stars, once. */
    const release = (count: number): Buffer => {
      const parts: Buffer[] = [];
      for (let at = 0; at < count;) {
        const from = at;
        const is = hidden[at] === 1;
        while (at < count && (hidden[at] === 1) === is) at++;
        if (!is) parts.push(held.subarray(from, at));
        else if (!inside) parts.push(maskText);
        inside = is;
      }
      held = held.subarray(count);
      hidden = hidden.slice(count);
      return Buffer.concat(parts);
    };
    /** Where the so many last bytes that are no ends of lines begin. */
    const back = (bytes: number): number => {
      let at = held.length;
      for (let left = bytes; left > 0;) {
        at--;
        if (!isLineBreak(held[at]!)) left--;
      }
      return at;
    };
    return {
      push(chunk) {
        const known = held.length;
        held = Buffer.concat([held, chunk]);
        const ends = new Int32Array(held.length);
        for (let at = known; at < held.length; at++) {
          if (isLineBreak(held[at]!)) continue;
          state = automaton.step(state, held[at]!);
          ends[at] = automaton.matchLength(state);
        }
        const before = hidden;
        hidden = new Uint8Array(held.length);
        hidden.set(before);
        // From the end: how far back a secret that was found reaches.
        for (let at = held.length - 1, left = 0; at >= 0; at--) {
          left = Math.max(left, ends[at]!);
          if (left > 0) hidden[at] = 1;
          if (!isLineBreak(held[at]!) && left > 0) left--;
        }
        return release(back(automaton.depth(state)));
      },
      end() {
        state = 0;
        const rest = release(held.length);
        inside = false;
        return rest;
      },
    };
  };
};
