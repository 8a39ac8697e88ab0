import { CommanderError } from 'commander';
import { program } from './program.ts';
import { wordsFor } from './words.ts';

try {
  await program().parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Help and version are answers; anything else commander throws is a command line that cannot be read.
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else {
    const { words, exitCode } = wordsFor(error);
    process.stderr.write(`slipway: ${words}\n`);
    process.exitCode = exitCode;
  }
}
