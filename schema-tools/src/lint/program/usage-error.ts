import { toPrintable } from '../reports/text/printable.ts';

/** What was asked for cannot be done as it was asked: told on stderr, exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

const userErrors = new Set(['UsageError', 'ConfigError', 'BaselineError']);

/** Tells a fault of the person at the command line on stderr; throws any other again. */
export function reportUserError(error: unknown, program: string): void {
  if (!(error instanceof Error) || !userErrors.has(error.name)) throw error;
  process.stderr.write(
    toPrintable(error.message)
      .split('\n')
      .map((line) => `${program}: ${line}\n`)
      .join(''),
  );
}
