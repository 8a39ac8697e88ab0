import { Command, Option } from 'commander';
import { lintPool } from '../run/lint-pool.ts';
import { exitCodeHelp } from './exit-code.ts';
import type { LintOptions, LintHost } from './lint-options.ts';
import { reportInternalError } from './report-internal-error.ts';
import { countParser, parseDuration, appendValue, parseRuleSeverity } from './option-values.ts';

/** The command line of the linter, under the name of `command`. What it does is imported when it runs. */
export function lintCommand(command: string, surroundings: LintHost): Command {
  return (
    new Command(command)
      .description('find deprecated and invalid fields in JSON, YAML, TOML and synthesized configurations')
      .argument('[files...]', 'files, folders and globs (`!` in front leaves out); the current folder unless named')
      .optionsGroup('Which schema (else $schema, a modeline, slipway-lint.json, a provider):')
      .option('--schema <file>', 'the schema of all the files')
      .option('--config <file>', 'instead of the nearest slipway-lint.json or .yaml')
      .option('--catalog <folder>', 'a folder with a catalog.json, or with *.schema.json')
      .option('--provider-schemas <file>', 'what `terraform providers schema -json` printed; repeatable', appendValue)
      .option('--strict-spec', 'ignore what stands beside $ref in drafts up to 7, as the specification does')
      .addOption(
        new Option('--print-schema', 'instead of linting, say which schema each file has, and why').conflicts(['fix', 'writeBaseline']),
      )
      .optionsGroup('What counts:')
      .option('--rule <id=severity>', 'error, warning, info or off; repeatable', parseRuleSeverity)
      .option('--print-rules', 'instead of linting, list the rules')
      .option('--at-version <version>', 'of the thing linted: moves severities by since and removed-in')
      .addOption(new Option('--max-warnings <number>', 'how many warnings are allowed').argParser(countParser(0)))
      .option('--baseline <file>', 'mark what was known when it was written')
      .option('--write-baseline', 'write what is found to the baseline (slipway-lint-baseline.json)')
      .optionsGroup('How:')
      .option('--fix', 'rename deprecated fields where that is certain to be safe')
      .addOption(new Option('--watch', 'lint again what changes, until Ctrl-C').conflicts(['stdin', 'writeBaseline', 'fix', 'printSchema']))
      .addOption(new Option('--stdin', 'lint standard input').conflicts('fix'))
      .option('--stdin-filename <name>', 'what standard input is, and where it would be')
      .addOption(new Option('--format <format>', 'of the result').choices(['text', 'json', 'sarif', 'github', 'junit']).default('text'))
      .option('--no-color', 'no colours, whatever the terminal')
      .addOption(new Option('--jobs <number>', 'files at a time (default: one for each core)').argParser(countParser(1)))
      .addOption(new Option('--timeout <time>', 'for one file').argParser(parseDuration).default(10_000, '10s'))
      .addOption(
        new Option('--lsp', 'serve an editor instead, over standard input and output').conflicts([
          'stdin',
          'watch',
          'fix',
          'writeBaseline',
          'printSchema',
        ]),
      )
      // What editors add by themselves to the program they were given.
      .addOption(new Option('--stdio').hideHelp())
      .addOption(new Option('--node-ipc').hideHelp())
      .addOption(new Option('--socket <port>').argParser(countParser(1)).hideHelp())
      .addOption(new Option('--pipe <name>').hideHelp())
      .addOption(new Option('--clientProcessId <id>').hideHelp())
      .optionsGroup('')
      .addHelpText(
        'after',
        `\n${exitCodeHelp}\n\nNothing is ever fetched. A folder is walked without node_modules, .git, .terraform and cdktf.out; each can be named.`,
      )
      .action(async (files: string[], options: LintOptions, self: Command) => {
        if (options.lsp) {
          if (files.length > 0) self.error('error: --lsp takes no files; the editor says what is open', { exitCode: 2 });
          const { startServer } = await import('../../lsp/start-server.ts');
          await startServer(options, surroundings);
          return;
        }
        if (options.stdin !== (options.stdinFilename !== undefined || undefined)) {
          self.error(
            options.stdin
              ? "error: --stdin needs '--stdin-filename <name>', which says what it is"
              : 'error: --stdin-filename is of use with --stdin only',
            { exitCode: 2 },
          );
        }
        if (options.stdin && files.length > 0) self.error('error: --stdin takes no files', { exitCode: 2 });
        if (options.watch && options.format !== 'text')
          self.error("error: --watch tells changes as text; it cannot be used with '--format'", { exitCode: 2 });
        const workers = lintPool(surroundings.workerScript(), options);
        try {
          const { lintFiles } = await import('./lint-files.ts');
          process.exitCode = await lintFiles(files, options, surroundings, workers);
        } catch (error) {
          reportInternalError(error, surroundings.program);
        } finally {
          await workers.close();
        }
      })
  );
}
