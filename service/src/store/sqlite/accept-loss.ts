import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { dataFilePath, logFilePath } from './data-file.ts';
import { markPath } from './folder-mark.ts';
import type { Loss } from './judge-folder.ts';

/** Copies the files of a folder that lacks something, and makes what is left openable. Returns the folder of the copies. */
export const acceptLoss = (directory: string, { rest }: Loss): string => {
  const copies = join(directory, `before-loss-${new Date().toISOString().replaceAll(':', '-')}`);
  mkdirSync(copies, { mode: 0o700 });
  for (const file of [dataFilePath(directory), logFilePath(directory), markPath(directory)])
    if (existsSync(file)) copyFileSync(file, join(copies, basename(file)));
  // What it has would be written over pages of another time.
  if (rest === 'data') rmSync(logFilePath(directory), { force: true });
  rmSync(markPath(directory), { force: true });
  return copies;
};
