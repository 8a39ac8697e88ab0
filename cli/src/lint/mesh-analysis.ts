import type { CrossFileAnalysis, CrossFileProblem, AnalyzedDocument } from '@slipway/schema-tools/lint/host';
import { analyze, compileBuiltinSchemas, createAnalyzers, documentPointerOf, type ResourceSet } from '@slipway/mesh-config/analysis';
import { analysisOnlyKinds, findAnalysisKind, findNewerParts } from '@slipway/mesh-config/diagnostics';
import { expandList, kinds, type Origin, readResource, type Resource } from '@slipway/mesh-config/resources';
import { duplicateRule, newerRule } from './mesh-rules.ts';

/** A resource, and the document that it is written in. */
interface WrittenResource {
  readonly resource: Resource;
  readonly file: string;
  readonly document: number;
}

/** Resources of one kind, namespace and name, in the order of the files: variants of one resource. */
type Variants = readonly [WrittenResource, ...WrittenResource[]];

/** Maximum number of variants of a resource; with more it is reported and not analyzed. */
const maxVariants = 16;

const collectVariants = (documents: readonly AnalyzedDocument[]): readonly Variants[] => {
  const variants = new Map<string, [WrittenResource, ...WrittenResource[]]>();
  for (const { file, document, value } of documents)
    for (const { value: one, pointer } of expandList(value)) {
      const origin: Origin = { source: file, pointer };
      const understood = readResource(one, origin, findAnalysisKind);
      if (!('resource' in understood)) continue;
      const written: WrittenResource = { resource: { ...understood.resource, version: '' }, file, document };
      const key = `${understood.resource.collection} ${understood.resource.name}`;
      const known = variants.get(key);
      if (known) known.push(written);
      else variants.set(key, [written]);
    }
  return [...variants.values()];
};

const nameOf = ({ resource, file, document }: WrittenResource): string =>
  `${resource.name} (${file}${document > 0 ? `, document ${document + 1}` : ''})`;

/** One problem for each resource that is not the first of its kind, namespace and name. */
const duplicateProblems = (all: readonly Variants[]): readonly CrossFileProblem[] =>
  all.flatMap(([first, ...others]) =>
    others.map(({ resource, file, document }, index): CrossFileProblem => ({
      file,
      document,
      pointer: `${resource.origin.pointer}/metadata/name`,
      rule: duplicateRule.id,
      message:
        `another resource of this kind has the same namespace and name: ${nameOf(first)}; ` +
        (index + 1 < maxVariants
          ? 'each is analyzed with the resources beside it, as if the other did not exist'
          : `only the first ${maxVariants} of them are analyzed`),
    })),
  );

/** One problem for each kind and field that is newer than the supported release. */
const newerProblems = (documents: readonly AnalyzedDocument[]): readonly CrossFileProblem[] =>
  documents.flatMap(({ file, document, value }) =>
    expandList(value).flatMap(({ value: one, pointer: start }) =>
      [...findNewerParts(one)].map(({ pointer, message }): CrossFileProblem => ({
        file,
        document,
        pointer: start + pointer,
        rule: newerRule.id,
        message,
      })),
    ),
  );

/** A set of resources in which each name occurs once: of each resource its variant of this number, or its first. */
const variantSet = (all: readonly Variants[], index: number): ResourceSet => {
  const byCollection = new Map([...kinds, ...analysisOnlyKinds].map(({ collection }) => [collection, [] as Resource[]]));
  for (const variants of all) {
    const { resource } = variants[index] ?? variants[0];
    byCollection.get(resource.collection)!.push(resource);
  }
  for (const list of byCollection.values()) list.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { resources: (collection) => byCollection.get(collection) };
};

/**
 * What mesh-config's analysis finds in these documents. Resources of one name are variants, such as those of a development and a
 * production overlay: they are analyzed in turn, since no mesh has both.
 */
export const analyzeMeshDocuments: CrossFileAnalysis['analyze'] = async (documents, alone) => {
  const all = collectVariants(documents);
  const written = new Map(all.flat().map((one) => [one.resource.origin, one]));
  const analyzers = createAnalyzers(
    new Map([...(await compileBuiltinSchemas())].map(([collection, compiled]) => [collection, [compiled]])),
  );
  const used = alone ? analyzers.filter(({ requires }) => requires.length === 0) : analyzers;
  const problems = new Map<string, CrossFileProblem>();
  const sets = Math.min(maxVariants, Math.max(0, ...all.map(({ length }) => length)));
  for (let index = 0; index < sets; index += 1)
    for (const one of analyze(variantSet(all, index), used).diagnostics) {
      const { file, document } = written.get(one.resource.origin)!;
      const problem = { file, document, pointer: documentPointerOf(one), rule: one.code, message: one.message };
      problems.set(JSON.stringify(problem), problem);
    }
  const newer = newerProblems(documents);
  const placeOf = ({ file, document, pointer }: CrossFileProblem): string => JSON.stringify([file, document, pointer]);
  // What is newer is not wrong: the schemas of the supported release refuse values that they do not know.
  const newerPlaces = new Set(newer.map(placeOf));
  const known = [...problems.values()].filter((one) => !newerPlaces.has(placeOf(one)));
  return [...known, ...duplicateProblems(all), ...newer];
};
