import { watchFolders } from './watch-folders.ts';
import { findFoldersLeadingTo } from './leading-folders.ts';

export interface WatchedFiles {
  start(): void;
  stop(): void;
}

/** Milliseconds without a change after which changes are reported, so that a certificate and its key mostly come together. */
const quietPeriod = 100;

/**
 * Calls `changed` within a moment after one of these files was written, replaced or taken away, also by a link that leads
 * elsewhere from then on, as mounted secrets are renewed; and every `patience` milliseconds in any case, since not
 * every file system reports changes. One call ends before the next begins. Keeps no program alive.
 */
export const watchFiles = (paths: readonly string[], changed: () => Promise<void>, patience: number): WatchedFiles => {
  let regular: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const tell = (): void => {
    look();
    running = running.then(changed);
  };
  // What cannot be watched is found by the regular look.
  const watching = watchFolders(tell, () => {}, quietPeriod);
  const look = (): void => {
    watching.setFolders(paths.flatMap(findFoldersLeadingTo));
  };
  return {
    start: () => {
      look();
      regular = setInterval(tell, patience).unref();
    },
    stop: () => {
      clearInterval(regular);
      watching.close();
    },
  };
};
