import type { Connection } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { toDiagnostic } from './diagnostics.ts';
import type { DocumentLinter } from './document-linter.ts';

/** Milliseconds without a further change, after which a document is judged. */
const typingDelay = 150;

export interface DiagnosticsPublisher {
  /** Lints a document and publishes the findings: at once, or after a pause in its changes. */
  schedule(document: TextDocument, wait?: boolean): void;
  /** A document that is closed has no diagnostics. */
  clear(document: TextDocument): void;
}

/** Publishes diagnostics to an editor that does not request them; calls `told` after each. */
export function diagnosticsPublisher(connection: Connection, verdicts: DocumentLinter, told: () => void): DiagnosticsPublisher {
  const clocks = new Map<string, NodeJS.Timeout>();
  const stop = (uri: string) => {
    clearTimeout(clocks.get(uri));
    clocks.delete(uri);
  };

  async function publish(document: TextDocument): Promise<void> {
    const { uri } = document;
    const verdict = await verdicts.lint(document);
    if (!verdict) return;
    const { version, findings, text, name } = verdict;
    await connection.sendDiagnostics({ uri, version, diagnostics: findings.map((finding) => toDiagnostic(finding, { uri, text, name })) });
    told();
  }
  return {
    schedule(document, wait = true) {
      stop(document.uri);
      verdicts.invalidate(document.uri);
      if (!verdicts.isSupported(document)) return;
      const begin = () => {
        clocks.delete(document.uri);
        publish(document).catch((error: unknown) => {
          connection.console.error(String(error));
        });
      };
      if (wait) clocks.set(document.uri, setTimeout(begin, typingDelay));
      else begin();
    },
    clear(document) {
      stop(document.uri);
      if (verdicts.isSupported(document)) void connection.sendDiagnostics({ uri: document.uri, diagnostics: [] });
    },
  };
}
