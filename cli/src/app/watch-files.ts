import { createHash } from 'node:crypto';
import { type FSWatcher, readdirSync, readFileSync, statSync, watch } from 'node:fs';
import { basename, join, relative } from 'node:path';

/** Files that change below a folder, as long as it is watched. */
export interface FileWatch {
  /** The files that changed since the last answer, when none has changed for a moment; undefined after `close`. */
  next(): Promise<readonly string[] | undefined>;
  close(): void;
}

/** Files written by engines, package managers and editors: hidden files, installed packages, states, plans, copies. */
const isGenerated = (name: string): boolean =>
  name.startsWith('.') || name === 'node_modules' || name === '__pycache__' || /\.tfstate(?:\.|$)|\.tfplan$|~$/.test(name);

/** A short description of a file's content; null if it does not exist. */
const fingerprint = (file: string): string | null => {
  try {
    const { mtimeMs, size } = statSync(file);
    return size > 1_000_000 ? `${size} ${mtimeMs}` : createHash('sha256').update(readFileSync(file)).digest('base64');
  } catch {
    return null;
  }
};

/** Visits each source folder with its files, once each. Folders that are deleted in the meantime are skipped. */
function walk(folder: string, isIgnored: (path: string) => boolean, visit: (folder: string, files: readonly string[]) => void): void {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return;
  }
  const kept = entries.filter(({ name }) => !isGenerated(name) && !isIgnored(join(folder, name)));
  visit(
    folder,
    kept.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name)),
  );
  for (const entry of kept) if (entry.isDirectory()) walk(join(folder, entry.name), isIgnored, visit);
}

/** What the files below a folder held when they were last looked at, and which ones changed since. */
const createComparison = (root: string) => {
  const contents = new Map<string, string | null>();
  const changed = new Set<string>();
  const note = (file: string) => {
    const content = fingerprint(file);
    if (contents.has(file) ? contents.get(file) === content : content === null) return;
    contents.set(file, content);
    changed.add(relative(root, file));
  };
  return {
    changed,
    begin: (file: string) => void contents.set(file, fingerprint(file)),
    note,
    noteMissing: () => [...contents.keys()].filter((file) => fingerprint(file) === null).forEach(note),
  };
};

/** Watches folders, each once. `cover` adds the existing folders and reads their files. */
const createFolderWatch = (root: string, isIgnored: (path: string) => boolean, onChange: (path: string | null) => void) => {
  const watchers = new Map<string, FSWatcher>();
  const watchFolder = (folder: string) => {
    if (watchers.has(folder)) return;
    const watcher = watch(folder, (_event, name) => onChange(name === null ? null : join(folder, name)));
    watcher.on('error', () => {
      watcher.close();
      watchers.delete(folder);
    });
    watchers.set(folder, watcher);
  };
  return {
    cover: (look: (file: string) => void) =>
      walk(root, isIgnored, (folder, files) => {
        watchFolder(folder);
        files.forEach(look);
      }),
    close: () => watchers.forEach((watcher) => watcher.close()),
  };
};

/**
 * Watches the sources below a folder. A file that is rewritten with the same content does not count as changed, because an app may write
 * one at each synthesis. `quiet`: milliseconds without a change before the callback, because editors write several times.
 */
export function watchFiles(root: string, isIgnored: (path: string) => boolean, { quiet = 150 } = {}): FileWatch {
  const { changed, begin, note, noteMissing } = createComparison(root);
  let [closed, timer, wake] = [false, undefined as NodeJS.Timeout | undefined, () => {}];
  const folders = createFolderWatch(root, isIgnored, (path) => {
    if (path !== null && (isGenerated(basename(path)) || isIgnored(path))) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (closed) return;
      folders.cover(note);
      noteMissing();
      if (changed.size > 0) wake();
    }, quiet);
  });
  folders.cover(begin);
  return {
    async next() {
      while (changed.size === 0 && !closed)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      if (closed) return undefined;
      const files = [...changed].sort();
      changed.clear();
      return files;
    },
    close() {
      closed = true;
      clearTimeout(timer);
      folders.close();
      wake();
    },
  };
}
