import { lineIndex, type SourceDocument } from '@slipway/schema-tools/documents';
import type { ConfigurationFinding, ConfigurationDiagnostic } from '../configuration-diagnostic.ts';
import { configurationLimits } from '../configuration-limits.ts';

const comparePositions = (one: ConfigurationDiagnostic, other: ConfigurationDiagnostic): number =>
  one.line - other.line || one.column - other.column;

const parentPointer = (pointer: string): string => pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));

/** The first diagnostics in the order of the text, and one with the number of the others. */
export const limitDiagnostics = (
  diagnostics: readonly ConfigurationDiagnostic[],
  count = diagnostics.length,
): readonly ConfigurationDiagnostic[] => {
  const sorted = [...diagnostics].sort(comparePositions);
  if (sorted.length <= configurationLimits.diagnostics) return sorted;
  const { path, line, column } = sorted[configurationLimits.diagnostics]!;
  return [
    ...sorted.slice(0, configurationLimits.diagnostics),
    { path, line, column, message: `and ${count - configurationLimits.diagnostics} more` },
  ];
};

/** Creates a function that adds lines and columns to findings about a document's value. */
export const createLocator = (
  text: string,
  document: SourceDocument,
): ((marks: readonly ConfigurationFinding[]) => readonly ConfigurationDiagnostic[]) => {
  const lines = lineIndex(text);
  const placed = (pointer: string): { readonly path: string; readonly start: number } => {
    for (let path = pointer; ; path = parentPointer(path)) {
      const spot = document.locate([path]).get(path);
      if (spot) return { path, start: spot.key.start };
      if (path === '') return { path, start: 0 };
    }
  };
  return (marks) =>
    limitDiagnostics(
      marks.slice(0, configurationLimits.faults).map(({ pointer, message }) => {
        const { path, start } = placed(pointer);
        return { path, ...lines.position(start), message };
      }),
      marks.length,
    );
};
