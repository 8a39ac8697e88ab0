import type { Resource } from '../resource.ts';
import type { Among, Analyzer, Look, Problem } from './analyzer.ts';
import { codes, documentationOf } from './codes.ts';
import { kindIn } from './collections.ts';
import type { Diagnostic } from './diagnostic.ts';
import { look, lookWith, type Surroundings } from './look.ts';
import { suppressedBy } from './suppressed.ts';

/** An analyzer that could not tell, and what it would have needed. */
export interface Skipped { readonly analyzer: string; readonly missing: readonly string[] }
export interface Analysis { readonly diagnostics: readonly Diagnostic[]; readonly skipped: readonly Skipped[] }

const lines = new WeakMap<object, Map<string, number | undefined>>();
/** Finding a line means reading the document again: each is looked for once. */
const lineOf = ({ lineOf: find, line }: Resource['origin'], pointer: string): number | undefined => {
  if (!find) return line;
  const known = lines.get(find) ?? new Map<string, number | undefined>();
  lines.set(find, known);
  if (!known.has(pointer)) known.set(pointer, find(pointer) ?? line);
  return known.get(pointer);
};

/** What a problem is, told of its resource. */
export const diagnosticOf = ({ code, pointer, message }: Problem, resource: Resource): Diagnostic => {
  const { collection, name, origin } = resource;
  const line = lineOf(origin, pointer);
  return { code, level: codes[code].level, kind: kindIn(collection)?.kind ?? collection, resource: { collection, name, origin }, pointer, ...(line === undefined ? {} : { line }), message, documentation: documentationOf(code) };
};

/** What one analyzer finds about one resource; where it fails, that. */
const problemsWith = (analyzer: Analyzer, resource: Resource, given: Look): readonly Problem[] => {
  try { return [...analyzer.check(resource, given)]; } catch (error) {
    return [{ code: 'IST0001', pointer: '', message: `The analyzer ${analyzer.name} failed at this resource (${error instanceof Error ? error.message : String(error)}): this is our fault, please report it` }];
  }
};
const findings = (analyzer: Analyzer, resource: Resource, given: Look): readonly Diagnostic[] => {
  const problems = problemsWith(analyzer, resource, given);
  if (problems.length === 0) return [];
  const isSilent = suppressedBy(resource);
  return problems.filter(({ code }) => !isSilent(code)).map((problem) => diagnosticOf(problem, resource));
};

/**
 * Of Kubernetes' own kinds, one that has no resource at all counts as not known: files of a mesh's configuration do not hold
 * the cluster, and nothing can be said to be missing in it.
 */
const known = (among: Among): Among => ({
  resources: (collection) => {
    const found = among.resources(collection);
    return found?.length === 0 && kindIn(collection)?.builtin ? undefined : found;
  },
});

/** Step by step, so that others get their turn: it yields after each resource that an analyzer was asked about. */
export function* analyzing(given: Among, analyzers: readonly Analyzer[], surroundings: Surroundings = {}): Generator<undefined, Analysis> {
  const among = known(given), around = look(among, surroundings);
  const diagnostics: Diagnostic[] = [], skipped: Skipped[] = [];
  for (const analyzer of analyzers) {
    const missing = analyzer.needs.filter((one) => among.resources(one) === undefined);
    const about = analyzer.about.filter((one) => among.resources(one) !== undefined);
    if (missing.length > 0 || about.length === 0) { skipped.push({ analyzer: analyzer.name, missing: missing.length > 0 ? missing : analyzer.about }); continue; }
    for (const collection of about) for (const resource of around.all(collection)) {
      diagnostics.push(...findings(analyzer, resource, around));
      yield;
    }
  }
  return { diagnostics: inOrder(diagnostics), skipped };
}

/** By source and line, then by code: as people read files. */
const inOrder = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] => {
  const keys = new Map(diagnostics.map((one) => [one, [one.resource.origin.source, one.line ?? 0, one.resource.collection, one.resource.name, one.code, one.pointer] as const]));
  return [...diagnostics].sort((a, b) => {
    const [x, y] = [keys.get(a)!, keys.get(b)!];
    const at = x.findIndex((part, index) => part !== y[index]);
    return at < 0 ? 0 : x[at]! < y[at]! ? -1 : 1;
  });
};

/** All at once. */
export const analyze = (among: Among, analyzers: readonly Analyzer[], surroundings: Surroundings = {}): Analysis => {
  const steps = analyzing(among, analyzers, surroundings);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
};

/** Says of single resources what analysis would say of them among these, each in place of the one that has its name. */
export const diagnoser = (given: Among, analyzers: readonly Analyzer[], surroundings: Surroundings = {}): ((resource: Resource) => readonly Diagnostic[]) => {
  const among = known(given), base = look(among, surroundings);
  return (resource) => {
    const around = lookWith(resource, base, among);
    return inOrder(analyzers.filter(({ about, needs }) => about.includes(resource.collection) && needs.every((one) => one === resource.collection || among.resources(one) !== undefined))
      .flatMap((analyzer) => findings(analyzer, resource, around)));
  };
};
