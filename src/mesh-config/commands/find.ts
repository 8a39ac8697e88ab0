import type { Flag, Flags } from '../flags/flag.ts';
import { UsageError } from '../flags/usage-error.ts';
import type { Command } from './command.ts';
import { suggestion } from './suggest.ts';

export interface Found {
  /** undefined: the root. */
  readonly command?: Command;
  /** Without the command's name. */
  readonly words: readonly string[];
}

/** Whether the word after this flag is its value. A flag that nobody knows has none: what follows is what was meant as a command. */
const takesNext = (word: string, flags: Flags): boolean => {
  if (word.startsWith('--')) {
    const flag = Object.hasOwn(flags, word.slice(2)) ? flags[word.slice(2)] : undefined;
    return flag !== undefined && flag.type !== 'bool';
  }
  const byLetter = new Map(Object.values(flags).flatMap((flag): [string, Flag][] => (flag.short ? [[flag.short, flag]] : [])));
  for (const [index, letter] of [...word.slice(1)].entries()) {
    const flag = byLetter.get(letter);
    if (!flag) return false;
    if (flag.type !== 'bool') return index === word.length - 2;
  }
  return false;
};

/** Which command is asked for: the first word that is neither a flag nor a flag's value. Throws UsageError for one that there is not. */
export const findCommand = (program: string, commands: readonly Command[], common: Flags, words: readonly string[]): Found => {
  const every: Flags = Object.assign({}, ...commands.map(({ flags }) => flags), common);
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    if (word === '--') break;
    if (word.startsWith('-') && word !== '-') { if (takesNext(word, every)) at += 1; continue; }
    const command = commands.find(({ name }) => name === word);
    if (command) return { command, words: words.toSpliced(at, 1) };
    const meant = suggestion(word, commands.map(({ name }) => name));
    throw new UsageError(`unknown command ${JSON.stringify(word)} for ${JSON.stringify(program)}${meant ? `; did you mean ${JSON.stringify(meant)}?` : `; ${program} --help names those there are`}`);
  }
  return { words };
};
