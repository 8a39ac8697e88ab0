import { analyze } from '../../src/analysis/analyze.ts';
import type { ResourceSet } from '../../src/analysis/analyzer.ts';
import { createAnalyzers } from '../../src/analysis/analyzers.ts';
import { analysisOnlyKinds, findAnalysisKind } from '../../src/analysis/collections.ts';
import type { Diagnostic } from '../../src/analysis/diagnostic.ts';
import { splitDocuments } from '../../src/resources/documents/split-documents.ts';
import { parseDocument } from '../../src/resources/documents/parse-document.ts';
import { readResource } from '../../src/resources/documents/read-resource.ts';
import { kinds } from '../../src/resources/kinds/kinds.ts';
import type { Resource } from '../../src/resources/resource.ts';
import { compileBuiltinSchemas } from '../../src/resources/schemas/compile-builtin-schemas.ts';

export const analyzers = createAnalyzers(
  new Map([...(await compileBuiltinSchemas())].map(([collection, compiled]) => [collection, [compiled]])),
);

/** The resources of a file's text. */
export const readResources = (text: string, source = 'mesh.yaml'): readonly Resource[] =>
  splitDocuments(text).map((chunk) => {
    const read = parseDocument(chunk.text);
    if ('fault' in read) throw new Error(read.fault);
    const understood = readResource(
      read.value,
      { source, line: chunk.line, lineOf: (pointer) => chunk.line + (read.lineOf(pointer) ?? 1) - 1 },
      findAnalysisKind,
    );
    if (!('resource' in understood)) throw new Error(JSON.stringify(understood));
    return { ...understood.resource, version: 'v1' };
  });
export const createResourceSet = (resources: readonly Resource[]): ResourceSet => {
  const all = new Map(
    [...kinds, ...analysisOnlyKinds].map(({ collection }) => [collection, resources.filter((one) => one.collection === collection)]),
  );
  return { resources: (collection) => all.get(collection) };
};

/** `IST0101 Error mesh.yaml:8 /spec/gateways/0 VirtualService default/front: …` */
export const formatDiagnosticLine = ({ code, level, line, pointer, kind, resource, message }: Diagnostic): string =>
  `${code} ${level} ${resource.origin.source}:${line} ${pointer} ${kind} ${resource.name}: ${message}`;
export const analyzeText = (text: string) => analyze(createResourceSet(readResources(text)), analyzers);
/** All diagnostics of a file's text, or those with one of the codes. */
export const findDiagnostics = (text: string, ...codes: readonly string[]): readonly string[] =>
  analyzeText(text)
    .diagnostics.filter(({ code }) => codes.length === 0 || codes.includes(code))
    .map(formatDiagnosticLine);
