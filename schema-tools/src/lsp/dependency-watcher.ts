import { basename } from 'node:path';
import { type Connection, DidChangeWatchedFilesNotification, FileChangeType, type FileEvent } from 'vscode-languageserver/node';
import { filePath } from '../documents/file-path.ts';
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

/** What the editor watches: whether it can, and which files are in its folders. */
export interface EditorWatching {
  readonly editorWatches: boolean;
  readonly isInWorkspace: (file: string) => boolean;
}

interface WatcherState {
  dependencies: ReadonlySet<string>;
  documents: ReadonlySet<string>;
}

/**
 * Whether a change may alter findings. A file that is created or deleted may be one that a document named, or is read instead
 * of another.
 */
const isRelevant = ({ dependencies }: WatcherState, path: string | undefined, isCreatedOrDeleted: boolean): boolean =>
  path !== undefined &&
  (dependencies.has(path) ||
    configFileNames.includes(basename(path)) ||
    basename(path) === 'catalog.json' ||
    (isCreatedOrDeleted && formatOf(path) !== undefined));

/** Asks the editor to watch files, and calls `onChange` for relevant changes. */
function watchByEditor(connection: Connection, state: WatcherState, onChange: () => void): void {
  connection.onDidChangeWatchedFiles(({ changes }) => {
    if (changes.some(({ uri, type }: FileEvent) => isRelevant(state, filePath(uri), type !== FileChangeType.Changed))) onChange();
  });
  void connection.client
    .register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: watchedFiles }] })
    .catch((error: Error) => connection.console.warn(`The editor does not watch files: ${error.message}`));
}

/**
 * Watches what documents depend on: by the editor where it watches files, in its folders; by watching folders for everything else;
 * and by what the editor saves. `onChange` is called once for several changes.
 */
export function dependencyWatcher(
  connection: Connection,
  { editorWatches, isInWorkspace }: EditorWatching,
  onChange: () => void,
): DependencyWatcher {
  const state: WatcherState = { dependencies: new Set(), documents: new Set() };
  let timer: NodeJS.Timeout | undefined;
  const schedule = (): void => {
    clearTimeout(timer);
    timer = setTimeout(onChange, 50);
  };
  const folders = folderWatcher((paths) => {
    if ([...paths].some((path) => isRelevant(state, path, !state.documents.has(path)))) schedule();
  });
  if (editorWatches) watchByEditor(connection, state, schedule);
  return {
    update(files, documents) {
      state.dependencies = files;
      state.documents = documents;
      folders.watch([...files, ...documents].filter((file) => !editorWatches || !isInWorkspace(file)));
    },
    documentSaved(uri) {
      if (isRelevant(state, filePath(uri), false)) schedule();
    },
    close() {
      clearTimeout(timer);
      folders.close();
    },
  };
}
