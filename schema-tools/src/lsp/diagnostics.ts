import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Diagnostic, DiagnosticSeverity, DiagnosticTag } from 'vscode-languageserver/node';
import type { Finding } from '../lint/finding.ts';
import { messageWithReplacement } from '../lint/wording/replacement-advice.ts';
import { toRange, documentStart } from './ranges.ts';

const severities = { error: DiagnosticSeverity.Error, warning: DiagnosticSeverity.Warning, info: DiagnosticSeverity.Information } as const;
/** Rules whose findings are struck through. */
const deprecationRules: readonly string[] = ['deprecated', 'prose-only'];

/** A document as its findings are shown in it; `name` is what they call it. */
export interface DiagnosticDocument {
  readonly uri: string;
  readonly text: string;
  readonly name: string;
}

/** Converts a finding to a diagnostic. A fault in another file (a schema) is shown at the start of the document, with a link. */
export function toDiagnostic(finding: Finding, { uri, text, name }: DiagnosticDocument): Diagnostic {
  const { rule, severity, related = [], file, line, column } = finding;
  const message = messageWithReplacement(finding);
  const common = { severity: severities[severity], source: 'slipway', code: rule };
  if (file !== name) {
    const place = resolve(file);
    return {
      ...common,
      range: documentStart,
      message: `${file}:${line}:${column}: ${message}`,
      relatedInformation: [{ location: { uri: pathToFileURL(place).href, range: toRange('', finding) }, message }],
    };
  }
  return {
    ...common,
    range: toRange(text, finding),
    message,
    ...(deprecationRules.includes(rule) ? { tags: [DiagnosticTag.Deprecated] } : {}),
    ...(related.length === 0
      ? {}
      : {
          relatedInformation: related.map((region) => ({
            location: { uri, range: toRange(text, region) },
            message: 'An alias brings it in here as well.',
          })),
        }),
  };
}
