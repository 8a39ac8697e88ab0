import type { Resource } from '../resources/resource.ts';
import type { ResourceSet, Analyzer, AnalysisContext, Finding } from './analyzer.ts';
import { checkResource } from './check-resource.ts';
import { diagnosticCodes, documentationUrlOf } from './codes.ts';
import { collections, findAnalysisKindByCollection } from './collections.ts';
import type { Diagnostic } from './diagnostic.ts';
import { createAnalysisCache, findCheckedList, findMemoized, findPartToCheck, keepMemoized, resultsOf } from './analysis-cache.ts';
import { createAnalysisContext, createContextWithResource, type AnalysisOptions, type MemoizingContext } from './analysis-context.ts';
import { createSuppressionFilter } from './suppression.ts';

/** An analyzer that was skipped, and the collections that it lacks. */
export interface SkippedAnalyzer {
  readonly analyzer: string;
  readonly missing: readonly string[];
}
export interface AnalysisResult {
  readonly diagnostics: readonly Diagnostic[];
  readonly skipped: readonly SkippedAnalyzer[];
}

const lineCaches = new WeakMap<object, Map<string, number | undefined>>();
/** Finding a line requires reading the document again, so the line of a diagnostic is computed once. */
const findLine = ({ lineOf: find, line }: Resource['origin'], pointer: string): number | undefined => {
  if (!find) return line;
  const known = lineCaches.get(find) ?? new Map<string, number | undefined>();
  lineCaches.set(find, known);
  if (!known.has(pointer)) known.set(pointer, find(pointer) ?? line);
  return known.get(pointer);
};

/** The diagnostic for a finding in a resource. */
export const createDiagnostic = ({ code, pointer, message }: Finding, resource: Resource): Diagnostic => {
  const { collection, name, origin } = resource;
  const line = findLine(origin, pointer);
  return {
    code,
    level: diagnosticCodes[code].level,
    kind: findAnalysisKindByCollection(collection)?.kind ?? collection,
    resource: { collection, name, origin },
    pointer,
    ...(line === undefined ? {} : { line }),
    message,
    documentation: documentationUrlOf(code),
  };
};

/** The diagnostics of one analyzer in one resource. Yields where other work may be done. */
function* diagnose(analyzer: Analyzer, resource: Resource, given: AnalysisContext): Generator<undefined, readonly Diagnostic[]> {
  const problems = yield* checkResource(analyzer, resource, given);
  if (problems.length === 0) return [];
  const isSilent = createSuppressionFilter(resource);
  return problems.filter(({ code }) => !isSilent(code)).map((problem) => createDiagnostic(problem, resource));
}
/** Runs to its end what yields, without interruption. */
const runToEnd = <T>(steps: Generator<unknown, T>): T => {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
};

/** By kind, the kinds that need it: files that contain one of these are assumed to contain the needed kind as well. */
const evidence: ReadonlyMap<string, readonly string[]> = new Map([
  [collections.services, [collections.deployments, collections.pods]],
  [collections.secrets, [collections.pods]],
]);

/**
 * Treats built-in kinds of Kubernetes without any resource as unknown: files with the configuration of a mesh do not contain
 * the cluster, so a missing resource of such a kind is not an error. Files with workloads do contain their services.
 */
const hideEmptyBuiltins = (among: ResourceSet): ResourceSet => {
  const isEmpty = (collection: string): boolean => (among.resources(collection) ?? []).length === 0;
  return {
    resources: (collection) => {
      const found = among.resources(collection);
      if (found?.length !== 0 || !findAnalysisKindByCollection(collection)?.builtin) return found;
      return (evidence.get(collection) ?? []).every(isEmpty) ? undefined : found;
    },
  };
};

interface ListToCheck {
  readonly analyzer: Analyzer;
  readonly collection: string;
  readonly around: MemoizingContext;
  readonly among: ResourceSet;
  readonly results: ReturnType<typeof resultsOf>;
}
/** Work in steps: a promise is to be awaited before the next one. */
type AnalysisSteps<T> = Generator<Promise<void> | undefined, T>;

/** Resources that were checked before are passed over so many at a time. */
const knownAtOnce = 500;

/** The findings of an analyzer in the resources of one collection; only those that have changed are checked. */
function* checkList({ analyzer, collection, around, among, results }: ListToCheck): AnalysisSteps<readonly Diagnostic[]> {
  const list = around.list(collection);
  const known = findCheckedList(results, collection, list);
  if (known) return known;
  const { lists, checked, checkedLists } = results;
  const read = new Set(lists.keys());
  const { start, end, before, after } = findPartToCheck(results, collection, list);
  const found = [...before];
  for (let index = start; index < end; index += 1) {
    const resource = list[index]!;
    if (resource.isGenerated) continue;
    const { origin } = resource;
    let one = checked.get(resource);
    if (one?.origin !== origin) {
      const prepared = analyzer.prepare?.(resource);
      if (prepared) yield prepared;
      const steps = diagnose(analyzer, resource, around);
      const takeStep = () => around.recordReads(read, () => steps.next());
      let step = takeStep();
      for (; !step.done; step = takeStep()) yield;
      one = { origin, diagnostics: step.value };
      if (lists.size < read.size) for (const each of read) lists.set(each, among.resources(each));
      checked.set(resource, one);
      yield;
    } else if (index % knownAtOnce === 0) yield;
    if (one.diagnostics.length > 0) found.push({ resource, index, ...one });
  }
  found.push(...after);
  checkedLists.set(collection, { list, found });
  return found.flatMap(({ diagnostics }) => diagnostics);
}

/**
 * Analyzes in steps, so that other work can run in between, within a resource and after it. What `cache` has of an earlier analysis, and
 * what still holds, is not checked again.
 */
export function* analyzeInSteps(
  given: ResourceSet,
  analyzers: readonly Analyzer[],
  surroundings: AnalysisOptions = {},
  cache = createAnalysisCache(),
): AnalysisSteps<AnalysisResult> {
  const among = hideEmptyBuiltins(given),
    around = createAnalysisContext(among, surroundings, (compute) => findMemoized(cache, compute, among));
  const options = JSON.stringify(surroundings);
  if (cache.options !== options) Object.assign(cache, createAnalysisCache(), { options });
  const diagnostics: Diagnostic[] = [],
    skipped: SkippedAnalyzer[] = [];
  for (const analyzer of analyzers) {
    const missing = analyzer.requires.filter((one) => among.resources(one) === undefined);
    const about = analyzer.collections.filter((one) => among.resources(one) !== undefined);
    if (missing.length > 0 || about.length === 0) {
      skipped.push({ analyzer: analyzer.name, missing: missing.length > 0 ? missing : analyzer.collections });
      continue;
    }
    const results = resultsOf(cache, analyzer, among);
    for (const collection of about) diagnostics.push(...(yield* checkList({ analyzer, collection, around, among, results })));
  }
  keepMemoized(cache, around.memoized, among);
  return { diagnostics: sortDiagnostics(diagnostics), skipped };
}

const sortKeys = new WeakMap<Diagnostic, string>();
/** The sort key: source and line, then the resource and the code. The separator sorts before all other characters. */
const sortKeyOf = (one: Diagnostic): string => {
  const known = sortKeys.get(one);
  if (known !== undefined) return known;
  const { resource, line = 0, code, pointer } = one;
  const key = [resource.origin.source, String(line).padStart(9, '0'), resource.collection, resource.name, code, pointer].join('\0');
  sortKeys.set(one, key);
  return key;
};
const sortDiagnostics = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
  diagnostics
    .map((one) => ({ one, key: sortKeyOf(one) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ one }) => one);

/** Analyzes all resources synchronously, with analyzers that do not use other threads. */
export const analyze = (
  among: ResourceSet,
  analyzers: readonly Analyzer[],
  surroundings: AnalysisOptions = {},
  cache = createAnalysisCache(),
): AnalysisResult => runToEnd(analyzeInSteps(among, analyzers, surroundings, cache));

/** Analyzes single resources as if each replaced the resource of the same name in this set. */
export const createDiagnoser = (
  given: ResourceSet,
  analyzers: readonly Analyzer[],
  surroundings: AnalysisOptions = {},
): ((resource: Resource) => readonly Diagnostic[]) => {
  const among = hideEmptyBuiltins(given),
    base = createAnalysisContext(among, surroundings);
  return (resource) => {
    const around = createContextWithResource(resource, base, among);
    return sortDiagnostics(
      analyzers
        .filter(
          ({ collections: about, requires: needs }) =>
            about.includes(resource.collection) && needs.every((one) => one === resource.collection || among.resources(one) !== undefined),
        )
        .flatMap((analyzer) => runToEnd(diagnose(analyzer, resource, around))),
    );
  };
};
