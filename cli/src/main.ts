import { CommanderError } from 'commander';
import { interrupt } from 'slipway/engine/interruption';
import { printError } from './color/colors.ts';
import { createProgram } from './program.ts';
import { formatError } from './format-error.ts';

// The reader of the output may have closed the pipe (`| head`): the rest is dropped. An engine that is running ends in good order first.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code !== 'EPIPE') {
    printError(`slipway: the result cannot be written: ${message}`);
    process.exitCode = 2;
  }
  if (!interrupt()) process.exit();
});
// The reader of stderr has closed it, so its error cannot be reported.
process.stderr.on('error', () => {
  if (!interrupt()) process.exit(1);
});

async function main(): Promise<void> {
  try {
    await createProgram(process.argv[2]).parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      // Help and version are answers; anything else commander throws is a command line that cannot be read.
      process.exitCode = error.exitCode === 0 ? 0 : 2;
    } else {
      const { words, exitCode } = formatError(error);
      printError(`slipway: ${words}`);
      process.exitCode = exitCode;
    }
  }
}

void main();
