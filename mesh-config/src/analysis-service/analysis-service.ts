import type { Compiled } from '@slipway/schema-tools/load';
import { type AnalysisResult, analyzeInSteps, createDiagnoser } from '../analysis/analyze.ts';
import type { ResourceSet, Analyzer } from '../analysis/analyzer.ts';
import { createAnalyzers, schemalessAnalyzers } from '../analysis/analyzers.ts';
import { diagnosticCodeNames, diagnosticCodes } from '../analysis/codes.ts';
import { findAnalysisKindByCollection } from '../analysis/collections.ts';
import { groupBy } from '../analysis/group-by.ts';
import type { Diagnostic } from '../analysis/diagnostic.ts';
import { isObject } from '../resources/document-node.ts';
import { meshCollection } from '../resources/kinds/kinds.ts';
import type { Resource } from '../resources/resource.ts';
import type { Clock } from '../lifecycle/clock.ts';
import type { LogScope } from '../log/scope.ts';
import type { MetricsRegistry } from '../monitoring/metrics-registry.ts';
import type { Component } from '../lifecycle/component.ts';
import type { Snapshots } from '../snapshots/snapshot.ts';
import { runInSlices } from './run-in-slices.ts';
import { logDiagnosticChanges, logSkippedAnalyzers } from './log-diagnostics.ts';

export interface AnalysisServiceOptions {
  readonly snapshots: Snapshots;
  /** What is read and not published (pods, secrets); undefined: not known. */
  unpublished(collection: string): readonly Resource[] | undefined;
  /** What is written and not served, in place of what is published under its name. */
  unconvertible?(): readonly Resource[];
  /** JSON Schemas by collection; asked anew before each analysis, and the same map while they are the same. */
  schemas(): Promise<ReadonlyMap<string, readonly Compiled[]>>;
  readonly scope: LogScope;
  readonly metrics: Pick<MetricsRegistry, 'gauge'>;
  readonly clock: Clock;
  /** `--domain` */
  readonly domain: string;
}

export interface AnalysisService extends Component {
  /** The newest: of a publication that may by now have been followed by another. undefined: there was none yet. */
  current(): AnalysisResult | undefined;
  /** Called with every new set of findings: each one whole. */
  subscribe(told: (diagnostics: readonly Diagnostic[]) => void): void;
  /**
   * What is to be said of a resource as it would be among those that are published, beside what its schemas say. Nothing of
   * it is worse than a warning: what a resource names may be applied after it.
   */
  advise(resource: Resource): readonly Diagnostic[];
  /** Has all of it analyzed again: schemas are others than before. */
  invalidate(): void;
}

/** Resources with some in the places of those of their names, in the order of names. */
const replaceByName = (all: readonly Resource[], some: readonly Resource[]): readonly Resource[] =>
  [...new Map([...all, ...some].map((one) => [one.name, one])).values()].sort((a, b) => (a.name < b.name ? -1 : 1));

/** Milliseconds in which publications are gathered: a group publishes its collections one after the other. */
const batchDelay = 5;

/** Analyses what is published, after each publication, a slice at a time; keeps and tells what it finds. */
export const createAnalysisService = ({
  snapshots,
  unpublished: inputs,
  unconvertible: withheld = () => [],
  schemas,
  scope,
  metrics,
  clock,
  domain,
}: AnalysisServiceOptions): AnalysisService => {
  const gauge = metrics.gauge('cfgmgr_analysis_diagnostics', 'Findings of the newest analysis', ['code', 'level']);
  const followers: ((diagnostics: readonly Diagnostic[]) => void)[] = [];
  let newest: AnalysisResult | undefined;
  let [stopped, wanted] = [false, false];
  let running: Promise<void> | undefined;
  let cancel: (() => void) | undefined;
  let unwatch: readonly (() => void)[] = [];
  let advice: ReturnType<typeof createDiagnoser> | undefined;
  let known: { readonly schemas: ReadonlyMap<string, readonly Compiled[]>; readonly analyzers: readonly Analyzer[] } | undefined;

  const analyzers = async (): Promise<readonly Analyzer[]> => {
    const now = await schemas();
    if (known?.schemas !== now) known = { schemas: now, analyzers: createAnalyzers(now) };
    return known.analyzers;
  };
  /** As it is at this moment: nothing that is published later is in it. */
  const among = (): ResourceSet => {
    const found = new Map(snapshots.collections.map((collection) => [collection, snapshots.current(collection)?.resources]));
    for (const [collection, own] of groupBy(withheld(), (one) => one.collection))
      found.set(collection, replaceByName(found.get(collection) ?? [], own));
    return {
      resources: (collection) => {
        if (!found.has(collection)) found.set(collection, inputs(collection));
        return found.get(collection);
      },
    };
  };
  const surroundings = () => {
    const spec = snapshots.current(meshCollection)?.resources[0]?.spec;
    const rootNamespace = isObject(spec) ? spec['rootNamespace'] : undefined;
    return { domain, ...(typeof rootNamespace === 'string' && rootNamespace !== '' ? { rootNamespace } : {}) };
  };
  const count = (diagnostics: readonly Diagnostic[]): void => {
    const counts = new Map<string, number>(diagnosticCodeNames.map((code) => [code, 0]));
    for (const { code } of diagnostics) counts.set(code, counts.get(code)! + 1);
    for (const code of diagnosticCodeNames) gauge({ code, level: diagnosticCodes[code].level }, counts.get(code)!);
  };
  /** Before a first publication there is nothing that could be missing. */
  const isPublished = (): boolean =>
    snapshots.collections.every(
      (collection) => findAnalysisKindByCollection(collection) === undefined || snapshots.current(collection) !== undefined,
    );
  const run = async (): Promise<void> => {
    wanted = false;
    if (!isPublished()) return;
    const next = await runInSlices(analyzeInSteps(among(), await analyzers(), surroundings()), () => stopped);
    if (!next) return;
    logSkippedAnalyzers(scope, newest?.skipped, next.skipped);
    logDiagnosticChanges(scope, newest?.diagnostics ?? [], next.diagnostics);
    newest = next;
    count(next.diagnostics);
    for (const told of followers) told(next.diagnostics);
  };
  const begin = (): void => {
    cancel = undefined;
    running = run()
      .catch((error: unknown) => {
        scope.error(`the analysis failed; this is our fault, please report it: ${String(error)}`);
      })
      .then(() => {
        running = undefined;
        if (wanted) soon();
      });
  };
  const soon = (): void => {
    advice = undefined;
    wanted = true;
    if (!stopped && !running) cancel ??= clock.schedule(batchDelay, begin);
  };
  return {
    name: 'analysis',
    current: () => newest,
    invalidate: soon,
    subscribe: (told) => {
      followers.push(told);
    },
    advise: (resource) =>
      (advice ??= createDiagnoser(among(), schemalessAnalyzers, surroundings()))(resource).map((one) =>
        one.level === 'Error' ? { ...one, level: 'Warn' } : one,
      ),
    start: async () => {
      count([]);
      unwatch = snapshots.collections.map((collection) => snapshots.watch(collection, soon));
      if (snapshots.collections.some((collection) => snapshots.current(collection))) soon();
    },
    stop: async () => {
      stopped = true;
      cancel?.();
      for (const end of unwatch) end();
      await running;
    },
  };
};
