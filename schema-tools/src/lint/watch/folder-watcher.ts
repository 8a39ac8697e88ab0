import { type FSWatcher, watch } from 'node:fs';
import { dirname, join } from 'node:path';

/** Hears of every change in the folders of some files, gathered until nothing has changed for a moment. */
export interface FolderWatcher {
  watch(files: Iterable<string>): void;
  close(): void;
}

/** Milliseconds: editors write a file in several steps. */
const settleTime = 100;

export function folderWatcher(heard: (changed: ReadonlySet<string>) => void): FolderWatcher {
  const open = new Map<string, FSWatcher>();
  let changed = new Set<string>();
  let clock: NodeJS.Timeout | undefined;
  const note = (file: string) => {
    changed.add(file);
    clearTimeout(clock);
    clock = setTimeout(() => {
      const all = changed;
      changed = new Set();
      heard(all);
    }, settleTime);
  };
  // Folders, not files: a file that is replaced by another is not the one that was watched.
  const listen = (folder: string) => {
    try {
      const watcher = watch(folder, (_, name) => {
        note(name === null ? folder : join(folder, name));
      });
      watcher.on('error', () => {
        watcher.close();
        open.delete(folder);
        note(folder);
      });
      open.set(folder, watcher);
    } catch (error) {
      // It is gone, or may not be watched; its files are told by linting them.
      if (!['ENOENT', 'EACCES', 'EPERM', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  };
  return {
    watch(files) {
      const wanted = new Set([...files].map((file) => dirname(file)));
      for (const [folder, watcher] of open)
        if (!wanted.has(folder)) {
          watcher.close();
          open.delete(folder);
        }
      for (const folder of wanted) if (!open.has(folder)) listen(folder);
    },
    close() {
      clearTimeout(clock);
      for (const watcher of open.values()) watcher.close();
    },
  };
}
