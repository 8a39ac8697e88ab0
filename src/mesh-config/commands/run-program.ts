import { ConfigFileError, readConfigFile } from '../config-file/read-config-file.ts';
import type { Flags } from '../flags/flag.ts';
import { parseFlags } from '../flags/parse.ts';
import { UsageError } from '../flags/usage-error.ts';
import { type Command, exitCodes, Failure } from './command.ts';
import { findCommand } from './find.ts';
import { commandHelp, helpFlag, rootHelp } from './help-text.ts';

export interface Program {
  readonly name: string;
  readonly about: string;
  readonly commands: readonly Command[];
  /** Of every command. */
  readonly common: Flags;
}

const tell = (line: string): void => { process.stderr.write(`${line}\n`); };

/** What holds: the command line's, else the file's, else the default. */
const chosen = (flags: Flags, file: ReadonlyMap<string, unknown>, given: ReadonlyMap<string, unknown>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, given.has(name) ? given.get(name) : file.has(name) ? file.get(name) : flag.default]));

const fromFile = async (path: string, { commands, common }: Program): Promise<ReadonlyMap<string, unknown>> => {
  if (path === '') return new Map();
  const { values, notices } = await readConfigFile(path, Object.assign({}, ...commands.map(({ flags }) => flags), common) as Flags);
  notices.forEach((notice) => { tell(`Warning: ${notice}`); });
  return values;
};

const run = async (program: Program, words: readonly string[]): Promise<number> => {
  const { command, words: rest } = findCommand(program.name, program.commands, program.common, words[0] === 'help' ? words.slice(1) : words);
  const flags: Flags = { ...command?.flags, ...program.common };
  const { given, args, notices } = parseFlags({ ...flags, help: helpFlag(program.name) }, rest);
  notices.forEach(tell);
  if (!command || words[0] === 'help' || given.get('help') === true) {
    process.stdout.write(command ? commandHelp(program.name, command, program.common) : rootHelp(program.name, program.about, program.commands, program.common));
    return exitCodes.done;
  }
  if (command.refusesArguments && args.length > 0) throw new UsageError(`${JSON.stringify(args[0])} is an invalid argument`);
  return command.run(chosen(flags, await fromFile(String(given.get('config') ?? ''), program), given), args);
};

/** Runs what the words ask for; resolves with the exit code. What is wrong is told on standard error, in one line. */
export const runProgram = async (program: Program, words: readonly string[]): Promise<number> => {
  try { return await run(program, words); } catch (error) {
    if (error instanceof ConfigFileError) { tell(`fatal error in config file: ${error.message}`); return exitCodes.failed; }
    if (!(error instanceof UsageError || error instanceof Failure)) throw error;
    tell(`Error: ${error.message}`);
    return exitCodes.usage;
  }
};
