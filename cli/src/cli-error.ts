/** An error that the user can fix. Only the message is printed, without a stack trace. */
export class CliError extends Error {
  override readonly name = 'CliError';
  /** 1: failure; 2: invalid command line. */
  readonly exitCode: 1 | 2;
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
