import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type ClientCapabilities,
  type CodeAction,
  type CodeActionContext,
  createProtocolConnection,
  type Diagnostic,
  type Hover,
  type InitializeResult,
  type Position,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type Range,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentContentChangeEvent,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';

const root = resolve(import.meta.dirname, '../../..');
const programs = {
  'slipway-lint': [join(root, 'schema-tools/bin/slipway-lint.mjs'), '--lsp'],
  slipway: [join(root, 'cli/bin/slipway.cjs'), 'lint', '--lsp'],
} as const;

export interface EditorOptions {
  readonly program?: keyof typeof programs;
  readonly args?: readonly string[];
  readonly capabilities?: ClientCapabilities;
  /** Names of folders below the one of the test that the editor has open. Default: that one. */
  readonly folders?: readonly string[];
}

/** An editor that speaks with a server in a process of its own. */
export interface Editor {
  readonly connection: ProtocolConnection;
  readonly process: ChildProcess;
  readonly introduced: InitializeResult;
  /** Everything that was published, in its order. */
  readonly published: readonly PublishDiagnosticsParams[];
  uri(name: string): string;
  /** Tells that a document is open, as version 1. */
  open(uri: string, text: string, languageId?: string): Promise<void>;
  /** The next version of a document that is open. */
  change(uri: string, ...changes: TextDocumentContentChangeEvent[]): Promise<number>;
  /** What is, or will be, published of a version. */
  diagnostics(uri: string, version?: number): Promise<readonly Diagnostic[]>;
  /** The next diagnostics of a document. */
  next(uri: string): Promise<readonly Diagnostic[]>;
  hover(uri: string, position: Position): Promise<Hover | null>;
  actions(uri: string, range: Range, context?: Partial<CodeActionContext>): Promise<readonly CodeAction[]>;
  /** The text of a document after a code action. */
  applied(uri: string, action: CodeAction): string;
  /** `shutdown` and `exit`; the exit code. */
  stop(): Promise<number | null>;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export function launchServer(folder: string, { program = 'slipway-lint', args = [] }: EditorOptions = {}): ChildProcess {
  const child = spawn(process.execPath, [...programs[program], ...args], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  running.add(child);
  child.on('close', () => running.delete(child));
  return child;
}
export const exitCodeOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((done) => {
    child.on('close', (code) => {
      done(code);
    });
  });

export async function startEditor(folder: string, beginning: EditorOptions = {}): Promise<Editor> {
  const child = launchServer(folder, beginning);
  const end = exitCodeOf(child);
  const connection = createProtocolConnection(new StreamMessageReader(child.stdout!), new StreamMessageWriter(child.stdin!));
  const published: PublishDiagnosticsParams[] = [];
  const documents = new Map<string, TextDocument>();
  let waiting: {
    readonly fits: (params: PublishDiagnosticsParams) => boolean;
    readonly done: (diagnostics: readonly Diagnostic[]) => void;
  }[] = [];
  connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
    published.push(params);
    for (const one of waiting.filter(({ fits }) => fits(params))) one.done(params.diagnostics);
    waiting = waiting.filter(({ fits }) => !fits(params));
  });
  connection.listen();
  const uri = (name: string) => pathToFileURL(join(folder, name)).href;
  const introduced = await connection.sendRequest<InitializeResult>('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities: beginning.capabilities ?? {},
    workspaceFolders: (beginning.folders ?? ['']).map((name) => ({ name, uri: uri(name) })),
  });
  await connection.sendNotification('initialized', {});
  return {
    connection,
    process: child,
    introduced,
    published,
    uri,
    async open(of, text, languageId = '') {
      documents.set(of, TextDocument.create(of, languageId, 1, text));
      await connection.sendNotification('textDocument/didOpen', { textDocument: { uri: of, languageId, version: 1, text } });
    },
    async change(of, ...contentChanges) {
      const document = documents.get(of)!;
      const version = document.version + 1;
      documents.set(of, TextDocument.update(document, contentChanges, version));
      await connection.sendNotification('textDocument/didChange', { textDocument: { uri: of, version }, contentChanges });
      return version;
    },
    async diagnostics(of, version = 1) {
      const known = published.findLast((params) => params.uri === of && params.version === version);
      return (
        known?.diagnostics ??
        new Promise((done) => {
          waiting.push({ fits: (params) => params.uri === of && params.version === version, done });
        })
      );
    },
    next: (of) =>
      new Promise((done) => {
        waiting.push({ fits: (params) => params.uri === of, done });
      }),
    hover: (of, position) => connection.sendRequest('textDocument/hover', { textDocument: { uri: of }, position }),
    actions: async (of, range, context = {}) =>
      (await connection.sendRequest<CodeAction[] | null>('textDocument/codeAction', {
        textDocument: { uri: of },
        range,
        context: { diagnostics: [], ...context },
      })) ?? [],
    applied(of, { edit }) {
      const change = edit?.documentChanges?.[0];
      const edits = change && 'edits' in change ? change.edits : (edit?.changes?.[of] ?? []);
      return TextDocument.applyEdits(documents.get(of)!, edits as Parameters<typeof TextDocument.applyEdits>[1]);
    },
    async stop() {
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      return end;
    },
  };
}

/** `at(2, 4, 9)`: of line 2, the characters from 4 to before 9, counted from 0. */
export const rangeAt = (line: number, from: number, to: number, endLine = line): Range => ({
  start: { line, character: from },
  end: { line: endLine, character: to },
});
