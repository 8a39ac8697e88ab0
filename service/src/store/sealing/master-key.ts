import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { StorageFull, StoreUnavailable } from '../failures.ts';
import { requirePrivateKey } from '../file-permissions.ts';

/** The source of the master key: a file, a value (of an environment variable), or a shell command that prints it. */
export type MasterKeySource = { readonly file: string } | { readonly value: string } | { readonly command: string };

/** Milliseconds in which a command must have printed the key. */
const commandTimeout = 30_000;
const howTo = 'expected 32 bytes in base64 or hexadecimal, such as `openssl rand -base64 32` prints';

/** 32 bytes, or undefined. */
export const parseKey = (text: string): Buffer | undefined => {
  const key = text.trim();
  if (/^[0-9a-f]{64}$/i.test(key)) return Buffer.from(key, 'hex');
  return /^[\w+/-]{43}=?$/.test(key) ? Buffer.from(key, 'base64') : undefined;
};

const requireKey = (text: string, where: string): Buffer => {
  const key = parseKey(text);
  if (!key) throw new StoreUnavailable(`${where} is not a master key: ${howTo}`);
  return key;
};

const readKeyFile = (file: string): Buffer => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new StoreUnavailable(`cannot read the master key ${file}: ${(error as NodeJS.ErrnoException).code}`, { cause: error });
  }
  return requireKey(text, file);
};

const runKeyCommand = (command: string): Buffer => {
  const { status, signal, stdout, error } = spawnSync(command, {
    shell: true,
    timeout: commandTimeout,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // What it printed may be the key, or a part of it.
  if (error || status !== 0)
    throw new StoreUnavailable(`the command for the master key failed (${error?.message ?? signal ?? `exit code ${status}`})`);
  return requireKey(stdout, 'the output of the command for the master key');
};

export const readMasterKey = (source: MasterKeySource): Buffer => {
  if ('file' in source) return readKeyFile(source.file);
  return 'command' in source ? runKeyCommand(source.command) : requireKey(source.value, 'SLIPWAY_MASTER_KEY');
};

/** Writes a new key, readable for its owner only. If several processes do so at the same time, one succeeds and the others read its key. */
const createKeyFile = (file: string): Buffer => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true, flag: 'wx' });
  try {
    linkSync(draft, file);
    chmodSync(file, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readKeyFile(file);
};

const createDefaultKey = (file: string, where: string): Buffer => {
  try {
    return createKeyFile(file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new StorageFull(where);
    if (error instanceof StoreUnavailable) throw error;
    throw new StoreUnavailable(`cannot write the master key ${file}: ${code}`, { cause: error });
  }
};

/**
 * The master key of a store: from the source, otherwise from the default file, which is created for a store that has no sealed
 * keys. Throws StoreUnavailable.
 */
export const resolveMasterKey = (source: MasterKeySource | undefined, defaultFile: string, isNew: boolean, where: string): Buffer => {
  if (source) return readMasterKey(source);
  if (existsSync(defaultFile)) {
    requirePrivateKey(defaultFile);
    return readKeyFile(defaultFile);
  }
  if (isNew) return createDefaultKey(defaultFile, where);
  throw new StoreUnavailable(
    `the master key of ${where} is missing: put ${defaultFile} back from its copy, or pass the key ` +
      '(--master-key-file, --master-key-command or SLIPWAY_MASTER_KEY)',
  );
};
