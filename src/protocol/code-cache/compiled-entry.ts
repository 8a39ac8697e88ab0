import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const digestBytes = 32;
/** Code that no release wrote again for so long is deleted, in milliseconds. */
const maxAge = 30 * 86_400_000;
const suffix = '.compiled';

const digest = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();

const facts = (): string => [process.versions.v8, process.arch, ...process.execArgv.filter((word) => word.startsWith('--'))].join(' ');

/** The name says the source, the V8 and its flags: for others there are other entries. */
export const entryName = (source: string): string => `${digest(`${facts()}\0${source}`).toString('hex', 0, 20)}${suffix}`;

/** The compiled code of an entry: a SHA-256 and the bytes that it is of. Undefined: there is none, or it is damaged. */
export const readEntry = (folder: string, name: string): Buffer | undefined => {
  let entry: Buffer;
  try {
    entry = readFileSync(join(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const compiled = entry.subarray(digestBytes);
  return entry.length > digestBytes && digest(compiled).equals(entry.subarray(0, digestBytes)) ? compiled : undefined;
};

const deleteOld = (folder: string): void => {
  const before = Date.now() - maxAge;
  for (const name of readdirSync(folder))
    if (name.includes(suffix) && statSync(join(folder, name)).mtimeMs < before) rmSync(join(folder, name), { force: true });
};

/** Stores an entry as a whole: who reads meanwhile finds none. */
export const writeEntry = (folder: string, name: string, compiled: Buffer): void => {
  const draft = join(folder, `${name}.${process.pid}`);
  try {
    writeFileSync(draft, Buffer.concat([digest(compiled), compiled]), { mode: 0o600, flag: 'wx' });
    renameSync(draft, join(folder, name));
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  deleteOld(folder);
};
