import { createAnalysisService, type AnalysisService } from '../analysis-service/analysis-service.ts';
import { createJudgeWorker } from '../analysis-service/judge-in-worker.ts';
import { createSchemaProvider } from '../analysis-service/schema-provider.ts';
import { trackUnconvertible, type UnconvertibleResources } from '../analysis-service/unconvertible-resources.ts';
import { analysisOnlyKinds, collections, findAnalysisKind } from '../analysis/collections.ts';
import { defaultGroup, kinds, meshCollection, syntheticCollection } from '../resources/kinds/kinds.ts';
import type { Resource, SourceEvent } from '../resources/resource.ts';
import { createIngressConversion } from '../ingress/ingress-conversion.ts';
import type { IngressSettings } from '../ingress/generate-resources.ts';
import { isObject } from '../resources/document-node.ts';
import { createServiceDiscovery } from '../discovery/service-discovery.ts';
import type { KubernetesSource } from '../kubernetes/kubernetes-source.ts';
import type { StatusWriter } from '../kubernetes/status-writer.ts';
import { createBodyEncoder, typeUrlOf } from '../mcp/body-encoder.ts';
import { createConversionFilter } from '../mcp/conversion-filter.ts';
import { createResourceEncoder } from '../mcp/resource-encoder.ts';
import { redirectGrpcLog } from '../mcp/grpc-log.ts';
import { createMeshFileSource, type MeshFileSource } from '../mesh-file/mesh-file-source.ts';
import { registerCollectionGauges } from '../monitoring/collection-gauges.ts';
import { defaultDelays } from '../processing/publish-strategy.ts';
import { createProcessor, type Processor } from '../processing/processor.ts';
import { createFileSource, type FileSource } from '../sources/file-source.ts';
import { createReloadSignal } from '../sources/reload-signal.ts';
import type { ConfigTopicOptions } from '../introspection/config-topic.ts';
import type { ProcessingOptions } from './processing-options.ts';
import { createServing } from './serving.ts';
import type { Component } from '../lifecycle/component.ts';

export interface Processing {
  /** The components, in the order in which they start. */
  readonly components: readonly Component[];
  /** Options of the introspection topic. */
  readonly configTopic: ConfigTopicOptions;
  /** Undefined without `--enableAnalysis`. */
  readonly analysis: AnalysisService | undefined;
}

const groups = [
  { name: 'default', collections: defaultGroup, pace: defaultDelays },
  { name: 'syntheticServiceEntry', collections: [syntheticCollection], pace: 'immediate' },
] as const;
const publishedCollections = new Set(groups.flatMap(({ collections }): readonly string[] => collections));

type Emit = (event: SourceEvent) => void;
interface Pipeline {
  readonly processor: Processor;
  /** Wraps an input so that resources that no message can carry are logged and held back. */
  filter(emit: Emit): Emit;
}

const createPipeline = ({ log, metrics, clock }: ProcessingOptions): Pipeline => {
  const encode = createResourceEncoder(createBodyEncoder(log('resource')));
  const processor = createProcessor(groups, { clock, metrics, encode });
  registerCollectionGauges(metrics, processor.snapshots);
  return {
    processor,
    filter: (emit) =>
      createConversionFilter({ encode, isServed: (name) => publishedCollections.has(name), metrics, scope: log('resource'), emit }),
  };
};

const ingressModes: readonly IngressSettings['mode'][] = ['OFF', 'DEFAULT', 'STRICT'];
/** The Ingress settings of the newest mesh file. */
const readIngressSettings = (processor: Processor, domain: string): IngressSettings => {
  const [mesh] = processor.resources(meshCollection).values();
  const { ingressControllerMode: mode, ingressClass } = isObject(mesh?.spec) ? mesh.spec : {};
  return {
    domain,
    mode: ingressModes.find((one, number) => one === mode || number === mode) ?? 'STRICT',
    ingressClass: typeof ingressClass === 'string' ? ingressClass : '',
  };
};

interface Sources {
  /** All that are read from the folder or the cluster. */
  readonly collections: readonly string[];
  readonly source: FileSource | KubernetesSource;
  readonly clusterSource: KubernetesSource | undefined;
  readonly unconvertible: UnconvertibleResources | undefined;
}

/** The source of resources: the folder of `--configPath`, or else the cluster. */
const createSources = (parts: ProcessingOptions, { processor, filter }: Pipeline, onUnconvertible: () => void): Sources => {
  const { options, log, clock, cluster } = parts;
  const isFolder = options.configPath !== '';
  // Deployments, secrets and config maps are read from files only, and only for analysis.
  const extraKinds = options.enableAnalysis && isFolder ? analysisOnlyKinds : [];
  const read = [...kinds, ...extraKinds].map(({ collection }) => collection);
  const unconvertible = options.enableAnalysis ? trackUnconvertible(processor, onUnconvertible) : undefined;
  const filtered = filter(processor.createInput(read));
  const ingress = createIngressConversion({
    settings: () => readIngressSettings(processor, options.domain),
    clock,
    scope: log('source'),
    emit: unconvertible?.tap(filtered) ?? filtered,
  });
  processor.subscribe([meshCollection], ingress.update);
  const emit = ingress.receive;
  const clusterSource = isFolder ? undefined : cluster?.createSource(emit);
  const createFiles = (): FileSource =>
    createFileSource({
      path: options.configPath,
      watch: options.watchConfigFiles,
      collections: read,
      findKind: extraKinds.length > 0 ? findAnalysisKind : undefined,
      scope: log('source'),
      clock,
      emit,
    });
  return { collections: read, source: clusterSource ?? createFiles(), clusterSource, unconvertible };
};

/** The definitions of mesh kinds that a cluster has; of files, they are read as any other kind. */
const definitionsOf = ({ clusterSource }: Sources): readonly Resource[] | undefined =>
  clusterSource?.definitions().map((name) => ({
    collection: collections.customResourceDefinitions,
    name,
    version: '',
    labels: {},
    annotations: {},
    spec: {},
    origin: { source: 'kubernetes' },
  }));

const createAnalysis = (parts: ProcessingOptions, { processor }: Pipeline, sources: () => Sources): AnalysisService => {
  const { options, log, metrics, clock, schemas } = parts;
  const unpublished = (collection: string): readonly Resource[] | undefined => {
    const definitions = collection === collections.customResourceDefinitions ? definitionsOf(sources()) : undefined;
    if (definitions) return definitions;
    return processor.isSynced(collection)
      ? [...processor.resources(collection).values()].sort((a, b) => (a.name < b.name ? -1 : 1))
      : undefined;
  };
  return createAnalysisService({
    snapshots: processor.snapshots,
    unconvertible: () => sources().unconvertible?.current() ?? [],
    unpublished,
    schemas: createSchemaProvider(schemas?.current),
    judge: createJudgeWorker(schemas?.current),
    scope: log('analysis'),
    metrics,
    clock,
    domain: options.domain,
    fromFiles: options.configPath !== '',
  });
};

interface AnalyzedSources extends Sources {
  readonly analysis: AnalysisService | undefined;
  readonly statuses: StatusWriter | undefined;
}

/** The sources, and the analysis of what they read. */
const createAnalyzedSources = (parts: ProcessingOptions, pipeline: Pipeline): AnalyzedSources => {
  const { options, cluster, schemas } = parts;
  const analysis = options.enableAnalysis ? createAnalysis(parts, pipeline, () => sources) : undefined;
  const sources = createSources(parts, pipeline, () => {
    analysis?.invalidate();
  });
  const { collections: read, clusterSource } = sources;
  const statuses = clusterSource && analysis ? cluster?.createStatusWriter(clusterSource) : undefined;
  if (analysis) {
    const unpublished = read.filter((collection) => !defaultGroup.includes(collection));
    pipeline.processor.subscribe(unpublished, analysis.invalidate);
    schemas?.subscribe(analysis.invalidate);
  }
  if (statuses) analysis?.subscribe(statuses.write);
  return { ...sources, analysis, statuses };
};

/** The mesh file, and service discovery, whose service entries contain the trust domain of the mesh file. */
const createMeshFile = ({ options, log, clock }: ProcessingOptions, { processor, filter }: Pipeline): MeshFileSource => {
  const emit = filter(processor.createInput([meshCollection]));
  const meshFile = createMeshFileSource({ path: options.meshConfigFile, scope: log('source'), emit });
  const { domain } = options;
  const scope = log('source');
  const emitSynthetic = filter(processor.createInput([syntheticCollection]));
  const discovery = { processor, clock, scope, domain, trustDomain: meshFile.trustDomain, emit: emitSynthetic };
  processor.subscribe([meshCollection], createServiceDiscovery(discovery));
  return meshFile;
};

/** Everything between the sources and the sinks: reads resources, analyzes and publishes them, and serves them over MCP. */
export const createProcessing = async (parts: ProcessingOptions): Promise<Processing> => {
  redirectGrpcLog(parts.log('grpcAdapter'));
  const pipeline = createPipeline(parts);
  const { processor } = pipeline;
  const { source, analysis, statuses } = createAnalyzedSources(parts, pipeline);
  const meshFile = createMeshFile(parts, pipeline);
  const serving = await createServing(parts, processor);
  const snapshots: Component = { name: 'snapshots', start: async () => {}, stop: async () => processor.stop() };
  return {
    components: [
      snapshots,
      ...(analysis ? [analysis] : []),
      ...serving.security,
      meshFile,
      // Sinks may connect before the resources are read, and are answered once they are.
      ...serving.components,
      source,
      createReloadSignal(source),
      ...(statuses ? [statuses] : []),
    ],
    analysis,
    configTopic: {
      snapshots: processor.snapshots,
      groups: new Map(groups.map(({ name, collections }) => [name, collections])),
      syncedByPeer: serving.syncedByPeer,
      typeUrl: ({ collection }) => typeUrlOf(collection),
    },
  };
};
