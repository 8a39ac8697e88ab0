import { type FSWatcher, watch } from 'node:fs';

export interface FolderWatch {
  /** Watches exactly these folders. Each is opened again: it may have been replaced by another of the same name. */
  setFolders(folders: readonly string[]): void;
  /** Watches this folder as well; a read after that misses no change. */
  add(folder: string): void;
  close(): void;
}

/** Milliseconds without a change after which changes are reported: a file is written in several steps. */
const defaultQuietPeriod = 50;
/** Milliseconds after which a change is reported in any case. */
const maxDelay = 500;

interface WatchState {
  readonly watchers: Map<string, FSWatcher>;
  /** Folders whose failure was reported. */
  readonly failed: Set<string>;
  readonly onChange: () => void;
  readonly onFailure: (message: string) => void;
  readonly quietPeriod: number;
  timer: NodeJS.Timeout | undefined;
  /** Time of the first change that was not reported yet. */
  firstChangeAt: number | undefined;
}

/** Reports a change after the quiet period, and at the latest after `maxDelay`. */
const scheduleReport = (state: WatchState): void => {
  const now = performance.now();
  state.firstChangeAt ??= now;
  const delay = Math.max(0, Math.min(state.quietPeriod, state.firstChangeAt + maxDelay - now));
  clearTimeout(state.timer);
  state.timer = setTimeout(() => {
    state.firstChangeAt = undefined;
    state.onChange();
  }, delay).unref();
};

const removeFolder = ({ watchers }: WatchState, folder: string): void => {
  watchers.get(folder)?.close();
  watchers.delete(folder);
};

const addFolder = (state: WatchState, folder: string): void => {
  removeFolder(state, folder);
  try {
    const watcher = watch(folder, { persistent: false }, () => {
      scheduleReport(state);
    });
    // The folder was deleted, which the next read detects.
    watcher.on('error', () => {
      removeFolder(state, folder);
      scheduleReport(state);
    });
    state.watchers.set(folder, watcher);
  } catch (error) {
    if (!state.failed.has(folder)) state.onFailure(`cannot watch ${folder}: ${(error as Error).message}`);
    state.failed.add(folder);
  }
};

/**
 * Calls `onChange` when something in these folders has changed. A folder that cannot be watched is reported once to `onFailure`.
 * Does not keep the program alive.
 */
export const watchFolders = (
  onChange: () => void,
  onFailure: (message: string) => void,
  quietPeriod: number = defaultQuietPeriod,
): FolderWatch => {
  const watchers = new Map<string, FSWatcher>();
  const state: WatchState = { watchers, failed: new Set(), onChange, onFailure, quietPeriod, timer: undefined, firstChangeAt: undefined };
  const removeAll = (): void => {
    for (const folder of watchers.keys()) removeFolder(state, folder);
  };
  return {
    add: (folder) => {
      addFolder(state, folder);
    },
    setFolders: (folders) => {
      removeAll();
      for (const folder of new Set(folders)) addFolder(state, folder);
    },
    close: () => {
      clearTimeout(state.timer);
      removeAll();
    },
  };
};
