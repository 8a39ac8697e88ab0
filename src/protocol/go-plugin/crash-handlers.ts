import { writeSync } from 'node:fs';
import { redactWhenLoaded } from '../../redaction/secret-registry.ts';

/** Writes to stderr synchronously, because the process is about to end; there may be no reader. */
const writeStderr = (text: string): void => {
  try {
    writeSync(2, text);
  } catch {
    /* the reader has closed the stream */
  }
};

/** `panic:` is the word go-plugin looks for: what follows it is shown to the user as the plugin's crash. */
export const panicText = (error: unknown): string =>
  `panic: ${redactWhenLoaded(error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error))}\n`;

/** The status is that of a panicking Go program. */
export const installCrashHandlers = (): void => {
  const crash = (error: unknown): never => {
    writeStderr(panicText(error));
    process.exit(2);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
};
