import { ConfigFileError, readConfigFile } from '../config-file/read-config-file.ts';
import type { Flags } from '../flags/flag.ts';
import { parseFlags } from '../flags/parse.ts';
import { UsageError } from '../flags/usage-error.ts';
import { onOneLine, quoted } from '../flags/values/quoted.ts';
import { type Command, exitCodes, Failure } from './command.ts';
import { findCommand } from './find.ts';
import { commandHelp, helpFlag, rootHelp } from './help-text.ts';

export interface Program {
  readonly name: string;
  readonly about: string;
  readonly commands: readonly Command[];
  /** Of every command. */
  readonly common: Flags;
  /** What a `--config` file may say. */
  readonly inFile: Flags;
}

const tell = (line: string): void => { process.stderr.write(`${onOneLine(line)}\n`); };

/** What holds: the command line's, else the file's, else the default. */
const chosen = (flags: Flags, file: ReadonlyMap<string, unknown>, given: ReadonlyMap<string, unknown>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, given.has(name) ? given.get(name) : file.has(name) ? file.get(name) : flag.default]));

const fromFile = async (path: string, flags: Flags): Promise<ReadonlyMap<string, unknown>> => {
  if (path === '') return new Map();
  const { values, notices } = await readConfigFile(path, flags);
  notices.forEach((notice) => { tell(`Warning: ${notice}`); });
  return values;
};

const run = async ({ name, about, commands, common, inFile }: Program, words: readonly string[]): Promise<number> => {
  const { command, help, words: rest } = findCommand(name, commands, common, words);
  const flags: Flags = { ...command?.flags, ...common };
  const { given, args } = parseFlags({ ...flags, help: helpFlag(name) }, rest, tell);
  if (args.length > 0 && !help && given.get('help') !== true && (!command || command.refusesArguments)) throw new UsageError(`${quoted(args[0]!)} is an invalid argument`);
  if (!command || help || given.get('help') === true) {
    process.stdout.write(command ? commandHelp(name, command, common) : rootHelp(name, about, commands, common));
    return exitCodes.done;
  }
  const file = await fromFile(String(given.get('config') ?? ''), inFile);
  return command.run(chosen(flags, file, given), args);
};

/** Runs what the words ask for; resolves with the exit code, and never rejects. What is wrong is told on standard error, in one line. */
export const runProgram = async (program: Program, words: readonly string[]): Promise<number> => {
  try { return await run(program, words); } catch (error) {
    // Without an end of line, as it always was.
    if (error instanceof ConfigFileError) { process.stderr.write(onOneLine(`fatal error in config file: ${error.message}`)); return exitCodes.failed; }
    if (error instanceof UsageError || error instanceof Failure) { tell(`Error: ${error.message}`); return exitCodes.usage; }
    process.stderr.write(`${program.name}: this is our fault, please report it: ${error instanceof Error ? error.stack ?? error.message : String(error)}\n`);
    return exitCodes.failed;
  }
};
