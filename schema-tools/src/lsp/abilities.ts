import type { ClientCapabilities } from 'vscode-languageserver/node';

/** What the editor can do, as far as it matters here. */
export interface Abilities {
  /** It asks for diagnostics, and can be told to ask again when a schema changes; every other editor is told them. */
  readonly pulls: boolean;
  readonly watchesFiles: boolean;
  readonly hasFolders: boolean;
  readonly readsMarkdown: boolean;
  readonly versionsEdits: boolean;
}

export const abilitiesOf = ({ textDocument, workspace }: ClientCapabilities): Abilities => ({
  pulls: textDocument?.diagnostic !== undefined && workspace?.diagnostics?.refreshSupport === true,
  watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
  hasFolders: workspace?.workspaceFolders === true,
  readsMarkdown: textDocument?.hover?.contentFormat?.includes('markdown') ?? true,
  versionsEdits: workspace?.workspaceEdit?.documentChanges === true,
});
