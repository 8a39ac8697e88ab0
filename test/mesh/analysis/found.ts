import { analyze, diagnosticOf } from '../../../src/mesh/analysis/analyze.ts';
import type { Among } from '../../../src/mesh/analysis/analyzer.ts';
import { analyzersWith } from '../../../src/mesh/analysis/analyzers.ts';
import { analysisKinds, kindFor } from '../../../src/mesh/analysis/collections.ts';
import type { Diagnostic } from '../../../src/mesh/analysis/diagnostic.ts';
import { chunksOf } from '../../../src/mesh/files/chunks.ts';
import { readChunk } from '../../../src/mesh/files/read-chunk.ts';
import { understand } from '../../../src/mesh/files/resources-in.ts';
import { kinds } from '../../../src/mesh/kinds/kinds.ts';
import type { Resource } from '../../../src/mesh/resource.ts';
import { compiledSchemas } from '../../../src/mesh/schemas/compiled.ts';

export const analyzers = analyzersWith(new Map([...await compiledSchemas()].map(([collection, compiled]) => [collection, [compiled]])));

/** The resources of a file's text. */
export const resourcesIn = (text: string, source = 'mesh.yaml'): readonly Resource[] => chunksOf(text).map((chunk) => {
  const read = readChunk(chunk.text);
  if ('fault' in read) throw new Error(read.fault);
  const understood = understand(read.value, { source, line: chunk.line, lineOf: (pointer) => chunk.line + (read.lineOf(pointer) ?? 1) - 1 }, kindFor);
  if (!('resource' in understood)) throw new Error(JSON.stringify(understood));
  return { ...understood.resource, version: 'v1' };
});
export const among = (resources: readonly Resource[]): Among => {
  const all = new Map([...kinds, ...analysisKinds].map(({ collection }) => [collection, resources.filter((one) => one.collection === collection)]));
  return { resources: (collection) => all.get(collection) };
};

/** `IST0101 Error mesh.yaml:8 /spec/gateways/0 VirtualService default/front: …` */
export const spelled = ({ code, level, line, pointer, kind, resource, message }: Diagnostic): string => `${code} ${level} ${resource.origin.source}:${line} ${pointer} ${kind} ${resource.name}: ${message}`;
export const analyzed = (text: string) => analyze(among(resourcesIn(text)), analyzers);
/** All that analysis says of a file, of these codes where some are given. */
export const found = (text: string, ...codes: readonly string[]): readonly string[] => analyzed(text).diagnostics.filter(({ code }) => codes.length === 0 || codes.includes(code)).map(spelled);
export { diagnosticOf };
