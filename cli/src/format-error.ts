import { tmpdir } from 'node:os';
import { describeBug } from '@slipway/declarations/bug-report';
import { describeFileError } from './file-error.ts';

/** Names of the errors whose message is shown to users as it is. */
const userFacingErrors = new Set([
  'CliError',
  'EngineError',
  'InterruptedError',
  'ServiceError',
  'ConnectionError',
  'CancelledError',
  'MalformedResponseError',
  'SettingError',
  'SeedError',
  'StoreUnavailable',
  'StorageFull',
]);
const isUserFacing = (error: Error) => userFacingErrors.has(error.name) || userFacingErrors.has(error.constructor.name);

/** Codes of a device or an account without room. */
const isFull = (code: string | undefined): boolean => code === 'ENOSPC' || code === 'EDQUOT';

/** The message for a file system error, which is neither a defect nor caused by a setting. */
const describeRefusedFile = (error: unknown): string | undefined => {
  const reason = describeFileError(error);
  if (reason === undefined) return undefined;
  const { path, code } = error as NodeJS.ErrnoException;
  const advice = isFull(code) ? ` Free some space there; temporary files are in ${tmpdir()}.` : '';
  return `${path ? `${path} cannot be accessed` : 'A file cannot be written'}: ${reason}.${advice}`;
};

/** The printed text of an error, and the exit code. Unknown errors are reported as defects. */
export function formatError(error: unknown): { readonly words: string; readonly exitCode: number } {
  if (error instanceof Error && isUserFacing(error)) {
    const code = (error as { exitCode?: unknown }).exitCode;
    return { words: error.message, exitCode: typeof code === 'number' ? code : error.name === 'EngineError' ? 2 : 1 };
  }
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  const trace = process.env.SLIPWAY_DEBUG && stack ? `\n${stack}` : '';
  const refused = describeRefusedFile(error);
  if (refused !== undefined) return { words: `${refused}${trace}`, exitCode: 1 };
  return { words: `${describeBug(message, '\n')}${trace || ' (SLIPWAY_DEBUG=1 shows where.)'}`, exitCode: 1 };
}
