/**
 * The folder in which standby processes are found: `ID.idle` is one that waits, `ID.claim` one that a launcher has chosen. Only its owner
 * can write there.
 */
import { closeSync, openSync, readdirSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Milliseconds after which files of ended processes are deleted: several process namespaces can share a folder. */
const staleAfter = 60_000;

export interface StandbyFolder {
  /** Makes this process visible to launchers. */
  publish(): void;
  /** Hides this process from launchers; the claim of the served launcher keeps away one that has found it already. */
  hide(): void;
  /** Whether this process can end: no launcher has chosen it, and none can from now on. */
  claim(): boolean;
}

/** Milliseconds after which folders of other releases are deleted. */
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
