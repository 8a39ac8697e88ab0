import { createAnalysisService, type AnalysisService } from '../analysis-service/analysis-service.ts';
import { createSchemaProvider } from '../analysis-service/schema-provider.ts';
import { trackUnconvertible } from '../analysis-service/unconvertible-resources.ts';
import { analysisOnlyKinds, findAnalysisKind } from '../analysis/collections.ts';
import { defaultGroup, kinds, meshCollection, syntheticCollection } from '../resources/kinds/kinds.ts';
import type { SourceEvent } from '../resources/resource.ts';
import type { Clock } from '../lifecycle/clock.ts';
import { createServiceDiscovery } from '../discovery/service-discovery.ts';
import type { Environment } from '../environment.ts';
import type { ServerOptions } from '../flags/server-flags.ts';
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
import { createTokenBucket } from '../mcp/token-bucket.ts';
import { createMeshFileSource } from '../mesh-file/mesh-file-source.ts';
import { registerCollectionGauges } from '../monitoring/collection-gauges.ts';
import type { MetricsRegistry } from '../monitoring/metrics-registry.ts';
import { defaultDelays } from '../processing/publish-strategy.ts';
import { createProcessor } from '../processing/processor.ts';
import { createFileSource } from '../sources/file-source.ts';
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
  /** The label of metrics. */
  readonly component: string;
  /** Where resources come from when no folder is named. */
  readonly cluster?: Cluster | undefined;
  /** Schemas of CRDs and overlays, for analysis. */
  readonly schemas?: Validation['schemas'] | undefined;
}

export interface Processing {
  /** In the order in which they start. */
  readonly components: readonly Component[];
  /** What introspection shows of it. */
  readonly configTopic: ConfigTopicOptions;
  /** undefined: `--enableAnalysis` was not said. */
  readonly analysis: AnalysisService | undefined;
}

/** From the files to the sinks: what reads, what publishes, and what serves by MCP. */
export const createProcessing = async ({
  options,
  log,
  metrics,
  environment,
  clock,
  version,
  component,
  cluster,
  schemas,
}: ProcessingOptions): Promise<Processing> => {
  const scope = log('mcp');
  redirectGrpcLog(log('grpcAdapter'));
  const groups = [
    { name: 'default', collections: defaultGroup, pace: defaultDelays },
    { name: 'syntheticServiceEntry', collections: [syntheticCollection], pace: 'immediate' },
  ] as const;
  const encode = createResourceEncoder(createBodyEncoder(log('resource')));
  const made = createProcessor(groups, { clock, metrics, encode });
  registerCollectionGauges(metrics, made.snapshots);
  const grouped = new Set(groups.flatMap(({ collections }): readonly string[] => collections));
  const converted = (told: (event: SourceEvent) => void) =>
    createConversionFilter({ encode, isServed: (collection) => grouped.has(collection), metrics, scope: log('resource'), emit: told });
  // Deployments, secrets and config maps are read of files alone, and only to be analysed.
  const alsoRead = options.enableAnalysis && options.configPath !== '' ? analysisOnlyKinds : [];
  const collections = [...kinds, ...alsoRead].map((kind) => kind.collection);
  const kept = options.enableAnalysis
    ? trackUnconvertible(made, () => {
        analysed?.invalidate();
      })
    : undefined;
  const converting = converted(made.createInput(collections)),
    tell = kept?.tap(converting) ?? converting;
  const inCluster = options.configPath === '' ? cluster?.createSource(tell) : undefined;
  const read =
    inCluster ??
    createFileSource({
      path: options.configPath,
      watch: options.watchConfigFiles,
      collections,
      findKind: alsoRead.length > 0 ? findAnalysisKind : undefined,
      scope: log('source'),
      clock,
      emit: tell,
    });
  /** Analysis tells it what it finds. */
  const statuses = inCluster && options.enableAnalysis ? cluster?.createStatusWriter(inCluster) : undefined;
  const analysed: AnalysisService | undefined = options.enableAnalysis
    ? createAnalysisService({
        snapshots: made.snapshots,
        unconvertible: () => kept?.current() ?? [],
        unpublished: (collection) =>
          made.isSynced(collection) ? [...made.resources(collection).values()].sort((a, b) => (a.name < b.name ? -1 : 1)) : undefined,
        schemas: createSchemaProvider(schemas?.current),
        scope: log('analysis'),
        metrics,
        clock,
        domain: options.domain,
      })
    : undefined;
  if (analysed)
    made.subscribe(
      collections.filter((one) => !defaultGroup.includes(one)),
      analysed.invalidate,
    );
  if (analysed) schemas?.subscribe(analysed.invalidate);
  if (statuses) analysed?.subscribe(statuses.write);
  const mesh = createMeshFileSource({
    path: options.meshConfigFile,
    scope: log('source'),
    emit: converted(made.createInput([meshCollection])),
  });
  const synthetic = made.createInput([syntheticCollection]);
  if (options.enableServiceDiscovery)
    made.subscribe(
      [meshCollection],
      createServiceDiscovery({ processor: made, clock, domain: options.domain, trustDomain: mesh.trustDomain, emit: converted(synthetic) }),
    );
  else synthetic({ kind: 'full-sync', collection: syntheticCollection });

  const stream = { snapshots: made.snapshots, metrics, scope, component, version, meta: parseSinkMetadata(options.sinkMeta) };
  const requests = () => createTokenBucket(environment.requests.burst, environment.requests.interval, clock);
  const secured = options.insecure
    ? undefined
    : {
        access: await watchAccessList(options.accessListFile, scope),
        tls: await createReloadingCredentials(
          { certificate: options.tlsCertFile, key: options.tlsKeyFile, authorities: options.caCertFile },
          scope,
        ),
      };
  const serving = createMcpSource({
    ...stream,
    createRequestLimiter: requests,
    streamLimiter: createTokenBucket(environment.streams.burst, environment.streams.interval, clock),
    onDenied: createDenialLog(scope, createTokenBucket(environment.denials.burst, environment.denials.interval, clock)),
    ...(secured ? { accessList: secured.access.current } : {}),
  });
  const dialed =
    options.sinkAddress === ''
      ? undefined
      : createSinkConnection({
          ...stream,
          address: options.sinkAddress,
          credentials: await createSinkCredentials(options.sinkAuthMode),
          clock,
          createRequestLimiter: requests,
        });
  return {
    components: [
      {
        name: 'snapshots',
        start: async () => {},
        stop: async () => {
          made.stop();
        },
      },
      ...(analysed ? [analysed] : []),
      ...(secured ? [secured.access.component, secured.tls.component] : []),
      mesh,
      read,
      createReloadSignal(read),
      ...(statuses ? [statuses] : []),
      createMcpServer({ options, source: serving, ...(secured ? { credentials: secured.tls.credentials } : {}) }),
      ...(dialed ? [dialed] : []),
    ],
    analysis: analysed,
    configTopic: {
      snapshots: made.snapshots,
      groups: new Map(groups.map(({ name, collections }) => [name, collections])),
      syncedByPeer: (collection) => new Map([...serving.syncedByPeer(collection), ...(dialed?.synced(collection) ?? [])]),
      typeUrl: ({ collection }) => typeUrlOf(collection),
    },
  };
};
