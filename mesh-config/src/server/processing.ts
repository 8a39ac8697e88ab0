import { createAnalysisService, type AnalysisService } from '../analysis-service/analysis-service.ts';
import { createSchemaProvider } from '../analysis-service/schema-provider.ts';
import { trackUnconvertible, type UnconvertibleResources } from '../analysis-service/unconvertible-resources.ts';
import { analysisOnlyKinds, findAnalysisKind } from '../analysis/collections.ts';
import { defaultGroup, kinds, meshCollection, syntheticCollection } from '../resources/kinds/kinds.ts';
import type { Resource, SourceEvent } from '../resources/resource.ts';
import type { Clock } from '../lifecycle/clock.ts';
import { createServiceDiscovery } from '../discovery/service-discovery.ts';
import type { Environment, RateLimit } from '../environment.ts';
import type { ServerOptions } from '../flags/server-flags.ts';
import type { KubernetesSource } from '../kubernetes/kubernetes-source.ts';
import type { StatusWriter } from '../kubernetes/status-writer.ts';
import type { Cluster } from './cluster.ts';
import type { Log } from '../log/scope.ts';
import { createBodyEncoder, typeUrlOf } from '../mcp/body-encoder.ts';
import { createConversionFilter } from '../mcp/conversion-filter.ts';
import { createReloadingCredentials } from '../mcp/reloading-credentials.ts';
import { createDenialLog } from '../mcp/denial-log.ts';
import { createResourceEncoder } from '../mcp/resource-encoder.ts';
import { redirectGrpcLog } from '../mcp/grpc-log.ts';
import { watchAccessList } from '../mcp/watched-access-list.ts';
import { createMcpServer } from '../mcp/mcp-server.ts';
import { createSinkCredentials } from '../mcp/sink-credentials.ts';
import { createSinkConnection } from '../mcp/sink-connection.ts';
import { parseSinkMetadata } from '../mcp/sink-metadata.ts';
import { createMcpSource } from '../mcp/mcp-source.ts';
import { createTokenBucket, type TokenBucket } from '../mcp/token-bucket.ts';
import { createMeshFileSource, type MeshFileSource } from '../mesh-file/mesh-file-source.ts';
import { registerCollectionGauges } from '../monitoring/collection-gauges.ts';
import type { MetricsRegistry } from '../monitoring/metrics-registry.ts';
import { defaultDelays } from '../processing/publish-strategy.ts';
import { createProcessor, type Processor } from '../processing/processor.ts';
import { createFileSource, type FileSource } from '../sources/file-source.ts';
import { createReloadSignal } from '../sources/reload-signal.ts';
import type { ConfigTopicOptions } from '../introspection/config-topic.ts';
import type { Validation } from '../validation/validation.ts';
import type { Component } from '../lifecycle/component.ts';

export interface ProcessingOptions {
  readonly options: ServerOptions;
  readonly log: Log;
  readonly metrics: MetricsRegistry;
  readonly environment: Environment;
  readonly clock: Clock;
  readonly version: string;
  /** The value of the label `component` of metrics. */
  readonly component: string;
  /** The source of resources without `--configPath`. */
  readonly cluster?: Cluster | undefined;
  /** Schemas of CRDs and overlays, for analysis. */
  readonly schemas?: Validation['schemas'] | undefined;
}

export interface Processing {
  /** In the order in which they start. */
  readonly components: readonly Component[];
  /** Options of the introspection topic. */
  readonly configTopic: ConfigTopicOptions;
  /** undefined without `--enableAnalysis`. */
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
  const collections = [...kinds, ...extraKinds].map(({ collection }) => collection);
  const unconvertible = options.enableAnalysis ? trackUnconvertible(processor, onUnconvertible) : undefined;
  const filtered = filter(processor.createInput(collections));
  const emit = unconvertible?.tap(filtered) ?? filtered;
  const clusterSource = isFolder ? undefined : cluster?.createSource(emit);
  const createFiles = (): FileSource =>
    createFileSource({
      path: options.configPath,
      watch: options.watchConfigFiles,
      collections,
      findKind: extraKinds.length > 0 ? findAnalysisKind : undefined,
      scope: log('source'),
      clock,
      emit,
    });
  return { collections, source: clusterSource ?? createFiles(), clusterSource, unconvertible };
};

const createAnalysis = (parts: ProcessingOptions, { processor }: Pipeline, sources: () => Sources): AnalysisService => {
  const { options, log, metrics, clock, schemas } = parts;
  const unpublished = (collection: string): readonly Resource[] | undefined =>
    processor.isSynced(collection) ? [...processor.resources(collection).values()].sort((a, b) => (a.name < b.name ? -1 : 1)) : undefined;
  return createAnalysisService({
    snapshots: processor.snapshots,
    unconvertible: () => sources().unconvertible?.current() ?? [],
    unpublished,
    schemas: createSchemaProvider(schemas?.current),
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
  const { collections, clusterSource } = sources;
  const statuses = clusterSource && analysis ? cluster?.createStatusWriter(clusterSource) : undefined;
  if (analysis) {
    const unpublished = collections.filter((collection) => !defaultGroup.includes(collection));
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
  const emitSynthetic = processor.createInput([syntheticCollection]);
  if (!options.enableServiceDiscovery) {
    emitSynthetic({ kind: 'full-sync', collection: syntheticCollection });
    return meshFile;
  }
  const { domain } = options;
  const discovery = { processor, clock, domain, trustDomain: meshFile.trustDomain, emit: filter(emitSynthetic) };
  processor.subscribe([meshCollection], createServiceDiscovery(discovery));
  return meshFile;
};

/** The access list and the certificate of the gRPC server; undefined with `--insecure`. */
const createSecurity = async ({ options, log }: ProcessingOptions) => {
  if (options.insecure) return undefined;
  const scope = log('mcp');
  const accessList = await watchAccessList(options.accessListFile, scope);
  const files = { certificate: options.tlsCertFile, key: options.tlsKeyFile, authorities: options.caCertFile };
  return { accessList, tls: await createReloadingCredentials(files, scope) };
};

interface Serving {
  /** The access list and the certificate: started before the sources. */
  readonly security: readonly Component[];
  readonly components: readonly Component[];
  syncedByPeer(collection: string): ReadonlyMap<string, boolean>;
}

/** The MCP server, and the connection to a sink with `--sinkAddress`. */
const createServing = async (parts: ProcessingOptions, { snapshots }: Processor): Promise<Serving> => {
  const { options, log, metrics, environment, clock, version, component } = parts;
  const scope = log('mcp');
  const createLimiter = ({ burst, interval }: RateLimit): TokenBucket => createTokenBucket(burst, interval, clock);
  const createRequestLimiter = (): TokenBucket => createLimiter(environment.requests);
  const stream = { snapshots, metrics, scope, component, version, meta: parseSinkMetadata(options.sinkMeta), createRequestLimiter };
  const security = await createSecurity(parts);
  const source = createMcpSource({
    ...stream,
    streamLimiter: createLimiter(environment.streams),
    onDenied: createDenialLog(scope, createLimiter(environment.denials)),
    ...(security ? { accessList: security.accessList.current } : {}),
  });
  const address = options.sinkAddress;
  const connection =
    address === ''
      ? undefined
      : createSinkConnection({ ...stream, address, credentials: await createSinkCredentials(options.sinkAuthMode), clock });
  return {
    security: security ? [security.accessList.component, security.tls.component] : [],
    components: [
      createMcpServer({ options, source, ...(security ? { credentials: security.tls.credentials } : {}) }),
      ...(connection ? [connection] : []),
    ],
    syncedByPeer: (collection) => new Map([...source.syncedByPeer(collection), ...(connection?.synced(collection) ?? [])]),
  };
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
      source,
      createReloadSignal(source),
      ...(statuses ? [statuses] : []),
      ...serving.components,
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
