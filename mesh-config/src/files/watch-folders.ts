import { type FSWatcher, watch } from 'node:fs';

export interface FolderWatch {
  /** These folders and no others from now on. Each is opened anew: another may have replaced it, and is known by the same name. */
  setFolders(folders: readonly string[]): void;
  /** This folder, too; whoever reads it after that misses no change. */
  add(folder: string): void;
  close(): void;
}

/** Milliseconds of quiet after which a change is told, unless said: a file is written in several steps. */
const defaultQuietPeriod = 50;
/** Milliseconds after which a change is told of a folder that is never at rest. */
const maxDelay = 500;

/** Calls when something in these folders has changed. A folder that cannot be watched is told once to `failed`. Keeps no program alive. */
export const watchFolders = (changed: () => void, failed: (message: string) => void, quiet = defaultQuietPeriod): FolderWatch => {
  const open = new Map<string, FSWatcher>();
  const told = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let first: number | undefined;
  const note = (): void => {
    const now = performance.now();
    first ??= now;
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        first = undefined;
        changed();
      },
      Math.max(0, Math.min(quiet, first + maxDelay - now)),
    ).unref();
  };
  const drop = (folder: string): void => {
    open.get(folder)?.close();
    open.delete(folder);
  };
  const add = (folder: string): void => {
    drop(folder);
    try {
      const watcher = watch(folder, { persistent: false }, note);
      // The folder was taken away; whoever reads it next sees that.
      watcher.on('error', () => {
        drop(folder);
        note();
      });
      open.set(folder, watcher);
    } catch (error) {
      if (!told.has(folder)) failed(`cannot watch ${folder}: ${(error as Error).message}`);
      told.add(folder);
    }
  };
  const dropAll = (): void => {
    for (const folder of [...open.keys()]) drop(folder);
  };
  return {
    add,
    setFolders: (folders) => {
      dropAll();
      for (const folder of new Set(folders)) add(folder);
    },
    close: () => {
      clearTimeout(timer);
      dropAll();
    },
  };
};
