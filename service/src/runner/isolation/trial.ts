import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { Isolation, IsolationKind } from './isolation.ts';

/** The operator's request. `kind` undefined: the strongest that works. */
export interface IsolationRequest extends Omit<Isolation, 'kind' | 'program' | 'container'> {
  readonly kind?: IsolationKind | undefined;
  /** The image of containers; undefined: `defaultRunImage`. */
  readonly image?: string | undefined;
  readonly cpus?: number | undefined;
  /** The memory limit of each plan and apply, if there is one. */
  readonly memoryMegabytes?: number | undefined;
}

/** The requested isolation does not work on this machine. The message is one sentence with the obstacle and the remedy. */
export class IsolationUnavailable extends Error {}

/** The path of a program on the search path of this process. */
export const findProgram = async (name: string): Promise<string | undefined> => {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter).filter((one) => one.startsWith('/'))) {
    const file = join(folder, name);
    const isThere = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
  }
  return undefined;
};

/** Milliseconds in which a trial has to end. */
export const trialTimeout = 20_000;

/** The last line of a failed program's output; undefined: it succeeded. */
export const runTrial = (
  file: string,
  words: readonly string[],
  environment: { readonly [name: string]: string | undefined } = process.env,
): Promise<string | undefined> =>
  promisify(execFile)(file, [...words], { timeout: trialTimeout, cwd: '/', env: environment }).then(
    () => undefined,
    (error: { readonly stdout?: string; readonly stderr?: string; readonly code?: unknown; readonly message: string }) => {
      const said = error.stderr || error.stdout || (typeof error.code === 'number' ? `exit code ${error.code}` : error.message);
      return said.trim().split('\n').at(-1)!;
    },
  );
