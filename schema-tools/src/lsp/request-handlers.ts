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
import { toPosition } from './ranges.ts';
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

/** Handles the editor's requests about a document: hovers, code actions, diagnostics. */
export function registerRequestHandlers(connection: Connection, { documents, linter, editor, onResult }: RequestHandlerContext): void {
  /** The current result of a document: null for one that is not open or not supported. */
  async function resultOf(uri: string, token: CancellationToken): Promise<DocumentResult | null | ResponseError<void>> {
    const document = documents.get(uri);
    if (!document || !linter.isSupported(document)) return null;
    const result = await linter.lint(document);
    return token.isCancellationRequested ? requestCancelled() : (result ?? contentModified());
  }

  connection.onHover(async ({ textDocument, position }, token) => {
    const result = await resultOf(textDocument.uri, token);
    if (result === null || result instanceof ResponseError) return result;
    // A document that could not be judged in time would not be described in time.
    if (!result.job || result.findings.some(({ rule }) => rule === 'file')) return null;
    const described = await result.run(
      { ...result.job, includeEdits: false, describe: toPosition(result.text, position) },
      abortSignal(token),
    );
    if (!described) return token.isCancellationRequested ? requestCancelled() : contentModified();
    return described.description ? toHover(described.description, result.text, editor().supportsMarkdown) : null;
  });

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
