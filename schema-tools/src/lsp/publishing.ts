import type { Connection } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { diagnosticOf } from './diagnostics.ts';
import type { Verdicts } from './verdicts.ts';

/** Milliseconds without a further change, after which a document is judged. */
const pause = 150;

export interface Publishing {
  /** Judges a document and tells what is found: at once, or when it has not changed for a moment. */
  soon(document: TextDocument, wait?: boolean): void;
  /** A document that is closed has no diagnostics. */
  closed(document: TextDocument): void;
}

/** Tells diagnostics to an editor that does not ask for them; `told` is called after each. */
export function publishing(connection: Connection, verdicts: Verdicts, told: () => void): Publishing {
  const clocks = new Map<string, NodeJS.Timeout>();
  const stop = (uri: string) => { clearTimeout(clocks.get(uri)); clocks.delete(uri); };

  async function publish(document: TextDocument): Promise<void> {
    const { uri } = document;
    const verdict = await verdicts.of(document);
    if (!verdict) return;
    const { version, findings, text, name } = verdict;
    await connection.sendDiagnostics({ uri, version, diagnostics: findings.map((finding) => diagnosticOf(finding, { uri, text, name })) });
    told();
  }
  return {
    soon(document, wait = true) {
      stop(document.uri);
      verdicts.drop(document.uri);
      if (!verdicts.isOurs(document)) return;
      const begin = () => { clocks.delete(document.uri); publish(document).catch((error: unknown) => { connection.console.error(String(error)); }); };
      if (wait) clocks.set(document.uri, setTimeout(begin, pause)); else begin();
    },
    closed(document) {
      stop(document.uri);
      if (verdicts.isOurs(document)) void connection.sendDiagnostics({ uri: document.uri, diagnostics: [] });
    },
  };
}
