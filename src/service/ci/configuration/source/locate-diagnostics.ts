import { lineIndex, type SourceDocument } from '@slipway/schema-tools/documents';
import type { ConfigurationFinding, ConfigurationDiagnostic } from '../configuration-diagnostic.ts';
import { configurationLimits } from '../configuration-limits.ts';

const comparePositions = (one: ConfigurationDiagnostic, other: ConfigurationDiagnostic): number =>
  one.line - other.line || one.column - other.column;

const parentPointer = (pointer: string): string => pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));

/** The first ones of what is told, in the order of the text, and how many there are besides. */
export const limitDiagnostics = (told: readonly ConfigurationDiagnostic[], count = told.length): readonly ConfigurationDiagnostic[] => {
  const sorted = [...told].sort(comparePositions);
  if (sorted.length <= configurationLimits.diagnostics) return sorted;
  const { path, line, column } = sorted[configurationLimits.diagnostics]!;
  return [
    ...sorted.slice(0, configurationLimits.diagnostics),
    { path, line, column, message: `and ${count - configurationLimits.diagnostics} more` },
  ];
};

/** Finds lines and columns of what is said about a document's value. */
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
