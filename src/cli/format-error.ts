import { describeBug } from '../bug-report.ts';

/** Names of the errors whose message is shown to users as it is. */
const userFacingErrors = new Set([
  'CliError',
  'EngineError',
  'ServiceError',
  'ConnectionError',
  'CancelledError',
  'MalformedResponseError',
  'SeedError',
  'StoreUnavailable',
  'StorageFull',
]);
const isUserFacing = (error: Error) => userFacingErrors.has(error.name) || userFacingErrors.has(error.constructor.name);

/** What is printed for an error, and the exit code. Unknown ones are ours. */
export function formatError(error: unknown): { readonly words: string; readonly exitCode: number } {
  if (error instanceof Error && isUserFacing(error)) {
    const code = (error as { exitCode?: unknown }).exitCode;
    return { words: error.message, exitCode: typeof code === 'number' ? code : error.name === 'EngineError' ? 2 : 1 };
  }
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  const trace = process.env.SLIPWAY_DEBUG && stack ? `\n${stack}` : ' (SLIPWAY_DEBUG=1 shows where.)';
  return { words: `${describeBug(message, '\n')}${trace}`, exitCode: 1 };
}
