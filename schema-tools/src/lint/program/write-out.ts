import { once } from 'node:events';

/** Whoever read stdout may have gone (`| head`): then the rest is nobody's, and the exit code still says what was found. */
export function endQuietlyWithoutReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}

/** Writes the result, and waits until it is taken. */
export async function writeOut(text: string): Promise<void> {
  if (text !== '' && !process.stdout.write(text)) await once(process.stdout, 'drain');
}
