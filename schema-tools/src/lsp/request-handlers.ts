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
  readonly verdicts: DocumentLinter;
  readonly abilities: () => EditorCapabilities;
  readonly told: () => void;
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

/** Answers what the editor asks about a document: hovers, code actions, diagnostics. */
export function registerRequestHandlers(connection: Connection, { documents, verdicts, abilities, told }: RequestHandlerContext): void {
  /** What the answer is made of: null for a document that is not open or not for this linter. */
  async function about(uri: string, token: CancellationToken): Promise<DocumentResult | null | ResponseError<void>> {
    const document = documents.get(uri);
    if (!document || !verdicts.isSupported(document)) return null;
    const verdict = await verdicts.lint(document);
    return token.isCancellationRequested ? requestCancelled() : (verdict ?? contentModified());
  }

  connection.onHover(async ({ textDocument, position }, token) => {
    const verdict = await about(textDocument.uri, token);
    if (verdict === null || verdict instanceof ResponseError) return verdict;
    // What could not be judged in time would not be described in time.
    if (!verdict.job || verdict.findings.some(({ rule }) => rule === 'file')) return null;
    const done = await verdict.run(
      { ...verdict.job, includeEdits: false, describe: toPosition(verdict.text, position) },
      abortSignal(token),
    );
    if (!done) return token.isCancellationRequested ? requestCancelled() : contentModified();
    return done.description ? toHover(done.description, verdict.text, abilities().supportsMarkdown) : null;
  });

  connection.onCodeAction(async (params, token) => {
    const verdict = await about(params.textDocument.uri, token);
    if (verdict === null || verdict instanceof ResponseError) return verdict;
    const actions = await codeActions(params, verdict, abilities().supportsVersionedEdits, abortSignal(token));
    return token.isCancellationRequested ? requestCancelled() : actions;
  });

  connection.languages.diagnostics.on(async ({ textDocument: { uri } }, token) => {
    const verdict = await about(uri, token);
    if (verdict === null) return { kind: DocumentDiagnosticReportKind.Full, items: [] };
    // Another request follows for the newer version.
    if (verdict instanceof ResponseError)
      return new ResponseError(LSPErrorCodes.ServerCancelled, verdict.message, { retriggerRequest: documents.get(uri) !== undefined });
    told();
    const { findings, text, name } = verdict;
    return { kind: DocumentDiagnosticReportKind.Full, items: findings.map((finding) => toDiagnostic(finding, { uri, text, name })) };
  });
}
