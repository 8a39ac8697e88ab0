import type { SkippedAnalyzer } from '../analysis/analyze.ts';
import { type Diagnostic, type DiagnosticLevel, documentPointerOf } from '../analysis/diagnostic.ts';
import type { LogScope } from '../log/scope.ts';

const logMethods: Readonly<Record<DiagnosticLevel, 'info' | 'warn' | 'error'>> = { Info: 'info', Warn: 'warn', Error: 'error' };
/** Maximum number of lines per analysis, so that a folder full of errors does not fill the disk. */
const maxLines = 1000;

/** Identifies a finding independently of its line, which may change. */
export const diagnosticKeyOf = ({ code, pointer, message, resource: { collection, name } }: Diagnostic): string =>
  JSON.stringify([code, collection, name, pointer, message]);

/** `[IST0101] VirtualService default/front (mesh.yaml:12 /spec/gateways/0): …` */
export const formatDiagnostic = (one: Diagnostic): string => {
  const line = one.resource.origin.source + (one.line === undefined ? '' : `:${one.line}`);
  const location = [line, documentPointerOf(one)].filter(Boolean).join(' ');
  return `[${one.code}] ${one.kind} ${one.resource.name} (${location}): ${one.message}`;
};

/** Logs new findings at their level, and findings that no longer exist. */
export const logDiagnosticChanges = (scope: LogScope, before: readonly Diagnostic[], after: readonly Diagnostic[]): void => {
  const [old, now] = [new Set(before.map(diagnosticKeyOf)), new Set(after.map(diagnosticKeyOf))];
  const fresh = after.filter((one) => !old.has(diagnosticKeyOf(one))),
    gone = before.filter((one) => !now.has(diagnosticKeyOf(one)));
  for (const one of fresh.slice(0, maxLines)) scope[logMethods[one.level]](`${formatDiagnostic(one)} (${one.documentation})`);
  for (const one of gone.slice(0, maxLines)) scope.info(`no longer: ${formatDiagnostic(one)}`);
  const more = Math.max(0, fresh.length - maxLines) + Math.max(0, gone.length - maxLines);
  if (more > 0) scope.warn(`${more} more findings are new or resolved; introspection shows all findings at /analysisz/`);
};

/** Logs the skipped analyzers in one line when they have changed. */
export const logSkippedAnalyzers = (
  scope: LogScope,
  before: readonly SkippedAnalyzer[] | undefined,
  after: readonly SkippedAnalyzer[],
): void => {
  const words = (skipped: readonly SkippedAnalyzer[]): string =>
    skipped.map(({ analyzer, missing }) => `${analyzer} (${missing.join(', ')})`).join('; ');
  if (before && words(before) === words(after)) return;
  if (after.length > 0) scope.info(`skipped, as collections are not known here: ${words(after)}`);
  else if (before) scope.info('no analyzer is skipped any more');
};
