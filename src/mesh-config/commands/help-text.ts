import { bool, type Flags } from '../flags/flag.ts';
import { flagLines } from '../flags/help.ts';
import type { Command } from './command.ts';

export const helpFlag = (name: string) => bool(false, `help for ${name}`, { short: 'h' });

/** What `--help` prints of the root. */
export const rootHelp = (program: string, about: string, commands: readonly Command[], common: Flags): string => {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    about, '', 'Usage:', `  ${program} [command]`, '', 'Available Commands:', ...commands.map(({ name, short }) => `  ${name.padEnd(width)} ${short}`), '',
    'Flags:', ...flagLines({ ...common, help: helpFlag(program) }), '', `Use "${program} [command] --help" for more information about a command.`, '',
  ].join('\n');
};

/** What `--help` prints of a command. */
export const commandHelp = (program: string, { name, short, flags }: Command, common: Flags): string => [
  short, '', 'Usage:', `  ${program} ${name} [flags]`, '', 'Flags:', ...flagLines({ ...flags, help: helpFlag(name) }), '', 'Global Flags:', ...flagLines(common), '',
].join('\n');
