/** The program `slipway-lint`. */
import { CommanderError } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { lintCommand } from './program/command.ts';
import { besideEntry } from './program/beside-entry.ts';

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
  else {
    const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
    process.stderr.write(`slipway-lint: ${message}\nThis was not expected and is our fault; please report it.${process.env['SLIPWAY_DEBUG'] && stack ? `\n${stack}` : ' (SLIPWAY_DEBUG=1 shows where.)'}\n`);
    process.exitCode = 2;
  }
}
