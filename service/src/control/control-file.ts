import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSameSecret } from '../access/is-same-secret.ts';

/** How a command on this machine reaches the service that holds a data folder open. */
export interface ControlAccessFile {
  readonly address: string;
  readonly token: string;
}

export const controlFilePath = (directory: string): string => join(directory, 'slipway.control');

/** Writes the file with access for the folder's owner only, who can read everything in it anyway. */
export const writeControlFile = (directory: string, access: ControlAccessFile): void => {
  removeControlFile(directory);
  writeFileSync(controlFilePath(directory), `${JSON.stringify(access)}\n`, { mode: 0o600, flag: 'wx' });
};
export const removeControlFile = (directory: string): void => rmSync(controlFilePath(directory), { force: true });

/**
 * Reads the file; undefined if no service wrote one. A process that was killed leaves its file behind, and another program may have taken
 * its address: call `findControlPeer` before sending the token.
 */
export const readControlFile = (directory: string): ControlAccessFile | 'damaged' | undefined => {
  const path = controlFilePath(directory);
  if (!existsSync(path)) return undefined;
  try {
    const { address, token } = JSON.parse(readFileSync(path, 'utf8')) as Partial<ControlAccessFile>;
    return typeof address === 'string' && URL.canParse(address) && typeof token === 'string' ? { address, token } : 'damaged';
  } catch (error) {
    if (error instanceof SyntaxError) return 'damaged';
    throw error;
  }
};

/** The proof that the token is known: the answer to a challenge, from which the token cannot be derived. */
export const proveControlToken = (token: string, challenge: string): string => createHmac('sha256', token).update(challenge).digest('hex');

/** Milliseconds for an answer: a service that is asked for its health has it at once. */
const answerTimeout = 5000;

/**
 * Finds out who listens at the address of a control file: the service that wrote it, another program, or nothing. The token is not sent.
 */
export const findControlPeer = async ({ address, token }: ControlAccessFile): Promise<'service' | 'another program' | 'nobody'> => {
  const challenge = randomBytes(32).toString('hex');
  const target = new URL('/_local/health', address);
  target.searchParams.set('challenge', challenge);
  try {
    const response = await fetch(target, { redirect: 'manual', signal: AbortSignal.timeout(answerTimeout) });
    void response.body?.cancel();
    const proof = response.headers.get('slipway-proof');
    return proof !== null && isSameSecret(proof, proveControlToken(token, challenge)) ? 'service' : 'another program';
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    return code === 'ECONNREFUSED' ? 'nobody' : 'another program';
  }
};
