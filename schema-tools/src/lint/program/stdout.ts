import { once } from 'node:events';

/**
 * If the reader of stdout has closed it (`| head`), the rest is dropped, and the exit code still depends on the findings. Any other error
 * (a full disk) is reported, with exit code 2.
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
