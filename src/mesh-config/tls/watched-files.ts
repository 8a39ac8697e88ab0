import { type FSWatcher, readlinkSync, watch } from 'node:fs';
import { dirname, join, parse, resolve, sep } from 'node:path';

export interface WatchedFiles { start(): void; stop(): void }

/** Milliseconds from what happened until it is told, so that a certificate and its key are mostly told together. */
const moment = 100;
/** As the system gives up following links. */
const mostLinks = 40;

const linkedTo = (path: string): string | undefined => { try { return readlinkSync(path); } catch { return undefined; } };

/** The folders in which a change gives a path another content: where the file is, and where each link on the way to it is. */
export const foldersThatLeadTo = (path: string): readonly string[] => {
  const folders = new Set<string>();
  let links = 0;
  const walk = (to: string): string => {
    let here = parse(to).root;
    for (const name of to.slice(here.length).split(sep)) {
      const next = join(here, name), target = linkedTo(next);
      if (target !== undefined && (links += 1) <= mostLinks) {
        folders.add(here);
        here = walk(resolve(here, target));
      } else here = next;
    }
    return here;
  };
  return [...folders.add(dirname(walk(resolve(path))))];
};

/**
 * Calls `changed` within a moment after one of these files was written, replaced or taken away, also by a link that leads
 * elsewhere from then on, as mounted secrets are renewed; and every `patience` milliseconds in any case, since not
 * every file system tells of changes. One call ends before the next begins. Keeps no program alive.
 */
export const watchedFiles = (paths: readonly string[], changed: () => Promise<void>, patience: number): WatchedFiles => {
  const open = new Map<string, FSWatcher>();
  let soon: NodeJS.Timeout | undefined, regular: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const tell = (): void => {
    look();
    running = running.then(changed);
  };
  const note = (): void => {
    // What is told within the moment is one change; a folder that is never at rest is told of nevertheless.
    soon ??= setTimeout(() => { soon = undefined; tell(); }, moment).unref();
  };
  const drop = (folder: string): void => {
    open.get(folder)?.close();
    open.delete(folder);
  };
  const add = (folder: string): void => {
    try {
      const watcher = watch(folder, { persistent: false }, note);
      watcher.on('error', () => { drop(folder); });
      open.set(folder, watcher);
    } catch { /* It is not there, or cannot be watched: the regular look finds what comes. */ }
  };
  const look = (): void => {
    const wanted = new Set(paths.flatMap(foldersThatLeadTo));
    // A folder that another has replaced since is known by the same name: it is opened anew.
    for (const folder of [...open.keys()]) drop(folder);
    for (const folder of wanted) add(folder);
  };
  return {
    start: () => {
      look();
      regular = setInterval(tell, patience).unref();
    },
    stop: () => {
      clearTimeout(soon);
      clearInterval(regular);
      for (const folder of [...open.keys()]) drop(folder);
    },
  };
};
