import { StringDecoder } from 'node:string_decoder';
import { isRecord } from '@slipway/declarations/record';
import type { EngineCommand, ModuleTestFigures } from './engine-command.ts';
import { EngineFailed } from './engine-process.ts';
import type { InstalledEngine } from './installed-engines.ts';
import { erroredOutcome, initialize, noCounts, type PhaseOutcome, type RunPhase } from './run-phase.ts';

/** The first release of Terraform with the command; OpenTofu has none so far. */
const firstQuery = { major: 1, minor: 14 } as const;

/** Throws EngineFailed, whose message the author reads, where the engine does not have the command. */
export const requireCommand = ({ program, version }: Pick<InstalledEngine, 'program' | 'version'>, { name }: EngineCommand): void => {
  if (name === 'test') return;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isThere = program === 'terraform' && (major > firstQuery.major || (major === firstQuery.major && minor >= firstQuery.minor));
  if (isThere) return;
  const engine = program === 'tofu' ? 'OpenTofu' : 'Terraform';
  throw new EngineFailed(
    `${engine} ${version} has no command "query": Terraform has it from version 1.14.0 on. ` +
      'Choose such a version for the workspace or for the query, or ask the operator to install one.',
  );
};

const statuses: readonly unknown[] = ['pass', 'fail', 'error', 'skip'];
const countOf = (summary: { readonly [name: string]: unknown }, name: string): number =>
  Number.isSafeInteger(summary[name]) && (summary[name] as number) >= 0 ? (summary[name] as number) : 0;

const readSummary = (line: string): ModuleTestFigures | undefined => {
  if (!line.includes('"test_summary"')) return undefined;
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    // A provider can print a line with this word: it is no message of the engine.
    return undefined;
  }
  const summary = isRecord(message) && message['type'] === 'test_summary' ? message['test_summary'] : undefined;
  if (!isRecord(summary) || !statuses.includes(summary['status'])) return undefined;
  const count = (name: string): number => countOf(summary, name);
  return {
    status: summary['status'] as ModuleTestFigures['status'],
    passed: count('passed'),
    failed: count('failed'),
    errored: count('errored'),
    skipped: count('skipped'),
  };
};

/** A summary is one short line: longer lines are not it. */
const maxLine = 64 * 1024;

/** Finds the summary in the output of `test -json`, which comes in chunks. Undefined: the tests did not come to their end. */
export const createSummaryReader = (): { take(chunk: Buffer): void; figures(): ModuleTestFigures | undefined } => {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let found: ModuleTestFigures | undefined;
  return {
    take: (chunk) => {
      const lines = (rest + decoder.write(chunk)).split('\n');
      rest = lines.pop()!.slice(0, maxLine);
      for (const line of lines) found = readSummary(line) ?? found;
    },
    figures: () => readSummary(rest) ?? found,
  };
};

const generatedFile = 'generated_resources.tf';

/** The command with its options, without the values of variables. */
const listWords = (command: EngineCommand): readonly string[] =>
  command.name === 'query'
    ? ['query', '-json', ...(command.generatesConfiguration ? [`-generate-config-out=${generatedFile}`] : [])]
    : [
        'test',
        '-json',
        ...command.filters.map((path) => `-filter=${path}`),
        ...(command.directory === undefined ? [] : [`-test-directory=${command.directory}`]),
        ...(command.verbose ? ['-verbose'] : []),
        ...(command.parallelism === undefined ? [] : [`-parallelism=${command.parallelism}`]),
      ];

/**
 * Executes the command in prepared folders. Tests that fail are a result: the phase is errored only where they did not come to their end.
 * Throws EngineFailed where the engine does not have the command.
 */
export const executeCommand = async (phase: RunPhase, command: EngineCommand): Promise<PhaseOutcome> => {
  const { engine, folders, processes, log } = phase;
  requireCommand(engine, command);
  const directory = command.name === 'test' ? command.directory : undefined;
  if (!(await initialize(phase, directory === undefined ? [] : [`-test-directory=${directory}`]))) return erroredOutcome;
  const summary = createSummaryReader();
  const code = await processes.run([...listWords(command), `-var-file=${folders.variables}`], async (chunk) => {
    if (command.name === 'test') summary.take(chunk);
    await log.write(chunk);
  });
  const tests = summary.figures();
  const isOver = code === 0 || tests !== undefined;
  return { result: { ...noCounts, status: isOver ? 'finished' : 'errored', hasChanges: false }, ...(tests ? { tests } : {}) };
};
