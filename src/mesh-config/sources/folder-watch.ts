import { type FSWatcher, watch } from 'node:fs';

export interface FolderWatch { of(folders: readonly string[]): void; close(): void }

/** Milliseconds of quiet after which a change is told, unless said: a file is written in several steps. */
const moment = 50;

/** Calls when something in these folders has changed. A folder that cannot be watched is told once to `failed`. */
export const folderWatch = (changed: () => void, failed: (message: string) => void, quiet = moment): FolderWatch => {
  const open = new Map<string, FSWatcher>();
  const told = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const note = (): void => {
    clearTimeout(timer);
    timer = setTimeout(changed, quiet).unref();
  };
  const drop = (folder: string): void => {
    open.get(folder)?.close();
    open.delete(folder);
  };
  const add = (folder: string): void => {
    try {
      const watcher = watch(folder, { persistent: false }, note);
      // The folder was taken away; whoever reads it next sees that.
      watcher.on('error', () => { drop(folder); note(); });
      open.set(folder, watcher);
    } catch (error) {
      if (!told.has(folder)) failed(`cannot watch ${folder}: ${(error as Error).message}`);
      told.add(folder);
    }
  };
  return {
    of: (folders) => {
      const wanted = new Set(folders);
      for (const folder of [...open.keys()]) if (!wanted.has(folder)) drop(folder);
      for (const folder of wanted) if (!open.has(folder)) add(folder);
    },
    close: () => {
      clearTimeout(timer);
      for (const folder of [...open.keys()]) drop(folder);
    },
  };
};
