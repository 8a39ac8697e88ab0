import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Connection, DidChangeWatchedFilesNotification, FileChangeType, type FileEvent } from 'vscode-languageserver/node';
import { formatOf } from '../documents/format.ts';
import { configFileNames } from '../lint/config/config-finder.ts';
import { folderWatcher } from '../lint/watch/folder-watcher.ts';

/** A schema, a config or a catalog may be among these. */
const watchedFiles = '**/*.{json,jsonc,yaml,yml,toml}';

export interface DependencyWatcher {
  /** Absolute: what the open documents depend on now, and those documents. */
  update(files: ReadonlySet<string>, documents: ReadonlySet<string>): void;
  /** The editor saved a document. */
  documentSaved(uri: string): void;
  close(): void;
}

const filePath = (uri: string): string | undefined => {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
};

/** What the editor watches: whether it can, and which files are in its folders. */
export interface EditorWatching {
  readonly editorWatches: boolean;
  readonly isInWorkspace: (file: string) => boolean;
}

/**
 * Hears of changes of what documents depend on: from the editor where it watches files, in its folders; by watching folders for
 * all else; and of what the editor saves in any case. `changed` is called once for many.
 */
export function dependencyWatcher(
  connection: Connection,
  { editorWatches, isInWorkspace: isInFolders }: EditorWatching,
  changed: () => void,
): DependencyWatcher {
  let dependencies: ReadonlySet<string> = new Set();
  let open: ReadonlySet<string> = new Set();
  let clock: NodeJS.Timeout | undefined;
  const soon = () => {
    clearTimeout(clock);
    clock = setTimeout(changed, 50);
  };
  /** What comes and goes may be what a document asked for in vain, or had instead of another. */
  const matters = (path: string | undefined, comesOrGoes: boolean): boolean =>
    path !== undefined &&
    (dependencies.has(path) ||
      configFileNames.includes(basename(path)) ||
      basename(path) === 'catalog.json' ||
      (comesOrGoes && formatOf(path) !== undefined));

  const own = folderWatcher((paths) => {
    if ([...paths].some((path) => matters(path, !open.has(path)))) soon();
  });
  if (editorWatches) {
    connection.onDidChangeWatchedFiles(({ changes }) => {
      if (changes.some(({ uri, type }: FileEvent) => matters(filePath(uri), type !== FileChangeType.Changed))) soon();
    });
    void connection.client
      .register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: watchedFiles }] })
      .catch((error: Error) => {
        connection.console.warn(`The editor does not watch files: ${error.message}`);
      });
  }
  return {
    update(files, documents) {
      dependencies = files;
      open = documents;
      own.watch([...files, ...documents].filter((file) => !editorWatches || !isInFolders(file)));
    },
    documentSaved(uri) {
      if (matters(filePath(uri), false)) soon();
    },
    close() {
      clearTimeout(clock);
      own.close();
    },
  };
}
