import { hash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const digestBytes = 32;
/** Code that no release wrote again for so long is deleted, in milliseconds. */
const maxAge = 30 * 86_400_000;
const suffix = '.compiled';

export interface CompiledEntry {
  /** What is in it, without white space: the procedures of the protocol whose functions it has, or the scripts. */
  readonly contents: readonly string[];
  /** The code cache data of V8. */
  readonly code: Buffer;
}

const digest = (bytes: string | Buffer): Buffer => hash('sha256', bytes, 'buffer');

const facts = (): string => [process.versions.v8, process.arch, ...process.execArgv.filter((word) => word.startsWith('--'))].join(' ');

/** The name identifies the source, the version of V8 and its flags, so that others have other entries. */
export const entryName = (source: string | Buffer): string =>
  `${digest(`${facts()} ${digest(source).toString('hex')}`).toString('hex', 0, 20)}${suffix}`;

/**
 * The compiled code of an entry: the SHA-256 of the rest, a line with the contents, and the bytes. Undefined if it does not exist or is
 * damaged.
 */
export const readEntry = (folder: string, name: string): CompiledEntry | undefined => {
  let entry: Buffer;
  try {
    entry = readFileSync(join(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const content = entry.subarray(digestBytes);
  const end = content.indexOf('\n');
  if (end === -1 || !digest(content).equals(entry.subarray(0, digestBytes))) return undefined;
  return { contents: content.toString('latin1', 0, end).split(' ').filter(Boolean), code: content.subarray(end + 1) };
};

const deleteOld = (folder: string): void => {
  const before = Date.now() - maxAge;
  for (const name of readdirSync(folder))
    if (name.includes(suffix) && statSync(join(folder, name)).mtimeMs < before) rmSync(join(folder, name), { force: true });
};

/** Stores an entry as a whole: who reads meanwhile finds the one before, or none. */
export const writeEntry = (folder: string, name: string, { contents, code }: CompiledEntry): void => {
  const draft = join(folder, `${name}.${process.pid}`);
  const content = Buffer.concat([Buffer.from(`${contents.join(' ')}\n`), code]);
  try {
    writeFileSync(draft, Buffer.concat([digest(content), content]), { mode: 0o600, flag: 'wx' });
    renameSync(draft, join(folder, name));
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  deleteOld(folder);
};
