import { countCharacters, isLongerThan } from '../../http/characters.ts';
import { regexWeight } from '@slipway/rego/regex-weight';
import { RE2JS, RE2JSException } from 're2js';
import { configurationLimits } from './configuration-limits.ts';

/** A pattern that matches in linear time: in the product of its weight and the length of the text. */
export interface Pattern {
  /** About the number of instructions that it is compiled to. */
  readonly weight: number;
  /** Whether the pattern matches the whole text. */
  matches(text: string): boolean;
}
export type PatternResult = { readonly pattern: Pattern } | { readonly fault: string };

/** The index of the end of the group that begins at 0, with respect to classes and escapes; -1 if it does not end. */
const findGroupEnd = (source: string): number => {
  let [depth, inClass] = [0, false];
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at];
    if (character === '\\') at += 1;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (character === '(') depth += 1;
    else if (character === ')' && (depth -= 1) === 0) return at;
  }
  return -1;
};

interface Lookahead {
  readonly inside: string;
  readonly expected: boolean;
}

/** Splits the look-aheads at the beginning off a pattern: `^(?!a)(?=b)rest`. There they can be matched in linear time. */
const splitLookaheads = (source: string): { readonly ahead: readonly Lookahead[]; readonly rest: string } => {
  const ahead: Lookahead[] = [];
  let rest = source.replace(/^\^/, '');
  while (/^\(\?[!=]/.test(rest)) {
    const end = findGroupEnd(rest);
    if (end < 0) break;
    ahead.push({ inside: rest.slice(3, end), expected: rest[2] === '=' });
    rest = rest.slice(end + 1);
  }
  return ahead.length > 0 ? { ahead, rest } : { ahead, rest: source };
};

/** Classes of Unicode, and classes whose case is ignored, are expanded to long lists of ranges. */
const classWeights = { unicode: 40, ignoredCase: 200 };

/** The weight of a pattern, repetitions unrolled: `a{100}` weighs 100. */
export const patternWeight = (source: string): number => {
  const unicode = source.match(/\\p/gi)?.length ?? 0;
  const ignoredCase = /\(\?[a-zA-Z]*i/.test(source) ? (source.match(/\[|\\[wWsSdD]/g)?.length ?? 0) : 0;
  return regexWeight(source) + unicode * classWeights.unicode + ignoredCase * classWeights.ignoredCase;
};

/**
 * Parses a pattern. A fault for an invalid one, for one that is too heavy, and for what cannot be matched in linear time: back
 * references, other look-around.
 */
export const parsePattern = (source: string): PatternResult => {
  if (isLongerThan(source, configurationLimits.pattern))
    return { fault: `expected a pattern of at most ${configurationLimits.pattern} characters; found ${countCharacters(source)}` };
  const weight = patternWeight(source);
  if (weight > configurationLimits.patternWeight)
    return {
      fault:
        `expected a pattern that weighs at most ${configurationLimits.patternWeight} with its repetitions written out ` +
        `(a{100} weighs 100); this one weighs ${weight}`,
    };
  try {
    const { ahead, rest } = splitLookaheads(source);
    const conditions = ahead.map(({ inside, expected: wanted }) => {
      const pattern = RE2JS.compile(`(?:${inside})`);
      return (text: string) => pattern.matcher(text).lookingAt() === wanted;
    });
    const whole = RE2JS.compile(rest);
    return { pattern: { weight, matches: (text) => conditions.every((holds) => holds(text)) && whole.matches(text) } };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const why = error.message.replace(/^error parsing regexp: /, '');
    return { fault: `expected a pattern of RE2 (no back references; look-ahead only where it begins): ${why}` };
  }
};
