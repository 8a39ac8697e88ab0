/** The program `slipway-lint`. */
import { CommanderError } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { lintCommand } from './program/lint-command.ts';
import { workerScript } from '../threads/worker-script.ts';
import { reportInternalError } from './program/report-internal-error.ts';
import { handleStdoutErrors } from './program/stdout.ts';

handleStdoutErrors('slipway-lint');

const command = lintCommand('slipway-lint', {
  program: 'slipway-lint',
  version: manifest.version,
  workerScript: () => workerScript(import.meta.url, 'worker', 'slipway-lint-worker'),
})
  .version(manifest.version, '-V, --version', 'print the version')
  .helpOption('-h, --help', 'print this help')
  .showSuggestionAfterError()
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'slipway-lint: ')) });

command.parseAsync().catch((error: unknown) => {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else reportInternalError(error, 'slipway-lint');
});
