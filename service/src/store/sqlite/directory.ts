import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StorageFull, StoreUnavailable } from '../failures.ts';
import { dataFilePath } from './data-file.ts';
import { replaceMark } from './folder-mark.ts';

const pidFilePath = (directory: string): string => join(directory, 'slipway.pid');

const reasons: Readonly<Record<string, string>> = {
  EEXIST: 'it is a file, not a directory',
  ENOTDIR: 'a part of the path is a file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'no directory can be made there',
  EISDIR: 'slipway.db in it is a directory',
};

/** Creates a folder with its parents. Node's own recursion never ends where a file system has no directories, as below /proc. */
const makeDirectory = (directory: string): void => {
  const parent = dirname(directory);
  if (parent !== directory && !existsSync(parent)) makeDirectory(parent);
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(directory).isDirectory()) throw error;
  }
};

/** Throws StoreUnavailable or StorageFull where something cannot be read or written in a directory. */
const usingDirectory = (directory: string, work: () => void): void => {
  try {
    work();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new StorageFull(directory);
    throw new StoreUnavailable(`cannot use the data directory ${directory}: ${reasons[code] ?? (error as Error).message}`, {
      cause: error,
    });
  }
};

/** Creates the directory (0700), with those above it. */
export const prepareDirectory = (directory: string): void =>
  usingDirectory(directory, () => {
    makeDirectory(resolve(directory));
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  });

/** Creates the data file (0600) of a new store, after the folder's mark says that one is being created. */
export const prepareDataFile = (directory: string): void =>
  usingDirectory(directory, () => {
    const file = dataFilePath(directory);
    if (!existsSync(file)) {
      replaceMark(directory, { state: 'creating' });
      closeSync(openSync(file, 'wx', 0o600));
    }
    accessSync(file, constants.R_OK | constants.W_OK);
  });

/** Writes the process ID for the error message of another process. The lock itself is SQLite's, and ends with the process. */
export const writePidFile = (directory: string): void => {
  try {
    writeFileSync(pidFilePath(directory), `${process.pid}\n`);
  } catch (error) {
    // The note only improves a message; a full disk must not keep a store from being read.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
};
export const removePidFile = (directory: string): void => rmSync(pidFilePath(directory), { force: true });

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

export const describeLock = (directory: string): string => {
  const pid = existsSync(pidFilePath(directory)) ? Number(readFileSync(pidFilePath(directory), 'utf8')) : 0;
  const holder = pid === process.pid ? `this process (${pid})` : pid > 0 && isAlive(pid) ? `process ${pid}` : 'another process';
  return `the data directory ${directory} is in use by ${holder}: stop it, or choose another directory`;
};
