import type { Resource } from '../resources/resource.ts';
import type { ResourceSet, Analyzer, AnalysisContext, Finding } from './analyzer.ts';
import { diagnosticCodes, documentationUrlOf } from './codes.ts';
import { collections, findAnalysisKindByCollection } from './collections.ts';
import type { Diagnostic } from './diagnostic.ts';
import { createAnalysisContext, createContextWithResource, type AnalysisOptions } from './analysis-context.ts';
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

/** The findings of one analyzer in one resource; if the analyzer fails, a finding about the failure. */
const runAnalyzer = (analyzer: Analyzer, resource: Resource, given: AnalysisContext): readonly Finding[] => {
  try {
    return [...analyzer.check(resource, given)];
  } catch (error) {
    return [
      {
        code: 'IST0001',
        pointer: '',
        message:
          `The analyzer ${analyzer.name} failed at this resource (${error instanceof Error ? error.message : String(error)}). ` +
          'This is a bug in Slipway; please report it.',
      },
    ];
  }
};
const diagnose = (analyzer: Analyzer, resource: Resource, given: AnalysisContext): readonly Diagnostic[] => {
  const problems = runAnalyzer(analyzer, resource, given);
  if (problems.length === 0) return [];
  const isSilent = createSuppressionFilter(resource);
  return problems.filter(({ code }) => !isSilent(code)).map((problem) => createDiagnostic(problem, resource));
};

/** Who writes one of these kinds writes those that it needs as well. */
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

/** Analyzes in steps, so that other work can run in between: yields after each pair of analyzer and resource. */
export function* analyzeInSteps(
  given: ResourceSet,
  analyzers: readonly Analyzer[],
  surroundings: AnalysisOptions = {},
): Generator<undefined, AnalysisResult> {
  const among = hideEmptyBuiltins(given),
    around = createAnalysisContext(among, surroundings);
  const diagnostics: Diagnostic[] = [],
    skipped: SkippedAnalyzer[] = [];
  for (const analyzer of analyzers) {
    const missing = analyzer.requires.filter((one) => among.resources(one) === undefined);
    const about = analyzer.collections.filter((one) => among.resources(one) !== undefined);
    if (missing.length > 0 || about.length === 0) {
      skipped.push({ analyzer: analyzer.name, missing: missing.length > 0 ? missing : analyzer.collections });
      continue;
    }
    for (const collection of about)
      for (const resource of around.list(collection)) {
        if (resource.isGenerated) continue;
        diagnostics.push(...diagnose(analyzer, resource, around));
        yield;
      }
  }
  return { diagnostics: sortDiagnostics(diagnostics), skipped };
}

/** Compares by source and line, then by code. */
const sortDiagnostics = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] => {
  const keys = new Map(
    diagnostics.map((one) => [
      one,
      [one.resource.origin.source, one.line ?? 0, one.resource.collection, one.resource.name, one.code, one.pointer] as const,
    ]),
  );
  return [...diagnostics].sort((a, b) => {
    const [x, y] = [keys.get(a)!, keys.get(b)!];
    const at = x.findIndex((part, index) => part !== y[index]);
    return at < 0 ? 0 : x[at]! < y[at]! ? -1 : 1;
  });
};

/** Analyzes all resources without interruption. */
export const analyze = (among: ResourceSet, analyzers: readonly Analyzer[], surroundings: AnalysisOptions = {}): AnalysisResult => {
  const steps = analyzeInSteps(among, analyzers, surroundings);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
};

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
        .flatMap((analyzer) => diagnose(analyzer, resource, around)),
    );
  };
};
