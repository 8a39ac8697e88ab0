import {
  type Connection,
  type InitializeParams,
  type InitializeResult,
  PositionEncodingKind,
  TextDocuments,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { CrossFileRule } from '../lint/cross-file/cross-file-analysis.ts';
import type { CommandLineSettings } from '../lint/config/file-settings.ts';
import type { LintOptions } from '../lint/program/lint-options.ts';
import { type EditorCapabilities, editorCapabilities } from './editor-capabilities.ts';
import { fixAllKind } from './code-actions.ts';
import { workspaceFolderList, type WorkspaceFolders } from './workspace-folders.ts';
import { type DocumentJobs, documentJobs } from './document-jobs.ts';
import type { JobQueue } from './job-queue.ts';
import { registerLifecycleErrors } from './lifecycle-errors.ts';
import { locateDocument } from './locate-document.ts';
import { type DiagnosticsPublisher, diagnosticsPublisher } from './diagnostics-publisher.ts';
import { registerRequestHandlers } from './request-handlers.ts';
import { type DocumentLinter, documentLinter } from './document-linter.ts';
import { watchSchemaSettings } from './watch-schema-settings.ts';
import { type DependencyWatcher, dependencyWatcher } from './dependency-watcher.ts';

export interface ServerOptions {
  readonly options: LintOptions;
  readonly settings: CommandLineSettings;
  readonly version: string;
  readonly queue: JobQueue;
  readonly cwd: string;
  /** Rules that look at several files; the server does not run them. */
  readonly rules: readonly CrossFileRule[];
}

/** Positions are in UTF-16, which every editor supports. */
const initializeResult = (version: string, { pullsDiagnostics }: EditorCapabilities): InitializeResult => ({
  serverInfo: { name: 'slipway', version },
  capabilities: {
    positionEncoding: PositionEncodingKind.UTF16,
    textDocumentSync: { openClose: true, save: true },
    hoverProvider: true,
    completionProvider: { triggerCharacters: ['"', ':', ' ', '.'] },
    documentSymbolProvider: true,
    documentLinkProvider: {},
    codeActionProvider: { codeActionKinds: ['quickfix', fixAllKind] },
    ...(pullsDiagnostics
      ? { diagnosticProvider: { identifier: 'slipway', interFileDependencies: true, workspaceDiagnostics: false } }
      : {}),
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  },
});

interface ServerState {
  readonly connection: Connection;
  readonly documents: TextDocuments<TextDocument>;
  readonly folders: WorkspaceFolders;
  readonly linter: DocumentLinter;
  readonly publisher: DiagnosticsPublisher;
  readonly jobs: DocumentJobs;
  editor: EditorCapabilities;
  watcher: DependencyWatcher | undefined;
}

/** Lints all open documents again. */
function lintAgain({ connection, documents, linter, publisher, editor }: ServerState): void {
  linter.reset();
  if (editor.pullsDiagnostics)
    void connection.languages.diagnostics.refresh().catch((error: Error) => connection.console.warn(error.message));
  else for (const document of documents.all()) publisher.schedule(document, false);
}

function registerLifecycle(state: ServerState, version: string, queue: JobQueue): void {
  const { connection, folders } = state;
  connection.onInitialize((params: InitializeParams) => {
    state.editor = editorCapabilities(params.capabilities);
    folders.set(params);
    return initializeResult(version, state.editor);
  });
  connection.onInitialized(() => {
    const { watchesFiles, hasFolders } = state.editor;
    const editor = { editorWatches: watchesFiles, isInWorkspace: folders.contains };
    state.watcher = dependencyWatcher(connection, editor, () => lintAgain(state));
    if (hasFolders) connection.workspace.onDidChangeWorkspaceFolders((event) => folders.change(event));
    watchSchemaSettings(connection, state.editor, (rows) => {
      state.jobs.setEditorSchemas(rows);
      lintAgain(state);
    });
  });
  connection.onShutdown(async () => {
    state.watcher?.close();
    await queue.close();
  });
}

function registerDocuments(state: ServerState): void {
  const { documents, folders, linter, publisher } = state;
  const opened = new Set<string>();
  documents.onDidChangeContent(({ document }) => {
    const isFirst = !opened.has(document.uri);
    opened.add(document.uri);
    if (state.editor.pullsDiagnostics) linter.invalidate(document.uri);
    else publisher.schedule(document, !isFirst);
  });
  documents.onDidClose(({ document }) => {
    opened.delete(document.uri);
    linter.close(document.uri);
    if (!state.editor.pullsDiagnostics) publisher.clear(document);
  });
  documents.onDidSave(({ document }) => {
    if (locateDocument(document, folders.first())) state.watcher?.documentSaved(document.uri);
  });
}

/** Serves one editor over a connection. */
export function serveEditor(connection: Connection, { options, settings, version, queue, cwd, rules }: ServerOptions): void {
  const documents = new TextDocuments(TextDocument);
  const folders = workspaceFolderList(cwd);
  const jobs = documentJobs(options, settings, cwd, rules, folders.of);
  const reportError = (error: unknown): void =>
    connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const linter = documentLinter({ queue, jobs, folder: folders.first, reportError });
  // What the documents depend on is watched anew after each result.
  const updateWatcher = (): void => {
    const results = linter.latest();
    state.watcher?.update(new Set(results.flatMap(({ files }) => files)), new Set(results.map(({ file }) => file)));
  };
  const publisher = diagnosticsPublisher(connection, linter, updateWatcher);
  const state: ServerState = {
    connection,
    documents,
    folders,
    linter,
    publisher,
    jobs,
    editor: editorCapabilities({}),
    watcher: undefined,
  };
  registerLifecycleErrors(connection);
  registerLifecycle(state, version, queue);
  registerDocuments(state);
  registerRequestHandlers(connection, { documents, linter, editor: () => state.editor, onResult: updateWatcher });
  documents.listen(connection);
  connection.listen();
}
