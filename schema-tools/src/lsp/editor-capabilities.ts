import type { ClientCapabilities } from 'vscode-languageserver/node';

/** The relevant capabilities of the editor. */
export interface EditorCapabilities {
  /** The editor requests diagnostics, and can be asked to request them again when a schema changes; to other editors they are pushed. */
  readonly pullsDiagnostics: boolean;
  readonly watchesFiles: boolean;
  readonly hasFolders: boolean;
  readonly supportsMarkdown: boolean;
  readonly supportsVersionedEdits: boolean;
}

export const editorCapabilities = ({ textDocument, workspace }: ClientCapabilities): EditorCapabilities => ({
  pullsDiagnostics: textDocument?.diagnostic !== undefined && workspace?.diagnostics?.refreshSupport === true,
  watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
  hasFolders: workspace?.workspaceFolders === true,
  supportsMarkdown: textDocument?.hover?.contentFormat?.includes('markdown') ?? true,
  supportsVersionedEdits: workspace?.workspaceEdit?.documentChanges === true,
});
