import type { Compiled } from '@slipway/schema-tools/load';
import { type AnalysisCache, createAnalysisCache } from '../analysis/analysis-cache.ts';
import { type AnalysisResult, analyzeInSteps, createDiagnoser } from '../analysis/analyze.ts';
import type { ResourceSet, Analyzer } from '../analysis/analyzer.ts';
import type { AnalysisOptions } from '../analysis/analysis-context.ts';
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
import type { JudgeWorker } from './judge-in-worker.ts';
import { runInSlices } from './run-in-slices.ts';
import { logDiagnosticChanges, logSkippedAnalyzers } from './log-diagnostics.ts';

export interface AnalysisServiceOptions {
  readonly snapshots: Snapshots;
  /** Resources that are read and not published (pods, secrets); undefined: the collection is not known. */
  unpublished(collection: string): readonly Resource[] | undefined;
  /** Resources as they are written that cannot be served; they replace the published ones of the same name. */
  unconvertible?(): readonly Resource[];
  /** JSON Schemas by collection, called before each analysis; returns the same map while the schemas are unchanged. */
  schemas(): Promise<ReadonlyMap<string, readonly Compiled[]>>;
  /** Judges long documents off this thread; left out: all are judged here. It is stopped with the service. */
  readonly judge?: JudgeWorker;
  readonly scope: LogScope;
  readonly metrics: Pick<MetricsRegistry, 'gauge'>;
  readonly clock: Clock;
  /** `--domain` */
  readonly domain: string;
  /** Whether resources come from files, which do not hold what the installation of a mesh brings. */
  readonly fromFiles: boolean;
}

export interface AnalysisService extends Component {
  /** The result of the newest analysis, which may be older than the newest publication; undefined: there was none yet. */
  current(): AnalysisResult | undefined;
  /** Calls the listener with all diagnostics of each analysis. */
  subscribe(listener: (diagnostics: readonly Diagnostic[]) => void): void;
  /**
   * Diagnostics of a resource among the published ones, without those of schemas. None is worse than a warning: what a
   * resource refers to may be applied after it.
   */
  advise(resource: Resource): readonly Diagnostic[];
  /** Requests another analysis: schemas or inputs have changed. */
  invalidate(): void;
}

/** Merges resources, in which later ones replace those of the same name; sorted by name. */
const replaceByName = (all: readonly Resource[], some: readonly Resource[]): readonly Resource[] =>
  [...new Map([...all, ...some].map((one) => [one.name, one])).values()].sort((a, b) => (a.name < b.name ? -1 : 1));

/** Milliseconds in which publications are batched: a group publishes its collections one by one. */
const batchDelay = 5;

interface Analyzers {
  readonly schemas: ReadonlyMap<string, readonly Compiled[]>;
  readonly analyzers: readonly Analyzer[];
}
interface ServiceState extends AnalysisServiceOptions {
  readonly setGauge: ReturnType<MetricsRegistry['gauge']>;
  readonly listeners: ((diagnostics: readonly Diagnostic[]) => void)[];
  result: AnalysisResult | undefined;
  isStopped: boolean;
  isOutdated: boolean;
  running: Promise<void> | undefined;
  cancel: (() => void) | undefined;
  diagnose: ReturnType<typeof createDiagnoser> | undefined;
  analyzers: Analyzers | undefined;
  readonly cache: AnalysisCache;
  /** Resources by collection, as the last analysis had them. */
  readonly lists: Map<string, readonly Resource[]>;
}

const currentAnalyzers = async (state: ServiceState): Promise<readonly Analyzer[]> => {
  const schemas = await state.schemas();
  if (state.analyzers?.schemas !== schemas) state.analyzers = { schemas, analyzers: createAnalyzers(schemas, state.judge?.judge) };
  return state.analyzers.analyzers;
};

/** The list of an earlier analysis if it has the same resources, so that findings about them stay valid. */
const keepList = ({ lists }: ServiceState, collection: string, list: readonly Resource[] | undefined): typeof list => {
  const known = lists.get(collection);
  if (!list || (known?.length === list.length && known.every((one, index) => one === list[index]))) return list && known;
  lists.set(collection, list);
  return list;
};

/** All resources at this moment; later publications do not change the set. */
const takeResources = (state: ServiceState): ResourceSet => {
  const { snapshots, unpublished, unconvertible = () => [] } = state;
  const resources = new Map(snapshots.collections.map((collection) => [collection, snapshots.current(collection)?.resources]));
  for (const [collection, written] of groupBy(unconvertible(), (resource) => resource.collection))
    resources.set(collection, replaceByName(resources.get(collection) ?? [], written));
  const taken = new Map<string, readonly Resource[] | undefined>();
  return {
    resources: (collection) => {
      if (!taken.has(collection))
        taken.set(collection, keepList(state, collection, resources.has(collection) ? resources.get(collection) : unpublished(collection)));
      return taken.get(collection);
    },
  };
};

const analysisOptionsOf = ({ snapshots, domain, fromFiles }: ServiceState): AnalysisOptions => {
  const spec = snapshots.current(meshCollection)?.resources[0]?.spec;
  const mesh = isObject(spec) ? spec : {};
  const { rootNamespace } = mesh;
  return {
    domain,
    ...(typeof rootNamespace === 'string' && rootNamespace !== '' ? { rootNamespace } : {}),
    hasAutoMutualTls: mesh['enableAutoMtls'] === true,
    hasDefaultIngress: fromFiles && mesh['ingressControllerMode'] !== 'OFF',
  };
};

const updateGauge = ({ setGauge }: ServiceState, diagnostics: readonly Diagnostic[]): void => {
  const counts = new Map<string, number>(diagnosticCodeNames.map((code) => [code, 0]));
  for (const { code } of diagnostics) counts.set(code, counts.get(code)! + 1);
  for (const code of diagnosticCodeNames) setGauge({ code, level: diagnosticCodes[code].level }, counts.get(code)!);
};

/** Before all collections are published, a resource that is missing may still come. */
const isPublished = ({ snapshots }: ServiceState): boolean =>
  snapshots.collections.every(
    (collection) => findAnalysisKindByCollection(collection) === undefined || snapshots.current(collection) !== undefined,
  );

const runAnalysis = async (state: ServiceState): Promise<void> => {
  const { scope } = state;
  state.isOutdated = false;
  if (!isPublished(state)) return;
  const steps = analyzeInSteps(takeResources(state), await currentAnalyzers(state), analysisOptionsOf(state), state.cache);
  const result = await runInSlices(steps, () => state.isStopped);
  if (!result) return;
  logSkippedAnalyzers(scope, state.result?.skipped, result.skipped);
  logDiagnosticChanges(scope, state.result?.diagnostics ?? [], result.diagnostics);
  state.result = result;
  updateGauge(state, result.diagnostics);
  for (const listener of state.listeners) listener(result.diagnostics);
};

const startAnalysis = (state: ServiceState): void => {
  state.cancel = undefined;
  state.running = runAnalysis(state)
    .catch((error: unknown) => {
      state.scope.error(`the analysis failed. This is a bug in Slipway; please report it: ${String(error)}`);
    })
    .then(() => {
      state.running = undefined;
      if (state.isOutdated) invalidate(state);
    });
};

const invalidate = (state: ServiceState): void => {
  state.diagnose = undefined;
  state.isOutdated = true;
  if (state.isStopped || state.running) return;
  state.cancel ??= state.clock.schedule(batchDelay, () => {
    startAnalysis(state);
  });
};

const createState = (options: AnalysisServiceOptions): ServiceState => ({
  ...options,
  setGauge: options.metrics.gauge('cfgmgr_analysis_diagnostics', 'Findings of the newest analysis', ['code', 'level']),
  listeners: [],
  result: undefined,
  isStopped: false,
  isOutdated: false,
  running: undefined,
  cancel: undefined,
  diagnose: undefined,
  cache: createAnalysisCache(),
  lists: new Map(),
  analyzers: undefined,
});

/** Analyzes the published resources after each publication, in slices, and reports what has changed in the diagnostics. */
export const createAnalysisService = (options: AnalysisServiceOptions): AnalysisService => {
  const { snapshots } = options;
  const state = createState(options);
  const requestAnalysis = (): void => {
    invalidate(state);
  };
  let unwatch: readonly (() => void)[] = [];
  return {
    name: 'analysis',
    current: () => state.result,
    invalidate: requestAnalysis,
    subscribe: (listener) => {
      state.listeners.push(listener);
    },
    advise: (resource) => {
      state.diagnose ??= createDiagnoser(takeResources(state), schemalessAnalyzers, analysisOptionsOf(state));
      return state.diagnose(resource).map((one) => (one.level === 'Error' ? { ...one, level: 'Warn' } : one));
    },
    start: async () => {
      updateGauge(state, []);
      unwatch = snapshots.collections.map((collection) => snapshots.watch(collection, requestAnalysis));
      if (snapshots.collections.some((collection) => snapshots.current(collection))) requestAnalysis();
    },
    stop: async () => {
      state.isStopped = true;
      state.cancel?.();
      for (const end of unwatch) end();
      await options.judge?.stop();
      await state.running;
    },
  };
};
