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
import { workspaceFolderList } from './workspace-folders.ts';
import { documentJobs } from './document-jobs.ts';
import type { JobQueue } from './job-queue.ts';
import { locateDocument } from './locate-document.ts';
import { diagnosticsPublisher } from './diagnostics-publisher.ts';
import { registerRequestHandlers } from './request-handlers.ts';
import { documentLinter } from './document-linter.ts';
import { type DependencyWatcher, dependencyWatcher } from './dependency-watcher.ts';

export interface ServerOptions {
  readonly options: LintOptions;
  readonly said: CommandLineSettings;
  readonly version: string;
  readonly lane: JobQueue;
  readonly cwd: string;
  /** That are asked across files, and not here. */ readonly rules: readonly CrossFileRule[];
}

/** What is told of the server. Positions are in UTF-16, which every editor has to know, whatever it would like better. */
const initializeResult = (version: string, { pullsDiagnostics: pulls }: EditorCapabilities): InitializeResult => ({
  serverInfo: { name: 'slipway', version },
  capabilities: {
    positionEncoding: PositionEncodingKind.UTF16,
    textDocumentSync: { openClose: true, save: true },
    hoverProvider: true,
    codeActionProvider: { codeActionKinds: ['quickfix', fixAllKind] },
    ...(pulls ? { diagnosticProvider: { identifier: 'slipway', interFileDependencies: true, workspaceDiagnostics: false } } : {}),
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  },
});

/** Speaks with one editor over a connection. */
export function serveEditor(connection: Connection, { options, said, version, lane, cwd, rules }: ServerOptions): void {
  const documents = new TextDocuments(TextDocument);
  const roots = workspaceFolderList(cwd);
  const known = documentLinter({
    lane,
    jobs: documentJobs(options, said, cwd, rules),
    folder: roots.first,
    trouble: (error) => {
      connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    },
  });
  let abilities = editorCapabilities({});
  let watched: DependencyWatcher | undefined;

  function told(): void {
    const said = known.latest();
    watched?.update(new Set(said.flatMap(({ files }) => files)), new Set(said.map(({ file }) => file)));
  }
  const publish = diagnosticsPublisher(connection, known, told);
  function again(): void {
    known.reset();
    if (abilities.pullsDiagnostics)
      void connection.languages.diagnostics.refresh().catch((error: Error) => {
        connection.console.warn(error.message);
      });
    else for (const document of documents.all()) publish.schedule(document, false);
  }

  connection.onInitialize((params: InitializeParams) => {
    abilities = editorCapabilities(params.capabilities);
    roots.set(params);
    return initializeResult(version, abilities);
  });
  connection.onInitialized(() => {
    watched = dependencyWatcher(connection, { editorWatches: abilities.watchesFiles, isInWorkspace: roots.contains }, again);
    if (abilities.hasFolders)
      connection.workspace.onDidChangeWorkspaceFolders((event) => {
        roots.change(event);
      });
  });
  const opened = new Set<string>();
  documents.onDidChangeContent(({ document }) => {
    const isFirst = !opened.has(document.uri);
    opened.add(document.uri);
    if (abilities.pullsDiagnostics) known.invalidate(document.uri);
    else publish.schedule(document, !isFirst);
  });
  documents.onDidClose(({ document }) => {
    opened.delete(document.uri);
    known.close(document.uri);
    if (!abilities.pullsDiagnostics) publish.clear(document);
  });
  documents.onDidSave(({ document }) => {
    if (locateDocument(document, roots.first())) watched?.documentSaved(document.uri);
  });
  registerRequestHandlers(connection, { documents, verdicts: known, abilities: () => abilities, told });
  connection.onShutdown(async () => {
    watched?.close();
    await lane.close();
  });
  documents.listen(connection);
  connection.listen();
}
