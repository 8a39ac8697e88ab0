import { Command, Option } from 'commander';
import { lintPool } from '../run/lint-pool.ts';
import { defaultBaseline } from './baseline-path.ts';
import { exitCodeHelp } from './exit-code.ts';
import type { LintOptions, LintHost } from './lint-options.ts';
import { reportInternalError } from './report-internal-error.ts';
import { countParser, parseDuration, appendValue, parseRuleSeverity } from './option-values.ts';

const addSchemaOptions = (command: Command): Command =>
  command
    .optionsGroup('Schemas (default: $schema, modelines, slipway-lint.json, catalogs, providers):')
    .option('--schema <file>', 'the schema of all files')
    .option('--config <file>', 'this config file instead of the nearest slipway-lint.json or .yaml')
    .option('--catalog <folder>', 'a folder with a catalog.json, or with *.schema.json files')
    .option('--provider-schemas <file>', 'the output of `terraform providers schema -json`; repeatable', appendValue)
    .option('--strict-spec', 'ignore keywords beside $ref in drafts up to 7, as the specification does')
    .addOption(
      new Option('--formats <how>', 'whether `format` is checked (default: in schemas of v1 only)').choices([
        'specification',
        'assert',
        'annotate',
      ]),
    )
    .addOption(
      new Option('--print-schema', 'print which schema each file has, and why, instead of linting').conflicts(['fix', 'writeBaseline']),
    );

const addRuleOptions = (command: Command): Command =>
  command
    .optionsGroup('Rules and limits:')
    .option('--rule <id=severity>', 'the severity of a rule: error, warning, info or off; repeatable', parseRuleSeverity)
    .option('--print-rules', 'print the rules instead of linting')
    .option('--at-version <version>', 'the version your files are for: changes severities by since and removed-in')
    .addOption(new Option('--max-warnings <number>', 'the number of warnings that are allowed').argParser(countParser(0)))
    .option('--baseline <file>', `mark the findings of this baseline as known (default: ${defaultBaseline}, if it exists)`)
    .addOption(new Option('--no-baseline', 'report all findings as new').conflicts('writeBaseline'))
    .option('--write-baseline', `write the findings to the baseline (default: ${defaultBaseline})`);

const addRunOptions = (command: Command): Command =>
  command
    .optionsGroup('Running:')
    .option('--fix', 'rename deprecated fields where that is certain to be safe')
    .addOption(
      new Option('--watch', 'lint files again when they change, until Ctrl-C').conflicts(['stdin', 'writeBaseline', 'fix', 'printSchema']),
    )
    .addOption(new Option('--stdin', 'lint standard input').conflicts('fix'))
    .option('--stdin-filename <name>', 'the file name that standard input is linted as')
    .addOption(
      new Option('--format <format>', 'the format of the report').choices(['text', 'json', 'sarif', 'github', 'junit']).default('text'),
    )
    .option('--no-cache', 'lint all files again, also those that have not changed')
    .option('--no-color', 'never use colours')
    .addOption(new Option('--jobs <number>', 'how many files are linted at a time (default: one for each core)').argParser(countParser(1)))
    .addOption(new Option('--timeout <time>', 'the time allowed for one file').argParser(parseDuration).default(10_000, '10s'))
    .addOption(
      new Option('--lsp', 'run as a language server over standard input and output').conflicts([
        'stdin',
        'watch',
        'fix',
        'writeBaseline',
        'printSchema',
      ]),
    );

/** Options that editors add to the program they start. */
const addEditorOptions = (command: Command): Command =>
  command
    .addOption(new Option('--stdio').hideHelp())
    .addOption(new Option('--node-ipc').hideHelp())
    .addOption(new Option('--socket <port>').argParser(countParser(1)).hideHelp())
    .addOption(new Option('--pipe <name>').hideHelp())
    .addOption(new Option('--clientProcessId <id>').hideHelp());

/** Ends the program where options and arguments do not go together. */
function checkUsage(files: readonly string[], options: LintOptions, command: Command): void {
  const fail = (message: string) => command.error(`error: ${message}`, { exitCode: 2 });
  if (options.lsp) {
    if (files.length > 0) fail('--lsp takes no files; the editor opens them');
    return;
  }
  if (options.stdin && options.stdinFilename === undefined) fail("--stdin needs '--stdin-filename <name>', which gives its format");
  if (!options.stdin && options.stdinFilename !== undefined) fail('--stdin-filename needs --stdin');
  if (options.stdin && files.length > 0) fail('--stdin takes no files');
  if (options.watch && options.format !== 'text') fail("--watch reports as text; it cannot be used with '--format'");
}

async function runCommand(files: string[], options: LintOptions, host: LintHost): Promise<void> {
  if (options.lsp) {
    const { startServer } = await import('../../lsp/start-server.ts');
    await startServer(options, host);
    return;
  }
  const workers = lintPool(host.workerScript(), options);
  try {
    const { lintFiles } = await import('./lint-files.ts');
    process.exitCode = await lintFiles(files, options, host, workers);
  } catch (error) {
    reportInternalError(error, host.program);
  } finally {
    await workers.close();
  }
}

/** The command line of the linter, under the name of `command`. The linter itself is imported when it runs. */
export function lintCommand(name: string, host: LintHost): Command {
  const command = new Command(name)
    .description('find deprecated and invalid fields in JSON, YAML, TOML and synthesized configurations')
    .argument('[files...]', 'files, folders and globs (`!` in front excludes); default: the current folder');
  for (const addOptions of [addSchemaOptions, addRuleOptions, addRunOptions, addEditorOptions]) addOptions(command);
  return command
    .optionsGroup('')
    .addHelpText(
      'after',
      `\n${exitCodeHelp}\n\nNothing is fetched from the network. Folders are searched without node_modules,\n` +
        `.git, .terraform and cdktf.out, unless you name them.`,
    )
    .action(async (files: string[], options: LintOptions, self: Command) => {
      checkUsage(files, options, self);
      await runCommand(files, options, host);
    });
}
