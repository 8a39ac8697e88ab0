import { type CancellationToken, type Connection, DocumentDiagnosticReportKind, LSPErrorCodes, ResponseError, type TextDocuments } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Abilities } from './abilities.ts';
import { codeActions } from './code-actions.ts';
import { diagnosticOf } from './diagnostics.ts';
import { hoverOf } from './hover.ts';
import { positionIn } from './ranges.ts';
import type { Verdict, Verdicts } from './verdicts.ts';

interface Known { readonly documents: TextDocuments<TextDocument>; readonly verdicts: Verdicts; readonly abilities: () => Abilities; readonly told: () => void }

const tooLate = () => new ResponseError(LSPErrorCodes.ContentModified, 'The document has changed.');
const cancelled = () => new ResponseError(LSPErrorCodes.RequestCancelled, 'The request was cancelled.');

const signalOf = (token: CancellationToken): AbortSignal => {
  const controller = new AbortController();
  token.onCancellationRequested(() => { controller.abort(); });
  if (token.isCancellationRequested) controller.abort();
  return controller.signal;
};

/** Answers what the editor asks about a document: hovers, code actions, diagnostics. */
export function answering(connection: Connection, { documents, verdicts, abilities, told }: Known): void {
  /** What the answer is made of: null for a document that is not open or not for this linter. */
  async function about(uri: string, token: CancellationToken): Promise<Verdict | null | ResponseError<void>> {
    const document = documents.get(uri);
    if (!document || !verdicts.isOurs(document)) return null;
    const verdict = await verdicts.of(document);
    return token.isCancellationRequested ? cancelled() : verdict ?? tooLate();
  }

  connection.onHover(async ({ textDocument, position }, token) => {
    const verdict = await about(textDocument.uri, token);
    if (verdict === null || verdict instanceof ResponseError) return verdict;
    // What could not be judged in time would not be described in time.
    if (!verdict.job || verdict.findings.some(({ rule }) => rule === 'file')) return null;
    const done = await verdict.ask({ ...verdict.job, wantEdits: false, describe: positionIn(verdict.text, position) }, signalOf(token));
    if (!done) return token.isCancellationRequested ? cancelled() : tooLate();
    return done.described ? hoverOf(done.described, verdict.text, abilities().readsMarkdown) : null;
  });

  connection.onCodeAction(async (params, token) => {
    const verdict = await about(params.textDocument.uri, token);
    if (verdict === null || verdict instanceof ResponseError) return verdict;
    const actions = await codeActions(params, verdict, abilities().versionsEdits, signalOf(token));
    return token.isCancellationRequested ? cancelled() : actions;
  });

  connection.languages.diagnostics.on(async ({ textDocument: { uri } }, token) => {
    const verdict = await about(uri, token);
    if (verdict === null) return { kind: DocumentDiagnosticReportKind.Full, items: [] };
    // Another request follows for the newer version.
    if (verdict instanceof ResponseError) return new ResponseError(LSPErrorCodes.ServerCancelled, verdict.message, { retriggerRequest: documents.get(uri) !== undefined });
    told();
    const { findings, text, name } = verdict;
    return { kind: DocumentDiagnosticReportKind.Full, items: findings.map((finding) => diagnosticOf(finding, { uri, text, name })) };
  });
}
