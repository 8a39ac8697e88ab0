import { toPrintable } from '../reports/text/printable.ts';

/** A request that cannot be fulfilled: reported on stderr, exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

const userErrors = new Set(['UsageError', 'ConfigError', 'BaselineError']);

/** Reports a usage error on stderr; rethrows any other error. */
export function reportUserError(error: unknown, program: string): void {
  if (!(error instanceof Error) || !userErrors.has(error.name)) throw error;
  process.stderr.write(
    toPrintable(error.message)
      .split('\n')
      .map((line) => `${program}: ${line}\n`)
      .join(''),
  );
}
