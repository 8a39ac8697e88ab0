import { bool, type Flags } from '../flags/flag.ts';
import { type Command, exitCodes, CommandError } from './command.ts';
import { suggestWord } from './suggest-word.ts';

interface CompletionSource {
  readonly program: string;
  readonly commands: readonly Command[];
  readonly commonFlags: Flags;
}

const shells = ['bash', 'fish', 'zsh'] as const;
const helpEntry = { name: 'help', short: 'Help about any command' };
const completionHelpFlag: Flags = { help: bool(false, 'Help for completion', { short: 'h' }) };
const visibleFlagsOf = (flags: Flags): readonly string[] =>
  Object.keys(flags)
    .filter((name) => flags[name]!.deprecated === undefined)
    .sort();
const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const bash = ({ program, commands, commonFlags: common }: CompletionSource): string => {
  const every: Flags = Object.assign({}, ...commands.map(({ flags }) => flags), common);
  const valued = visibleFlagsOf(every)
    .filter((flag) => every[flag]!.type !== 'bool')
    .flatMap((flag) => [`--${flag}`, ...(every[flag]!.short ? [`-${every[flag]!.short}`] : [])]);
  const name = `_${program.replaceAll('-', '_')}`;
  const commandWords = [...commands.map((one) => one.name), 'help'].sort().join(' ');
  return `# bash completion of ${program}; source it, or put it where bash-completion looks
${name}() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command= word IFS=$' \\t\\n'
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in ${commands.map((one) => one.name).join('|')}) command=$word; break;; esac
  done
  local flags=${quoteForShell(
    visibleFlagsOf(common)
      .map((flag) => `--${flag}`)
      .join(' '),
  )}
  case $command in
${commands
  .map(
    (one) =>
      `    ${one.name}) flags="$flags ${visibleFlagsOf(one.flags)
        .map((flag) => `--${flag}`)
        .join(' ')}";;`,
  )
  .join('\n')}
  esac
  case $before in ${valued.join('|')}) IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$current")); return;; esac
  if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "$flags --help" -- "$current"))
  elif [[ -z $command ]]; then COMPREPLY=($(compgen -W ${quoteForShell(commandWords)} -- "$current"))
  elif [[ $command == completion ]]; then COMPREPLY=($(compgen -W ${quoteForShell(shells.join(' '))} -- "$current"))
  else IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -o filenames -F ${name} ${program}
`;
};

const fishFlags = (program: string, flags: Flags, where: string): readonly string[] =>
  visibleFlagsOf(flags).map(
    (name) =>
      `complete -c ${program}${where} -l ${name}${flags[name]!.short ? ` -s ${flags[name]!.short}` : ''}` +
      `${flags[name]!.type === 'bool' ? '' : ' -r'} -d ${quoteForShell(flags[name]!.usage)}`,
  );
const fish = ({ program, commands, commonFlags: common }: CompletionSource): string =>
  [
    `# fish completion of ${program}`,
    ...[...commands, helpEntry].map(
      ({ name, short }) => `complete -c ${program} -n __fish_use_subcommand -f -a ${name} -d ${quoteForShell(short)}`,
    ),
    `complete -c ${program} -n '__fish_seen_subcommand_from help' -f -a ${quoteForShell(commands.map(({ name }) => name).join(' '))}`,
    `complete -c ${program} -n '__fish_seen_subcommand_from completion; and not __fish_seen_subcommand_from help'` +
      ` -f -a ${quoteForShell(shells.join(' '))}`,
    ...fishFlags(program, { ...common, ...completionHelpFlag }, ''),
    ...commands.flatMap(({ name, flags }) => fishFlags(program, flags, ` -n '__fish_seen_subcommand_from ${name}'`)),
    '',
  ].join('\n');

/** Escapes brackets, colons and backslashes, which have a meaning in descriptions of zsh. */
const escapeZsh = (text: string): string => text.replace(/[[\]:\\]/g, '\\$&');
const zshFlags = (flags: Flags): readonly string[] =>
  visibleFlagsOf(flags).map((name) =>
    quoteForShell(
      `--${name}${flags[name]!.type === 'bool' ? '' : '='}[${escapeZsh(flags[name]!.usage)}]` +
        (flags[name]!.type === 'bool' ? '' : ':value:_files'),
    ),
  );
const zshCommands = (commands: readonly Pick<Command, 'name' | 'short'>[]): string =>
  `'1:command:((${commands.map(({ name, short }) => `${name}\\:"${escapeZsh(short).replaceAll("'", '')}"`).join(' ')}))'`;
const zshArguments = ({ name, flags }: Command, common: Flags): string =>
  [
    ...zshFlags(flags),
    ...zshFlags({ ...common, ...completionHelpFlag }),
    ...(name === 'completion' ? [quoteForShell(`1:shell:(${shells.join(' ')})`)] : []),
  ].join(' ');
const zsh = ({ program, commands, commonFlags: common }: CompletionSource): string => `#compdef ${program}
_arguments -C ${zshFlags({ ...common, ...completionHelpFlag }).join(' ')} ${zshCommands([...commands, helpEntry])} '*::argument:->rest'
case $words[1] in
  help) _arguments ${zshCommands(commands)};;
${commands.map((command) => `  ${command.name}) _arguments ${zshArguments(command, common)};;`).join('\n')}
esac
`;

/** The command that prints the completion script of a shell for `words`. */
export const createCompletionCommand = (words: () => CompletionSource): Command => ({
  name: 'completion',
  short: 'Print the script that completes commands and flags in a shell: bash, fish or zsh',
  flags: {},
  argument: shells.join('|'),
  run: async (_options, [shell = '', ...more]) => {
    const script = { bash, fish, zsh }[shell as (typeof shells)[number]];
    if (!script || more.length > 0) {
      const meant = suggestWord(shell, shells);
      throw new CommandError(
        `expected one of ${shells.join(', ')}` +
          (shell === '' ? '' : `, found ${JSON.stringify([shell, ...more].join(' '))}`) +
          (meant && meant !== shell ? `; did you mean ${JSON.stringify(meant)}?` : ''),
      );
    }
    process.stdout.write(script(words()));
    return exitCodes.done;
  },
});
