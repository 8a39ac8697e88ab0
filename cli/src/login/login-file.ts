import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ProcessEnvironment } from 'slipway/engine/find-engine';
import { CliError } from '../cli-error.ts';
import { writeTextFile } from '../write-text-file.ts';

/** A service that `slipway login` checked, and the token for it. */
export interface Login {
  readonly address: string;
  readonly token: string;
  readonly organization: string;
  readonly dialect: 'neutral' | 'hosted';
  /** Whether the CI service responds at the same address to the same token. */
  readonly servesCi: boolean;
}

/** The path of the login file, in the folder of the user's configuration. */
export function loginFile(environment: ProcessEnvironment = process.env): string {
  const home = environment['HOME'] || environment['USERPROFILE'] || homedir();
  const base = environment['XDG_CONFIG_HOME'] || environment['APPDATA'] || join(home, '.config');
  return join(base, 'slipway', 'login.json');
}

/** The login of this user; undefined: there is none. Throws a CliError for a file that was not written by `slipway login`. */
export function readLogin(environment: ProcessEnvironment = process.env): Login | undefined {
  const file = loginFile(environment);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new CliError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  try {
    const login = JSON.parse(text) as Login;
    if (typeof login.address === 'string' && typeof login.token === 'string' && typeof login.organization === 'string') return login;
  } catch {
    // The next sentence does not quote the file: it may hold a token.
  }
  throw new CliError(`${file} was not written by this version of \`slipway login\`: run it again.`);
}

/** Writes a file of the user's configuration at once, which only the user may read; its path. */
export const writePrivateFile = (file: string, text: string): string => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}`;
  try {
    writeTextFile(fresh, text, { mode: 0o600 });
    chmodSync(fresh, 0o600);
    renameSync(fresh, file);
  } finally {
    rmSync(fresh, { force: true });
  }
  return file;
};

/** Writes the file, which only the user may read. */
export const writeLogin = (login: Login, environment: ProcessEnvironment = process.env): string =>
  writePrivateFile(loginFile(environment), `${JSON.stringify(login, null, 2)}\n`);

export const removeLogin = (environment: ProcessEnvironment = process.env): void => rmSync(loginFile(environment), { force: true });
