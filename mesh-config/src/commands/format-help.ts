import { bool, type Flags } from '../flags/flag.ts';
import { formatFlags } from '../flags/format-flags.ts';
import type { Command } from './command.ts';

export const createHelpFlag = (name: string) => bool(false, `help for ${name}`, { short: 'h' });

/** Names take as much room in every program that follows the conventions, however short they are. */
const minimumWidth = 11;

/** The output of `--help` for the root command. */
export const formatRootHelp = (program: string, about: string, commands: readonly Command[], common: Flags): string => {
  const shown = [...commands, { name: 'help', short: 'Help about any command' }].sort((a, b) => (a.name < b.name ? -1 : 1));
  const width = Math.max(minimumWidth, ...shown.map(({ name }) => name.length));
  return [
    about,
    '',
    'Usage:',
    `  ${program} [command]`,
    '',
    'Available Commands:',
    ...shown.map(({ name, short }) => `  ${name.padEnd(width)} ${short}`),
    '',
    'Flags:',
    ...formatFlags({ ...common, help: createHelpFlag(program) }),
    '',
    `Use "${program} [command] --help" for more information about a command.`,
    '',
  ].join('\n');
};

/** The output of `--help` for a command. */
export const formatCommandHelp = (program: string, { name, short, flags, argument }: Command, common: Flags): string =>
  [
    short,
    '',
    'Usage:',
    `  ${program} ${name}${argument ? ` ${argument}` : ''} [flags]`,
    '',
    'Flags:',
    ...formatFlags({ ...flags, help: createHelpFlag(name) }),
    '',
    'Global Flags:',
    ...formatFlags(common),
    '',
  ].join('\n');
