import type { Flag, Flags } from './flag.ts';
import { UsageError } from './usage-error.ts';
import { toSingleLine, quote } from './values/quote.ts';
import { flagParsers } from './values/flag-value.ts';

export interface ParsedArguments {
  /** The given values by flag; lists are joined over their occurrences. A flag that was not given is missing. */
  readonly values: ReadonlyMap<string, unknown>;
  /** The arguments that are not flags, in order. */
  readonly args: readonly string[];
}

const findShortFlag = (flags: Flags, letter: string): [string, Flag] | undefined =>
  Object.entries(flags).find(([, { short }]) => short === letter);

interface ParserState {
  readonly flags: Flags;
  readonly notice: (line: string) => void;
  readonly values: Map<string, unknown>;
  readonly args: string[];
  /** Words that are not read yet. */
  readonly words: string[];
}

const setValue = ({ values, notice }: ParserState, name: string, flag: Flag, text: string): void => {
  let value: unknown;
  try {
    value = flagParsers[flag.type](text);
  } catch (error) {
    const label = flag.short ? `-${flag.short}, --${name}` : `--${name}`;
    throw new UsageError(`invalid argument ${quote(text)} for "${label}" flag: ${(error as Error).message}`);
  }
  const previous = (values.get(name) as unknown[] | undefined) ?? [];
  values.set(name, Array.isArray(value) ? [...previous, ...(value as unknown[])] : value);
  if (flag.deprecated !== undefined) notice(`Flag --${name} has been deprecated, ${flag.deprecated}`);
};

const nextWord = ({ words }: ParserState, missing: string): string => {
  const word = words.shift();
  if (word === undefined) throw new UsageError(`flag needs an argument: ${missing}`);
  return word;
};

const parseLong = (state: ParserState, word: string): void => {
  const body = word.slice(2);
  if (/^[-=]/.test(body)) throw new UsageError(`bad flag syntax: ${toSingleLine(word)}`);
  const equals = body.indexOf('=');
  const name = equals < 0 ? body : body.slice(0, equals);
  const flag = Object.hasOwn(state.flags, name) ? state.flags[name]! : undefined;
  if (!flag) throw new UsageError(`unknown flag: --${toSingleLine(name)}`);
  setValue(state, name, flag, equals >= 0 ? body.slice(equals + 1) : flag.type === 'bool' ? 'true' : nextWord(state, `--${name}`));
};

/** `-h`, `-ovalue`, `-o=value`, `-o value`, and combined booleans with a last flag of any type. */
const parseShort = (state: ParserState, word: string): void => {
  for (let letters = word.slice(1); letters !== '';) {
    const letter = String.fromCodePoint(letters.codePointAt(0)!);
    const rest = letters.slice(letter.length);
    const match = findShortFlag(state.flags, letter);
    if (!match) throw new UsageError(`unknown shorthand flag: '${toSingleLine(letter)}' in -${toSingleLine(letters)}`);
    const [name, flag] = match;
    const hasEquals = rest.length > 1 && rest.startsWith('=');
    if (flag.type === 'bool' && !hasEquals) {
      setValue(state, name, flag, 'true');
      letters = rest;
      continue;
    }
    setValue(state, name, flag, hasEquals ? rest.slice(1) : rest === '' ? nextWord(state, `'${letter}' in -${letters}`) : rest);
    return;
  }
};

/**
 * Parses arguments by the conventions of spec 3: `--name=value`, `--name value`, `-nvalue`, and combined short flags; flags and
 * arguments in any order; `--` ends the flags. `notice` receives `Flag --NAME has been deprecated, …` each time such a flag is
 * given. Throws only UsageError.
 */
export const parseFlags = (flags: Flags, words: readonly string[], notice: (line: string) => void = () => {}): ParsedArguments => {
  const state: ParserState = { flags, notice, values: new Map(), args: [], words: [...words] };
  for (let word = state.words.shift(); word !== undefined; word = state.words.shift()) {
    if (word === '--') {
      state.args.push(...state.words.splice(0));
      break;
    }
    if (word.startsWith('--')) parseLong(state, word);
    else if (word.startsWith('-') && word !== '-') parseShort(state, word);
    else state.args.push(word);
  }
  return { values: state.values, args: state.args };
};
