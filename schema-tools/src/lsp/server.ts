import { type Connection, type InitializeParams, type InitializeResult, PositionEncodingKind, TextDocuments } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { AcrossRule } from '../lint/across/across.ts';
import type { Said } from '../lint/config/file-settings.ts';
import type { LintOptions } from '../lint/program/options.ts';
import { type Abilities, abilitiesOf } from './abilities.ts';
import { fixAllKind } from './code-actions.ts';
import { folders } from './folders.ts';
import { jobs } from './jobs.ts';
import type { Lane } from './lane.ts';
import { placeOf } from './place-of.ts';
import { publishing } from './publishing.ts';
import { answering } from './answering.ts';
import { verdicts } from './verdicts.ts';
import { type Watching, watching } from './watching.ts';

export interface Serving { readonly options: LintOptions; readonly said: Said; readonly version: string; readonly lane: Lane; readonly cwd: string; /** That are asked across files, and not here. */ readonly rules: readonly AcrossRule[] }

/** What is told of the server. Positions are in UTF-16, which every editor has to know, whatever it would like better. */
const introduction = (version: string, { pulls }: Abilities): InitializeResult => ({
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
export function serve(connection: Connection, { options, said, version, lane, cwd, rules }: Serving): void {
  const documents = new TextDocuments(TextDocument);
  const roots = folders(cwd);
  const known = verdicts({ lane, jobs: jobs(options, said, cwd, rules), folder: roots.first, trouble: (error) => { connection.console.error(error instanceof Error ? error.stack ?? error.message : String(error)); } });
  let abilities = abilitiesOf({});
  let watched: Watching | undefined;

  function told(): void {
    const said = known.last();
    watched?.of(new Set(said.flatMap(({ files }) => files)), new Set(said.map(({ file }) => file)));
  }
  const publish = publishing(connection, known, told);
  function again(): void {
    known.forget();
    if (abilities.pulls) void connection.languages.diagnostics.refresh().catch((error: Error) => { connection.console.warn(error.message); });
    else for (const document of documents.all()) publish.soon(document, false);
  }

  connection.onInitialize((params: InitializeParams) => {
    abilities = abilitiesOf(params.capabilities);
    roots.set(params);
    return introduction(version, abilities);
  });
  connection.onInitialized(() => {
    watched = watching(connection, { editorWatches: abilities.watchesFiles, isInFolders: roots.hold }, again);
    if (abilities.hasFolders) connection.workspace.onDidChangeWorkspaceFolders((event) => { roots.change(event); });
  });
  const opened = new Set<string>();
  documents.onDidChangeContent(({ document }) => {
    const isFirst = !opened.has(document.uri);
    opened.add(document.uri);
    if (abilities.pulls) known.drop(document.uri); else publish.soon(document, !isFirst);
  });
  documents.onDidClose(({ document }) => {
    opened.delete(document.uri);
    known.close(document.uri);
    if (!abilities.pulls) publish.closed(document);
  });
  documents.onDidSave(({ document }) => { if (placeOf(document, roots.first())) watched?.saved(document.uri); });
  answering(connection, { documents, verdicts: known, abilities: () => abilities, told });
  connection.onShutdown(async () => { watched?.close(); await lane.close(); });
  documents.listen(connection);
  connection.listen();
}
