/** Something the person at the command line can mend. Printed as it stands, no stack. */
export class CliError extends Error {
  override readonly name = 'CliError';
  /** 1: failure; 2: invalid command line. */
  readonly exitCode: 1 | 2;
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
