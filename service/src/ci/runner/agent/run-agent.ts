import { AgentFailure, type AgentIo, UsageError } from './agent-io.ts';
import { parseAgentOptions } from './agent-options.ts';
import { selectTests, splitOptions } from './split-tests.ts';
import { substituteVariables } from './substitute-variables.ts';

const usage = `Inside of a job:
  circleci tests glob PATTERN...       prints the files that match, such as 'test/**/*.test.js'
  circleci tests split [FILE]          prints the names of this parallel run, of a file or of the input
    --split-by name|filesize|timings   how they are split; name is the default
    --timings-type filename|classname|testname
    --time-default 10s                 the time of tests without one; the average is the default
    --index N, --total N               instead of the parallel run that this is
    --show-counts                      tells how many were taken
  circleci tests run --command COMMAND runs a command with the names of this parallel run as its input
  circleci step halt                   ends the job after this step; it has succeeded
  circleci env subst [TEXT]            replaces variables in a text, or in the input
`;

async function printMatches(io: AgentIo, given: readonly string[]): Promise<number> {
  const { words } = parseAgentOptions(given, [], []);
  if (words.length === 0) throw new UsageError('tests glob needs a pattern');
  const found = new Set((await Promise.all(words.map((pattern) => io.listMatches(pattern)))).flat());
  for (const file of [...found].sort()) io.write(`${file}\n`);
  return 0;
}
async function printSplit(io: AgentIo, given: readonly string[]): Promise<number> {
  const options = parseAgentOptions(given, splitOptions, ['show-counts']);
  const [file = '-', more] = options.words;
  if (more !== undefined) throw new UsageError('tests split takes one file');
  for (const name of await selectTests(io, file === '-' ? await io.readInput() : await io.readFile(file), options)) io.write(`${name}\n`);
  return 0;
}
async function runTests(io: AgentIo, given: readonly string[]): Promise<number> {
  const options = parseAgentOptions(given, [...splitOptions, 'command'], ['show-counts', 'verbose']);
  const command = options.values['command'];
  if (command === undefined) throw new UsageError('tests run needs --command');
  const names = await selectTests(io, await io.readInput(), options);
  if (options.flags.has('verbose')) io.writeError(`${command}, with ${names.length} tests\n`);
  // A command without tests would often run all of them.
  return names.length === 0 ? 0 : io.runCommand(command, `${names.join('\n')}\n`);
}
async function printSubstituted(io: AgentIo, given: readonly string[]): Promise<number> {
  io.write(
    given.length > 0
      ? `${substituteVariables(given.join(' '), io.environment)}\n`
      : substituteVariables(await io.readInput(), io.environment),
  );
  return 0;
}
async function haltJob(io: AgentIo): Promise<number> {
  await io.halt();
  io.write('The job ends after this step.\n');
  return 0;
}

const commands: Readonly<Record<string, (io: AgentIo, given: readonly string[]) => Promise<number>>> = {
  'tests glob': printMatches,
  'tests split': printSplit,
  'tests run': runTests,
  'step halt': haltJob,
  'env subst': printSubstituted,
};

/** Runs the program `circleci` as jobs have it. Returns the exit code: 2 for unknown arguments. */
export async function runAgent(words: readonly string[], io: AgentIo): Promise<number> {
  const [first = 'help', second = '', ...rest] = words;
  if (['help', '--help', '-h'].includes(first)) {
    io.write(usage);
    return 0;
  }
  const run = commands[`${first} ${second}`];
  try {
    if (!run) throw new UsageError(`${[first, second].join(' ').trim()} is not available in jobs`);
    return await run(io, rest);
  } catch (error) {
    if (error instanceof UsageError) io.writeError(`circleci: ${error.message}\n\n${usage}`);
    else if (error instanceof AgentFailure) io.writeError(`circleci: ${error.message}\n`);
    else throw error;
    return error instanceof UsageError ? 2 : 1;
  }
}
