/** The program `slipway-lint`. */
import { CommanderError } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { lintCommand } from './program/command.ts';
import { besideEntry } from './program/beside-entry.ts';
import { tellOurs } from './program/tell-ours.ts';
import { mindStdout } from './program/write-out.ts';

mindStdout('slipway-lint');

const command = lintCommand('slipway-lint', { program: 'slipway-lint', version: manifest.version, worker: () => besideEntry(import.meta.url, 'worker', 'slipway-lint-worker') })
  .version(manifest.version, '-V, --version', 'print the version')
  .helpOption('-h, --help', 'print this help')
  .showSuggestionAfterError()
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'slipway-lint: ')) });

try {
  await command.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else tellOurs(error, 'slipway-lint');
}
