import type { CrossFileAnalysis, CrossFileProblem, AnalyzedDocument } from '@slipway/schema-tools/lint/host';
import { analyze, compileBuiltinSchemas, createAnalyzers, documentPointerOf, type ResourceSet } from '@slipway/mesh-config/analysis';
import { analysisOnlyKinds, findAnalysisKind } from '@slipway/mesh-config/diagnostics';
import { expandList, kinds, type Origin, readResource, type Resource } from '@slipway/mesh-config/resources';

interface DocumentPosition {
  readonly file: string;
  readonly document: number;
}

/** Resources of the documents, and where each is written. Of two that have one name the first holds, as for mesh-config. */
const collectResources = (documents: readonly AnalyzedDocument[]) => {
  const resources = new Map<string, Resource>();
  const settings = new Map<Origin, DocumentPosition>();
  for (const { file, document, value } of documents)
    for (const { value: one, pointer } of expandList(value)) {
      const origin: Origin = { source: file, pointer };
      const understood = readResource(one, origin, findAnalysisKind);
      if (!('resource' in understood)) continue;
      const key = `${understood.resource.collection} ${understood.resource.name}`;
      if (resources.has(key)) continue;
      resources.set(key, { ...understood.resource, version: '' });
      settings.set(origin, { file, document });
    }
  return { resources: [...resources.values()], written: settings };
};

/** What mesh-config's analysis finds in these documents. */
export const analyzeMeshDocuments: CrossFileAnalysis['analyze'] = async (documents, alone) => {
  const { resources, written: settings } = collectResources(documents);
  const byCollection = new Map([...kinds, ...analysisOnlyKinds].map(({ collection }) => [collection, [] as Resource[]]));
  for (const one of resources) byCollection.get(one.collection)!.push(one);
  for (const list of byCollection.values()) list.sort((a, b) => (a.name < b.name ? -1 : 1));
  const among: ResourceSet = { resources: (collection) => byCollection.get(collection) };
  const analyzers = createAnalyzers(
    new Map([...(await compileBuiltinSchemas())].map(([collection, compiled]) => [collection, [compiled]])),
  );
  const { diagnostics } = analyze(among, alone ? analyzers.filter(({ requires: needs }) => needs.length === 0) : analyzers);
  return diagnostics.map((one): CrossFileProblem => ({
    ...settings.get(one.resource.origin)!,
    pointer: documentPointerOf(one),
    rule: one.code,
    message: one.message,
  }));
};
