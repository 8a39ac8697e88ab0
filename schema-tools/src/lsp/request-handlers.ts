import {
  type CancellationToken,
  type Connection,
  DocumentDiagnosticReportKind,
  LSPErrorCodes,
  ResponseError,
  type TextDocuments,
} from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { EditorCapabilities } from './editor-capabilities.ts';
import { codeActions } from './code-actions.ts';
import { toDiagnostic } from './diagnostics.ts';
import { toHover } from './hover.ts';
import type { LintJob, LintResult } from '../lint/run/lint-job.ts';
import { toCompletionItems } from './completion.ts';
import { toDocumentSymbols, toSymbolInformation } from './document-symbols.ts';
import { toPosition, toRange } from './ranges.ts';
import type { DocumentResult, DocumentLinter } from './document-linter.ts';

interface RequestHandlerContext {
  readonly documents: TextDocuments<TextDocument>;
  readonly linter: DocumentLinter;
  readonly editor: () => EditorCapabilities;
  /** Called after each result that was sent. */
  readonly onResult: () => void;
}

const contentModified = () => new ResponseError(LSPErrorCodes.ContentModified, 'The document has changed.');
const requestCancelled = () => new ResponseError(LSPErrorCodes.RequestCancelled, 'The request was cancelled.');

const abortSignal = (token: CancellationToken): AbortSignal => {
  const controller = new AbortController();
  token.onCancellationRequested(() => {
    controller.abort();
  });
  if (token.isCancellationRequested) controller.abort();
  return controller.signal;
};

type QueryAnswer = { readonly answer: LintResult; readonly text: string } | null | ResponseError<void>;
type Query = (uri: string, token: CancellationToken, asked: (text: string) => Partial<LintJob>) => Promise<QueryAnswer>;

/** Handles requests for the symbols and links of a document. */
function registerOutline(connection: Connection, query: Query, editor: () => EditorCapabilities): void {
  connection.onDocumentSymbol(async ({ textDocument: { uri } }, token) => {
    const found = await query(uri, token, () => ({ outline: true }));
    if (found === null || found instanceof ResponseError) return found;
    const symbols = found.answer.outline?.symbols ?? [];
    return editor().supportsSymbolTrees ? toDocumentSymbols(symbols, found.text) : toSymbolInformation(symbols, uri, found.text);
  });
  connection.onDocumentLinks(async ({ textDocument: { uri } }, token) => {
    const found = await query(uri, token, () => ({ outline: true }));
    if (found === null || found instanceof ResponseError) return found;
    return (found.answer.outline?.links ?? []).map((link) => ({ range: toRange(found.text, link), target: link.target }));
  });
}

/** The results of one server's documents, as the handlers of requests take them. */
interface DocumentQueries {
  /** The current result of a document: null for one that is not open or not supported. */
  resultOf(uri: string, token: CancellationToken): Promise<DocumentResult | null | ResponseError<void>>;
  /** The answer of a worker to a query about a document; null for one that could not be judged in time. */
  readonly query: Query;
}

function documentQueries({ documents, linter }: RequestHandlerContext): DocumentQueries {
  async function resultOf(uri: string, token: CancellationToken): Promise<DocumentResult | null | ResponseError<void>> {
    const document = documents.get(uri);
    if (!document || !linter.isSupported(document)) return null;
    const result = await linter.lint(document);
    return token.isCancellationRequested ? requestCancelled() : (result ?? contentModified());
  }
  return {
    resultOf,
    async query(uri, token, asked) {
      const result = await resultOf(uri, token);
      if (result === null || result instanceof ResponseError) return result;
      // A document that could not be judged in time would not be described in time.
      if (!result.job || result.findings.some(({ rule }) => rule === 'file')) return null;
      const answer = await result.run({ ...result.job, includeEdits: false, ...asked(result.text) }, abortSignal(token));
      if (!answer) return token.isCancellationRequested ? requestCancelled() : contentModified();
      return { answer, text: result.text };
    },
  };
}

/** Handles requests about one position of a document. */
function registerPositions(connection: Connection, query: Query, editor: () => EditorCapabilities): void {
  connection.onHover(async ({ textDocument: { uri }, position }, token) => {
    const found = await query(uri, token, (text) => ({ describe: toPosition(text, position) }));
    if (found === null || found instanceof ResponseError) return found;
    return found.answer.description ? toHover(found.answer.description, found.text, editor().supportsMarkdown) : null;
  });
  connection.onCompletion(async ({ textDocument: { uri }, position }, token) => {
    const found = await query(uri, token, (text) => ({ complete: toPosition(text, position) }));
    if (found === null || found instanceof ResponseError) return found;
    return found.answer.completions ? toCompletionItems(found.answer.completions, found.text, editor().completion) : null;
  });
}

/** Handles the editor's requests about a document: completions, symbols, links, hovers, code actions, diagnostics. */
export function registerRequestHandlers(connection: Connection, context: RequestHandlerContext): void {
  const { documents, editor, onResult } = context;
  const { resultOf, query } = documentQueries(context);
  registerPositions(connection, query, editor);
  registerOutline(connection, query, editor);
  connection.onCodeAction(async (params, token) => {
    const result = await resultOf(params.textDocument.uri, token);
    if (result === null || result instanceof ResponseError) return result;
    const actions = await codeActions(params, result, editor().supportsVersionedEdits, abortSignal(token));
    return token.isCancellationRequested ? requestCancelled() : actions;
  });

  connection.languages.diagnostics.on(async ({ textDocument: { uri } }, token) => {
    const result = await resultOf(uri, token);
    if (result === null) return { kind: DocumentDiagnosticReportKind.Full, items: [] };
    // Another request follows for the newer version.
    if (result instanceof ResponseError)
      return new ResponseError(LSPErrorCodes.ServerCancelled, result.message, { retriggerRequest: documents.get(uri) !== undefined });
    onResult();
    const { findings, text, name } = result;
    return { kind: DocumentDiagnosticReportKind.Full, items: findings.map((finding) => toDiagnostic(finding, { uri, text, name })) };
  });
}
