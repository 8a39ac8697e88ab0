import type { Flag, Flags } from '../flags/flag.ts';
import { UsageError } from '../flags/usage-error.ts';
import { quote } from '../flags/values/quote.ts';
import type { Command } from './command.ts';
import { createHelpFlag } from './format-help.ts';
import { suggestWord } from './suggest-word.ts';

export interface CommandSelection {
  /** Undefined: the root command. */
  readonly command?: Command;
  /** Whether the word `help` requests help. */
  readonly help: boolean;
  /** The words without the name of the command and the word `help`. */
  readonly words: readonly string[];
}

/** Whether the word after this flag is its value. An unknown flag has no value: the next word may be the command. */
const takesValue = (word: string, flags: Flags): boolean => {
  if (word.startsWith('--')) {
    const flag = Object.hasOwn(flags, word.slice(2)) ? flags[word.slice(2)] : undefined;
    return flag !== undefined && flag.type !== 'bool';
  }
  const byLetter = new Map(Object.values(flags).flatMap((flag): [string, Flag][] => (flag.short ? [[flag.short, flag]] : [])));
  for (const [index, letter] of Array.from(word.slice(1)).entries()) {
    const flag = byLetter.get(letter);
    if (!flag) return false;
    if (flag.type !== 'bool') return index === word.length - 2;
  }
  return false;
};

const createUnknownCommandError = (word: string, program: string, commands: readonly Command[]): UsageError => {
  const meant = suggestWord(word, ['help', ...commands.map(({ name }) => name)]);
  return new UsageError(
    `unknown command ${quote(word)} for ${quote(program)}` +
      (meant ? `; did you mean ${quote(meant)}?` : `; ${program} --help names those there are`),
  );
};

/**
 * Selects the command: the first word that is neither a flag nor the value of a flag. `help` before it, or as the next word
 * after it, requests its help. Throws UsageError for an unknown command.
 */
export const findCommand = (program: string, commands: readonly Command[], common: Flags, words: readonly string[]): CommandSelection => {
  const every: Flags = Object.assign({ help: createHelpFlag(program) }, ...commands.map(({ flags }) => flags), common);
  const left = [...words];
  let [command, help]: [Command | undefined, boolean] = [undefined, false];
  for (let at = 0; at < left.length;) {
    const word = left[at]!;
    if (word === '--') break;
    if (word.startsWith('-') && word !== '-') {
      at += takesValue(word, every) ? 2 : 1;
      continue;
    }
    if (command !== undefined) {
      // A request for help of a command takes precedence over the other words.
      if (word !== 'help') break;
      help = true;
    } else if (word === 'help') help = true;
    else {
      command = commands.find(({ name }) => name === word);
      if (!command) throw createUnknownCommandError(word, program, commands);
    }
    left.splice(at, 1);
  }
  return { ...(command ? { command } : {}), help, words: left };
};
