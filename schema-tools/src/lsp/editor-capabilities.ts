import type { ClientCapabilities } from 'vscode-languageserver/node';
import { type CompletionCapabilities, completionCapabilities } from './completion.ts';

/** The relevant capabilities of the editor. */
export interface EditorCapabilities {
  /** The editor requests diagnostics, and can be asked to request them again when a schema changes; to other editors they are pushed. */
  readonly pullsDiagnostics: boolean;
  readonly watchesFiles: boolean;
  readonly hasFolders: boolean;
  readonly supportsMarkdown: boolean;
  readonly supportsVersionedEdits: boolean;
  readonly completion: CompletionCapabilities;
  /** Symbols as a tree. */
  readonly supportsSymbolTrees: boolean;
  /** The editor answers for its settings, and can be asked to say when they change. */
  readonly answersSettings: boolean;
  readonly watchesSettings: boolean;
}

export const editorCapabilities = ({ textDocument = {}, workspace }: ClientCapabilities): EditorCapabilities => ({
  pullsDiagnostics: textDocument?.diagnostic !== undefined && workspace?.diagnostics?.refreshSupport === true,
  watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
  hasFolders: workspace?.workspaceFolders === true,
  supportsMarkdown: textDocument?.hover?.contentFormat?.includes('markdown') ?? true,
  supportsVersionedEdits: workspace?.workspaceEdit?.documentChanges === true,
  completion: completionCapabilities({ textDocument }),
  supportsSymbolTrees: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
  answersSettings: workspace?.configuration === true,
  watchesSettings: workspace?.didChangeConfiguration?.dynamicRegistration === true,
});
