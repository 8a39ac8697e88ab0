/** Reports a defect of this program, with exit code 2. */
export function reportInternalError(error: unknown, program: string): void {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  const trace = process.env['SLIPWAY_DEBUG'] && stack ? `\n${stack}` : ' (SLIPWAY_DEBUG=1 shows where.)';
  process.stderr.write(`${program}: ${message}\nThis is a bug; please report it.${trace}\n`);
  process.exitCode = 2;
}
