import { type FSWatcher, watch } from 'node:fs';
import { dirname, join } from 'node:path';

/** Watches the folders of some files. Changes are collected until nothing has changed for a moment. */
export interface FolderWatcher {
  /** Replaces the files whose folders are watched. */
  watch(files: Iterable<string>): void;
  close(): void;
}

/** Milliseconds: editors write a file in several steps. */
const settleTime = 100;

type Notify = (path: string) => void;

/** Collects paths, and reports them together when no more have come for a moment. */
function changeCollector(onChange: (changed: ReadonlySet<string>) => void): { readonly notify: Notify; cancel(): void } {
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  return {
    notify: (path) => {
      changed.add(path);
      clearTimeout(timer);
      timer = setTimeout(() => {
        const collected = changed;
        changed = new Set();
        onChange(collected);
      }, settleTime);
    },
    cancel: () => clearTimeout(timer),
  };
}

/** Folders are watched, not files: a file that is replaced by another is not the one that was watched. */
function watchFolder(folder: string, watchers: Map<string, FSWatcher>, notify: Notify): void {
  try {
    const watcher = watch(folder, (_event, name) => notify(name === null ? folder : join(folder, name)));
    watcher.on('error', () => {
      watcher.close();
      watchers.delete(folder);
      notify(folder);
    });
    watchers.set(folder, watcher);
  } catch (error) {
    // The folder was deleted, or cannot be watched: linting its files reports that.
    if (!['ENOENT', 'EACCES', 'EPERM', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

export function folderWatcher(onChange: (changed: ReadonlySet<string>) => void): FolderWatcher {
  const watchers = new Map<string, FSWatcher>();
  const collector = changeCollector(onChange);
  return {
    watch(files) {
      const folders = new Set([...files].map((file) => dirname(file)));
      for (const [folder, watcher] of watchers)
        if (!folders.has(folder)) {
          watcher.close();
          watchers.delete(folder);
        }
      for (const folder of folders) if (!watchers.has(folder)) watchFolder(folder, watchers, collector.notify);
    },
    close() {
      collector.cancel();
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}
