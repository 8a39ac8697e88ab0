import type { Flag, Flags } from './flag.ts';
import { UsageError } from './usage-error.ts';
import { toSingleLine, quote } from './values/quote.ts';
import { flagParsers } from './values/flag-value.ts';

export interface ParsedArguments {
  /** What was given, by flag; lists joined over their occurrences. A flag that was not given is not in it. */
  readonly values: ReadonlyMap<string, unknown>;
  /** What is no flag, in order. */
  readonly args: readonly string[];
}

const findShortFlag = (flags: Flags, letter: string): [string, Flag] | undefined =>
  Object.entries(flags).find(([, { short }]) => short === letter);

/**
 * Reads arguments by the conventions of spec 3's flag tables: `--name=value`, `--name value`, `-nvalue`, combined short
 * ones; flags and arguments in any order; `--` ends flags. `notice` is told `Flag --NAME has been deprecated, …` each
 * time one is given. Throws UsageError, and nothing else.
 */
export const parseFlags = (flags: Flags, words: readonly string[], notice: (line: string) => void = () => {}): ParsedArguments => {
  const given = new Map<string, unknown>();
  const args: string[] = [];
  const left = [...words];

  const take = (name: string, flag: Flag, text: string): void => {
    let value: unknown;
    try {
      value = flagParsers[flag.type](text);
    } catch (error) {
      const label = flag.short ? `-${flag.short}, --${name}` : `--${name}`;
      throw new UsageError(`invalid argument ${quote(text)} for "${label}" flag: ${(error as Error).message}`);
    }
    given.set(name, Array.isArray(value) ? [...((given.get(name) as unknown[] | undefined) ?? []), ...(value as unknown[])] : value);
    if (flag.deprecated !== undefined) notice(`Flag --${name} has been deprecated, ${flag.deprecated}`);
  };
  const next = (missing: string): string => {
    const word = left.shift();
    if (word === undefined) throw new UsageError(`flag needs an argument: ${missing}`);
    return word;
  };
  const long = (word: string): void => {
    const body = word.slice(2);
    if (/^[-=]/.test(body)) throw new UsageError(`bad flag syntax: ${toSingleLine(word)}`);
    const equals = body.indexOf('=');
    const name = equals < 0 ? body : body.slice(0, equals);
    const flag = Object.hasOwn(flags, name) ? flags[name]! : undefined;
    if (!flag) throw new UsageError(`unknown flag: --${toSingleLine(name)}`);
    take(name, flag, equals >= 0 ? body.slice(equals + 1) : flag.type === 'bool' ? 'true' : next(`--${name}`));
  };
  const short = (word: string): void => {
    let letters = word.slice(1);
    while (letters !== '') {
      const letter = String.fromCodePoint(letters.codePointAt(0)!);
      const rest = letters.slice(letter.length);
      const found = findShortFlag(flags, letter);
      if (!found) throw new UsageError(`unknown shorthand flag: '${toSingleLine(letter)}' in -${toSingleLine(letters)}`);
      const [name, flag] = found;
      if (rest.length > 1 && rest.startsWith('=')) take(name, flag, rest.slice(1));
      else if (flag.type === 'bool') {
        take(name, flag, 'true');
        letters = rest;
        continue;
      } else take(name, flag, rest === '' ? next(`'${letter}' in -${letters}`) : rest);
      return;
    }
  };

  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--') {
      args.push(...left.splice(0));
      break;
    }
    if (word.startsWith('--')) long(word);
    else if (word.startsWith('-') && word !== '-') short(word);
    else args.push(word);
  }
  return { values: given, args };
};
