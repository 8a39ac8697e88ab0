/**
 * The folder in which standby processes are found: `ID.idle` is one that waits, `ID.claim` one that a launcher has chosen. Only its owner
 * can write there.
 */
import { closeSync, openSync, readdirSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Milliseconds after which files of processes that are gone are deleted: a folder can belong to several systems of processes. */
const staleAfter = 60_000;

export interface StandbyFolder {
  /** From now on launchers find this process. */
  publish(): void;
  /** From now on they do not; one that has found it already is kept away by the claim of the one that is served. */
  hide(): void;
  /** Whether this process can end: no launcher has chosen it, and none can from now on. */
  claim(): boolean;
}

/** The same for folders of other releases. */
const releaseStaleAfter = 30 * 86_400_000;

const deleteOlder = (folder: string, age: number, isMeant: (name: string) => boolean): void => {
  for (const name of readdirSync(folder).filter(isMeant)) {
    const path = join(folder, name);
    // Others delete as well.
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > age) rmSync(path, { recursive: true, force: true });
  }
};
const deleteStale = (folder: string): void => {
  deleteOlder(folder, staleAfter, () => true);
  deleteOlder(dirname(folder), releaseStaleAfter, (name) => name.startsWith('standby-'));
};

/** When the process ends, its files are deleted. */
export const openStandbyFolder = (folder: string): StandbyFolder => {
  const [idle, claimed] = [join(folder, `${process.pid}.idle`), join(folder, `${process.pid}.claim`)];
  // Node.js compiles what rmSync does besides at its first use.
  const remove = (file: string): void => {
    try {
      unlinkSync(file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  };
  process.once('exit', () => [idle, claimed].forEach(remove));
  return {
    publish: () => {
      remove(claimed);
      closeSync(openSync(idle, 'w', 0o600));
      deleteStale(folder);
    },
    hide: () => remove(idle),
    claim: () => {
      try {
        closeSync(openSync(claimed, 'wx', 0o600));
        return true;
      } catch {
        return false;
      }
    },
  };
};
