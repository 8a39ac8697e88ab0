import { relative, isAbsolute } from 'node:path';
import { filePath } from '../documents/file-path.ts';
import type { InitializeParams, WorkspaceFoldersChangeEvent } from 'vscode-languageserver/node';

/** The folders that the editor has open. */
export interface WorkspaceFolders {
  set(params: Pick<InitializeParams, 'workspaceFolders' | 'rootUri' | 'rootPath'>): void;
  change(event: WorkspaceFoldersChangeEvent): void;
  /** The folder of a document without a file; `otherwise` if no folder is open. */
  first(): string;
  /** The open folder that a file is in; otherwise the first. */
  of(file: string): string;
  /** Whether a file, absolute, is below one of them. */
  contains(file: string): boolean;
}

const isBelow = (folder: string, file: string): boolean => {
  const way = relative(folder, file);
  return !way.startsWith('..') && !isAbsolute(way);
};

export function workspaceFolderList(otherwise: string): WorkspaceFolders {
  let uris: readonly string[] = [];
  const pathOf = (uri: string): readonly string[] => {
    const path = filePath(uri);
    return path === undefined ? [] : [path];
  };
  return {
    // Editors without workspace folders send rootUri.
    set({ workspaceFolders, rootUri }) {
      uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
    },
    change({ added, removed }) {
      const gone = new Set(removed.map(({ uri }) => uri));
      uris = [...uris.filter((uri) => !gone.has(uri)), ...added.map(({ uri }) => uri)];
    },
    first: () => uris.flatMap(pathOf)[0] ?? otherwise,
    of: (file) => uris.flatMap(pathOf).find((folder) => isBelow(folder, file)) ?? uris.flatMap(pathOf)[0] ?? otherwise,
    contains: (file) => uris.flatMap(pathOf).some((folder) => isBelow(folder, file)),
  };
}
