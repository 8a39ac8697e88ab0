import { ConfigFileError, readConfigFile } from '../config-file/read-config-file.ts';
import type { Flags } from '../flags/flag.ts';
import { parseFlags } from '../flags/parse-flags.ts';
import { UsageError } from '../flags/usage-error.ts';
import { toSingleLine, quote } from '../flags/values/quote.ts';
import { type Command, exitCodes, CommandError } from './command.ts';
import { findCommand } from './find-command.ts';
import { formatCommandHelp, createHelpFlag, formatRootHelp } from './format-help.ts';

export interface Program {
  readonly name: string;
  readonly description: string;
  readonly commands: readonly Command[];
  /** Flags of every command. */
  readonly commonFlags: Flags;
  /** Flags that a `--config` file may set. */
  readonly configFileFlags: Flags;
}

const writeError = (line: string): void => {
  process.stderr.write(`${toSingleLine(line)}\n`);
};

/** What holds: the command line's, else the file's, else the default. */
const resolveOptions = (
  flags: Flags,
  file: ReadonlyMap<string, unknown>,
  given: ReadonlyMap<string, unknown>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [name, given.has(name) ? given.get(name) : file.has(name) ? file.get(name) : flag.default]),
  );

const readOptions = async (path: string, flags: Flags): Promise<ReadonlyMap<string, unknown>> => {
  if (path === '') return new Map();
  const { values, notices } = await readConfigFile(path, flags);
  notices.forEach((notice) => {
    writeError(`Warning: ${notice}`);
  });
  return values;
};

const runCommand = async (
  { name, description: about, commands, commonFlags: common, configFileFlags: inFile }: Program,
  words: readonly string[],
): Promise<number> => {
  const { command, help, words: rest } = findCommand(name, commands, common, words);
  const flags: Flags = { ...command?.flags, ...common };
  const { values: given, args } = parseFlags({ ...flags, help: createHelpFlag(name) }, rest, writeError);
  if (args.length > 0 && !help && given.get('help') !== true && (!command || command.refusesArguments))
    throw new UsageError(`${quote(args[0]!)} is an invalid argument`);
  if (!command || help || given.get('help') === true) {
    process.stdout.write(command ? formatCommandHelp(name, command, common) : formatRootHelp(name, about, commands, common));
    return exitCodes.done;
  }
  const file = await readOptions(String(given.get('config') ?? ''), inFile);
  return command.run(resolveOptions(flags, file, given), args);
};

/** Runs a command line; resolves with the exit code, and never rejects. Errors go to standard error, in one line. */
export const runProgram = async (program: Program, words: readonly string[]): Promise<number> => {
  try {
    return await runCommand(program, words);
  } catch (error) {
    // Without a line end, for compatibility.
    if (error instanceof ConfigFileError) {
      process.stderr.write(toSingleLine(`fatal error in config file: ${error.message}`));
      return exitCodes.failed;
    }
    if (error instanceof UsageError || error instanceof CommandError) {
      writeError(`Error: ${error.message}`);
      return exitCodes.usage;
    }
    const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${program.name}: This is a bug in Slipway; please report it: ${details}\n`);
    return exitCodes.failed;
  }
};
