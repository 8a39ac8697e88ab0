import { bool, type Flags } from '../flags/flag.ts';
import { type Command, exitCodes, Failure } from './command.ts';
import { suggestion } from './suggest.ts';

interface Words { readonly program: string; readonly commands: readonly Command[]; readonly common: Flags }

const shells = ['bash', 'fish', 'zsh'] as const;
const help = { name: 'help', short: 'Help about any command' };
const helpFlag: Flags = { help: bool(false, 'What there is to say', { short: 'h' }) };
const shown = (flags: Flags): readonly string[] => Object.keys(flags).filter((name) => flags[name]!.deprecated === undefined).sort();
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const bash = ({ program, commands, common }: Words): string => {
  const every: Flags = Object.assign({}, ...commands.map(({ flags }) => flags), common);
  const valued = shown(every).filter((flag) => every[flag]!.type !== 'bool').flatMap((flag) => [`--${flag}`, ...(every[flag]!.short ? [`-${every[flag]!.short}`] : [])]);
  const name = `_${program.replaceAll('-', '_')}`;
  return `# bash completion of ${program}; source it, or put it where bash-completion looks
${name}() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command= word IFS=$' \\t\\n'
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in ${commands.map((one) => one.name).join('|')}) command=$word; break;; esac
  done
  local flags=${quoted(shown(common).map((flag) => `--${flag}`).join(' '))}
  case $command in
${commands.map((one) => `    ${one.name}) flags="$flags ${shown(one.flags).map((flag) => `--${flag}`).join(' ')}";;`).join('\n')}
  esac
  case $before in ${valued.join('|')}) IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$current")); return;; esac
  if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "$flags --help" -- "$current"))
  elif [[ -z $command ]]; then COMPREPLY=($(compgen -W ${quoted([...commands.map((one) => one.name), 'help'].sort().join(' '))} -- "$current"))
  elif [[ $command == completion ]]; then COMPREPLY=($(compgen -W ${quoted(shells.join(' '))} -- "$current"))
  else IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -o filenames -F ${name} ${program}
`;
};

const fishFlags = (program: string, flags: Flags, where: string): readonly string[] => shown(flags).map((name) =>
  `complete -c ${program}${where} -l ${name}${flags[name]!.short ? ` -s ${flags[name]!.short}` : ''}${flags[name]!.type === 'bool' ? '' : ' -r'} -d ${quoted(flags[name]!.usage)}`);
const fish = ({ program, commands, common }: Words): string => [
  `# fish completion of ${program}`,
  ...[...commands, help].map(({ name, short }) => `complete -c ${program} -n __fish_use_subcommand -f -a ${name} -d ${quoted(short)}`),
  `complete -c ${program} -n '__fish_seen_subcommand_from help' -f -a ${quoted(commands.map(({ name }) => name).join(' '))}`,
  `complete -c ${program} -n '__fish_seen_subcommand_from completion; and not __fish_seen_subcommand_from help' -f -a ${quoted(shells.join(' '))}`,
  ...fishFlags(program, { ...common, ...helpFlag }, ''),
  ...commands.flatMap(({ name, flags }) => fishFlags(program, flags, ` -n '__fish_seen_subcommand_from ${name}'`)), '',
].join('\n');

/** In a description brackets and colons are marks of zsh's own. */
const zshText = (text: string): string => text.replace(/[[\]:\\]/g, '\\$&');
const zshFlags = (flags: Flags): readonly string[] => shown(flags).map((name) => quoted(`--${name}${flags[name]!.type === 'bool' ? '' : '='}[${zshText(flags[name]!.usage)}]${flags[name]!.type === 'bool' ? '' : ':value:_files'}`));
const zshCommands = (commands: readonly Pick<Command, 'name' | 'short'>[]): string => `'1:command:((${commands.map(({ name, short }) => `${name}\\:"${zshText(short).replaceAll("'", '')}"`).join(' ')}))'`;
const zsh = ({ program, commands, common }: Words): string => `#compdef ${program}
_arguments -C ${zshFlags({ ...common, ...helpFlag }).join(' ')} ${zshCommands([...commands, help])} '*::argument:->rest'
case $words[1] in
  help) _arguments ${zshCommands(commands)};;
${commands.map(({ name, flags }) => `  ${name}) _arguments ${[...zshFlags(flags), ...zshFlags({ ...common, ...helpFlag }), ...(name === 'completion' ? [quoted(`1:shell:(${shells.join(' ')})`)] : [])].join(' ')};;`).join('\n')}
esac
`;

/** The command that prints what a shell needs to complete `words`. */
export const completionCommand = (words: () => Words): Command => ({
  name: 'completion', short: 'Print the script that completes commands and flags in a shell: bash, fish or zsh', flags: {}, argument: shells.join('|'),
  run: async (_options, [shell = '', ...more]) => {
    const script = { bash, fish, zsh }[shell as (typeof shells)[number]];
    if (!script || more.length > 0) {
      const meant = suggestion(shell, shells);
      throw new Failure(`expected one of ${shells.join(', ')}${shell === '' ? '' : `, found ${JSON.stringify([shell, ...more].join(' '))}`}${meant && meant !== shell ? `; did you mean ${JSON.stringify(meant)}?` : ''}`);
    }
    process.stdout.write(script(words()));
    return exitCodes.done;
  },
});
