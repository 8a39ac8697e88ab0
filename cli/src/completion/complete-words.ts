import type { Command, Option } from 'commander';

/** One candidate: the word, and what it means. */
export interface Candidate {
  readonly word: string;
  readonly description: string;
}

const visible = (option: Option): boolean => !option.hidden;
const findOption = (command: Command, word: string): Option | undefined =>
  command.options.find((option) => option.long === word || option.short === word);
const takesValue = (option: Option | undefined): boolean => option?.required === true || option?.optional === true;

/** The options of a command, and those of all commands. The version is that of the program alone. */
const optionsOf = (root: Command, command: Command): readonly Option[] =>
  [...command.options, ...(command === root ? [] : root.options.filter(({ long }) => long !== '--version'))].filter(
    (option, at, all) => visible(option) && all.findIndex(({ long }) => long === option.long) === at,
  );

/** The command that the words lead to, and the option that waits for its value. */
const follow = (root: Command, words: readonly string[]): { readonly command: Command; readonly pending?: Option } => {
  let [command, pending]: [Command, Option | undefined] = [root, undefined];
  for (const word of words) {
    if (pending) pending = undefined;
    else if (word.startsWith('-')) {
      const option = findOption(command, word) ?? findOption(root, word);
      pending = takesValue(option) ? option : undefined;
    } else command = command.commands.find((one) => one.name() === word || one.aliases().includes(word)) ?? command;
  }
  return { command, ...(pending ? { pending } : {}) };
};

/** Candidates for the last word of a command line, which is being written and may be empty. No candidates: a file or a free text. */
export function completeWords(root: Command, words: readonly string[]): readonly Candidate[] {
  const [current = '', previous] = [words.at(-1), words.slice(0, -1)];
  const { command, pending } = follow(root, previous);
  const all = pending
    ? (pending.argChoices ?? []).map((word) => ({ word, description: '' }))
    : current.startsWith('-')
      ? [...optionsOf(root, command), { long: '--help', description: 'print the help' }].map(({ long, description }) => ({
          word: long ?? '',
          description,
        }))
      : command.commands
          .filter((one) => !(one as Command & { _hidden?: boolean })._hidden)
          .map((one) => ({ word: one.name(), description: one.description() }));
  return all.filter(({ word }) => word !== '' && word.startsWith(current));
}
