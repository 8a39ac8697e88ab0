import { once } from 'node:events';

/**
 * Whoever read stdout may have gone (`| head`): then the rest is nobody's, and the exit code still says what was found. Where it
 * cannot be written (a full disk), that is told, with exit code 2.
 */
export function handleStdoutErrors(program: string): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') {
      process.stderr.write(`${program}: the result cannot be written: ${error.message}\n`);
      process.exitCode = 2;
    }
    process.exit();
  });
}

/** Writes the result, and waits until it is taken. */
export async function writeStdout(text: string): Promise<void> {
  if (text !== '' && !process.stdout.write(text)) await once(process.stdout, 'drain');
}
